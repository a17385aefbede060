// Holds the manifests of the packages against what a stranger's installation needs: one copy of effect, the host's; and
// of the domains only those that the host uses.
import { globSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { importsOf, packageOf } from "./importsOf.ts"

interface Manifest {
  readonly name: string
  readonly private?: boolean
  readonly exports?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}

const manifestOf = (file: string): Manifest => JSON.parse(readFileSync(file, "utf8"))

const isOfEffect = (name: string) => name === "effect" || name.startsWith("@effect/")

/** The packages that a file leads to, by way of all that it imports of its own package. */
const packagesFrom = (file: string, seen = new Set<string>()): ReadonlySet<string> => {
  const packages = new Set<string>()
  if (seen.has(file)) return packages
  seen.add(file)
  for (const name of importsOf(file)) {
    const found = name.startsWith(".") ? packagesFrom(join(dirname(file), name), seen) : [packageOf(name)]
    for (const one of found) packages.add(one)
  }
  return packages
}

const complaints: Array<string> = []
const { devDependencies: pinned = {} } = manifestOf("package.json")
for (const file of globSync("packages/*/package.json")) {
  const { dependencies = {}, peerDependencies = {}, private: isPrivate } = manifestOf(file)
  if (isPrivate === true) continue
  for (const name of Object.keys(dependencies).filter(isOfEffect)) {
    complaints.push(`${file}: ${name} must be a peer dependency, or a host gets a second copy of effect`)
  }
  for (const [name, range] of Object.entries(peerDependencies).filter(([peer]) => isOfEffect(peer))) {
    // A clone is tested with the oldest version that the range takes.
    if (range !== `^${pinned[name]}`) {
      complaints.push(`${file}: ${name} must be ^${pinned[name]}, which the root's devDependencies pin`)
    }
  }
}

for (const file of globSync("packages/*/package.json")) {
  const manifest = manifestOf(file)
  const { dependencies = {}, exports = {}, peerDependencies = {}, peerDependenciesMeta = {} } = manifest
  for (const [path, target] of Object.entries(exports)) {
    if (manifest.private !== true && !path.startsWith("./testing")) {
      for (const name of packagesFrom(join(dirname(file), target))) {
        if (name.startsWith("node:") || name === manifest.name) continue
        if (!(name in dependencies) && !(name in peerDependencies)) {
          complaints.push(`${file}: ${path} leads to ${name}, which no installation of it brings`)
        }
      }
    }
    // They have every domain.
    if (path === "." || path === "./client/all") continue
    for (const name of packagesFrom(join(dirname(file), target))) {
      if (!name.startsWith("@daybook/") || peerDependenciesMeta[name]?.optional !== true) continue
      const domain = name.slice("@daybook/".length)
      if (path !== `./${domain}` && path !== `./client/${domain}`) {
        complaints.push(`${file}: ${path} leads to ${name}, which a host may not have`)
      }
    }
  }
}

for (const complaint of complaints) console.error(complaint)
process.exitCode = complaints.length === 0 ? 0 : 1
