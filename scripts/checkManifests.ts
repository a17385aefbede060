// Holds the manifests of the packages against what a stranger's installation needs: one copy of effect, the host's.
import { globSync, readFileSync } from "node:fs"

interface Manifest {
  readonly private?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

const manifestOf = (file: string): Manifest => JSON.parse(readFileSync(file, "utf8"))

const isOfEffect = (name: string) => name === "effect" || name.startsWith("@effect/")

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
for (const complaint of complaints) console.error(complaint)
process.exitCode = complaints.length === 0 ? 0 : 1
