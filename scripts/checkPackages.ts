// Packs the built packages and uses them as a stranger would: linted for publishing, their types resolved, and
// installed in an empty folder outside the workspace, where the README's embedding example must run, and where the
// example of a store must pass the contract suites that the packages bring.
import { execFileSync } from "node:child_process"
import { copyFileSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"

const run = (program: string, args: ReadonlyArray<string>, cwd = ".") =>
  execFileSync(program, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] })

const packages = join("build", "packages")
const folder = mkdtempSync(join(tmpdir(), "daybook-packages-"))
try {
  const tarballs = readdirSync(packages).map((name) => {
    const home = join(packages, name)
    run("publint", ["--strict", home])
    const packed: ReadonlyArray<{ readonly filename: string }> = JSON.parse(
      run("npm", ["pack", "--json", "--pack-destination", folder], home),
    )
    const tarball = join(folder, packed[0]?.filename ?? "")
    // Only ES modules are published, for Node and for bundlers. The rule left out counts what Node 10 resolves,
    // profile or not.
    run("attw", ["--profile", "esm-only", "--ignore-rules", "internal-resolution-error", "--", tarball])
    return tarball
  })
  console.log(`${tarballs.length} packages are fit for publishing`)

  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }))
  run(
    "npm",
    ["install", "--no-audit", "--no-fund", "--omit=optional", "--legacy-peer-deps", ...tarballs],
    folder,
  )
  copyFileSync(resolve("examples/embed-listening/program.ts"), join(folder, "program.ts"))
  const printed = run(process.execPath, ["program.ts"], folder)
  const expected = "1. Low Water by The Salt Roads: 2\n2. Nightjar by Ines Faria: 1\n"
  if (printed !== expected) throw new Error(`the embedding example printed\n${printed}`)
  const help = run(process.execPath, [join("node_modules", ".bin", "daybook"), "--help"], folder)
  if (!help.includes("DATABASE_URL")) throw new Error(`daybook --help printed\n${help}`)

  // As docs/extending.md says to prove a store.
  const { devDependencies }: { readonly devDependencies: Readonly<Record<string, string>> } = JSON.parse(
    readFileSync("package.json", "utf8"),
  )
  const testLibraries = ["vitest", "@effect/vitest"].map((name) => `${name}@${devDependencies[name]}`)
  run("npm", ["install", "--no-audit", "--no-fund", "--prefer-offline", ...testLibraries], folder)
  const page = readFileSync("docs/extending.md", "utf8")
  const install = `npm install --save-dev ${testLibraries.join(" ")}`
  if (!page.includes(install)) throw new Error(`docs/extending.md does not say ${install}`)
  for (const example of ["file-storage", "own-source"]) {
    cpSync(join("examples", example), join(folder, example), {
      recursive: true,
      filter: (file) => !/node_modules|package\.json/.test(file),
    })
  }
  const vitest = join("node_modules", "vitest", "vitest.mjs")
  run(process.execPath, [vitest, "run", "--testTimeout=30000", "--silent"], folder)
  console.log("the example of a store passes the packed contract suites there")

  const version: { readonly version: string } = JSON.parse(
    readFileSync("packages/server/package.json", "utf8"),
  )
  console.log(`the packed ${version.version} runs outside the workspace`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
