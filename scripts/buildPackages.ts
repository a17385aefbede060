// Makes the publishable packages under build/packages: compiled JavaScript with its types, and manifests whose
// exports name it; and packs them into build/tarballs, as npm would be given them. In the repository the exports name
// the TypeScript sources, which Node runs as they are; npm has no way to say both in one manifest.
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { execFileSync } from "node:child_process"
import { basename, join, resolve } from "node:path"
import { annotatePure } from "./annotatePure.ts"

interface Manifest {
  readonly name: string
  readonly private?: boolean
  readonly exports: Readonly<Record<string, string>>
  readonly [field: string]: unknown
}

const target = join("build", "packages")
const tarballs = resolve("build", "tarballs")

const compiled = (file: string, ending: string) => file.replace(/\.ts$/, ending)

/** The exports of a published package: types first, as resolution goes through conditions in order. */
const publishedExports = (exports: Manifest["exports"]) => ({
  ...Object.fromEntries(
    Object.entries(exports).map(([path, file]) => [
      path,
      { types: compiled(file, ".d.ts"), default: compiled(file, ".js") },
    ]),
  ),
  "./package.json": "./package.json",
})

rmSync("build", { recursive: true, force: true })
// Threads check much of the same again: one takes half the work and memory of four.
execFileSync("tsc", ["-p", "tsconfig.build.json", "--singleThreaded"], {
  stdio: "inherit",
  shell: process.platform === "win32",
})

for (const file of globSync("packages/*/package.json")) {
  const manifest: Manifest = JSON.parse(readFileSync(file, "utf8"))
  if (manifest.private === true) continue
  const name = basename(join(file, ".."))
  const home = join(target, name)
  for (const folder of ["src", "contract", "testing"]) {
    const from = join("build", "emit", "packages", name, folder)
    if (existsSync(from)) cpSync(from, join(home, folder), { recursive: true })
  }
  for (const module of globSync(join(home, "src", "**", "*.js"))) {
    writeFileSync(module, annotatePure(readFileSync(module, "utf8")))
  }
  for (const folder of ["bin", ".page"]) {
    const from = join("packages", name, folder)
    if (existsSync(from)) cpSync(from, join(home, folder), { recursive: true })
  }
  for (const entry of globSync(join(home, "bin", "*.js"))) {
    writeFileSync(entry, readFileSync(entry, "utf8").replaceAll(/(import\("[^"]+)\.ts"\)/g, '$1.js")'))
  }
  cpSync("LICENSE", join(home, "LICENSE"))
  cpSync(join("packages", name, "README.md"), join(home, "README.md"))
  writeFileSync(
    join(home, "package.json"),
    `${JSON.stringify({ ...manifest, engines: { node: ">=24.15.0" }, exports: publishedExports(manifest.exports) }, null, 2)}\n`,
  )
}

mkdirSync(tarballs)
execFileSync(
  "npm",
  ["pack", "--silent", "--pack-destination", tarballs, ...readdirSync(target).map((name) => `./${name}`)],
  { cwd: target, stdio: ["ignore", "ignore", "inherit"], shell: process.platform === "win32" },
)
