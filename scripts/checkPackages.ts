// Uses the packed packages as a stranger would: linted for publishing, their types resolved, and installed by npm in
// empty folders outside the workspace, where the README's embedding example must run, and where the example of a store
// must pass the contract suites that the packages bring. Each host has another 4.1.x of effect than the workspace, and
// must be left with that one.
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core"
import { problemAffectsResolutionKind } from "@arethetypeswrong/core/problems"
import type { ResolutionKind } from "@arethetypeswrong/core/types"
import { execFileSync } from "node:child_process"
import {
  copyFileSync,
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { basename, join, resolve } from "node:path"
import { publint } from "publint"
import { formatMessage } from "publint/utils"

const run = (program: string, args: ReadonlyArray<string>, cwd = ".", env: NodeJS.ProcessEnv = {}) =>
  execFileSync(program, args, {
    cwd,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, ...env },
  })

interface Manifest {
  readonly version: string
  readonly devDependencies: Readonly<Record<string, string>>
}

const manifestIn = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))

const packages = join("build", "packages")
const { version } = manifestIn("packages/server")
const tarballOf = (name: string) => resolve("build", "tarballs", `daybook-${name}-${version}.tgz`)

const folder = mkdtempSync(join(tmpdir(), "daybook-packages-"))

/** Only ES modules are published, for Node and for bundlers. */
const resolutions: ReadonlyArray<ResolutionKind> = ["node16-esm", "bundler"]

/** Everything that is wrong with a packed package: how it is published, and how its types resolve. */
const problemsOf = async (name: string): Promise<ReadonlyArray<string>> => {
  const bytes = new Uint8Array(readFileSync(tarballOf(name)))
  const { messages, pkg } = await publint({ pack: { tarball: bytes.buffer }, strict: true })
  const types = await checkPackage(createPackageFromTarballData(bytes))
  if (types.types === false) return ["it has no types"]
  return [
    ...messages
      .filter(({ type }) => type === "error")
      .map((message) => formatMessage(message, pkg) ?? message.code),
    ...types.problems
      .filter((problem) => resolutions.some((kind) => problemAffectsResolutionKind(problem, kind, types)))
      .map((problem) => JSON.stringify(problem)),
  ]
}

/** The workspace's effect under a version that is not its own. */
const otherEffect = () => {
  const home = join(folder, "effect")
  cpSync("node_modules/effect", home, {
    recursive: true,
    filter: (file) => !/\.map$|effect\/(src|ai-docs)$/.test(file),
  })
  const manifest = manifestIn(home)
  const [major, minor, patch] = manifest.version.split(".")
  const other = `${major}.${minor}.${Number(patch) + 7}`
  writeFileSync(join(home, "package.json"), JSON.stringify({ ...manifest, version: other }))
  run("npm", ["pack", "--silent", "--ignore-scripts", "--pack-destination", folder], home)
  rmSync(home, { recursive: true })
  return { version: other, tarball: join(folder, `effect-${other}.tgz`) }
}

/** A program of a stranger's, with some of the packages and an effect of its own. */
const makeHost = (name: string, effect: ReturnType<typeof otherEffect>, names: ReadonlyArray<string>) => {
  const home = join(folder, name)
  mkdirSync(home)
  writeFileSync(join(home, "package.json"), JSON.stringify({ private: true, type: "module" }))
  const install = (...what: ReadonlyArray<string>) =>
    run("npm", ["install", "--no-audit", "--no-fund", "--prefer-offline", ...what], home)
  install("--omit=optional", effect.tarball, ...names.map(tarballOf))
  const copies = globSync("node_modules/**/effect/package.json", { cwd: home }).map(
    (file) => manifestIn(join(home, file, "..")).version,
  )
  if (copies.length !== 1 || copies[0] !== effect.version) {
    throw new Error(`a host with effect ${effect.version} has got ${copies.join(", ")}`)
  }
  return { home, install }
}

try {
  const names = readdirSync(packages)
  for (const name of names) {
    const problems = await problemsOf(name)
    if (problems.length > 0) throw new Error(`${name} is not fit for publishing:\n${problems.join("\n")}`)
  }
  console.log(`${names.length} packages are fit for publishing`)

  const effect = otherEffect()

  // One package for one use, as docs/packages.md says.
  const oneUse = ["kernel", "listening", "storage-memory"]
  const { home: small } = makeHost("one-use", effect, oneUse)
  const archives = `daybook-{${oneUse.join()}}-${version}.tgz`
  if (!readFileSync("docs/packages.md", "utf8").includes(archives)) {
    throw new Error(`docs/packages.md does not say ${archives}`)
  }
  copyFileSync(resolve("examples/packages/listening.ts"), join(small, "program.ts"))
  const counted = run(process.execPath, ["program.ts"], small)
  if (counted !== "Low Water by The Salt Roads: 1\n") throw new Error(`one domain printed\n${counted}`)
  const installed = globSync("node_modules/@daybook/*", { cwd: small }).map((path) => basename(path))
  if (installed.toSorted().join() !== oneUse.join()) {
    throw new Error(`listening alone has brought ${installed.join()}`)
  }
  const bytes = globSync("node_modules/@daybook/**/*", { cwd: small }).reduce(
    (sum, file) => sum + statSync(join(small, file)).size,
    0,
  )
  console.log(
    `listening in memory takes ${installed.length} packages of ${(bytes / 1e6).toFixed(1)} MB, and effect`,
  )

  // And the API of that domain, in a server of the host's.
  const { home: mounted } = makeHost("api", effect, [
    ...oneUse,
    "http",
    "access",
    "images",
    "journal",
    "search",
    "profiles",
  ])
  copyFileSync(resolve("examples/mounting/daybook.ts"), join(mounted, "daybook.ts"))
  writeFileSync(
    join(mounted, "program.ts"),
    `import { daybook } from "./daybook.ts"
     const { status } = await daybook.handler(new Request("https://mine.example/daybook/v1/health"))
     console.log(status)
     await daybook.dispose()`,
  )
  const status = run(process.execPath, ["program.ts"], mounted, { ADMIN_KEY: "a".repeat(32) })
  if (status !== "200\n") throw new Error(`the API of one domain answered ${status}`)

  const { home, install } = makeHost("all", effect, names)
  console.log(`a host with effect ${effect.version} has that one copy of it, and all packages`)
  copyFileSync(resolve("examples/embed-listening/program.ts"), join(home, "program.ts"))
  const printed = run(process.execPath, ["program.ts"], home)
  const expected = "1. Low Water by The Salt Roads: 2\n2. Nightjar by Ines Faria: 1\n"
  if (printed !== expected) throw new Error(`the embedding example printed\n${printed}`)
  const help = run(process.execPath, [join("node_modules", ".bin", "daybook"), "--help"], home)
  if (!help.includes("DATABASE_URL")) throw new Error(`daybook --help printed\n${help}`)

  // As docs/extending.md says to prove a store.
  const { devDependencies } = manifestIn(".")
  const testLibraries = ["vitest", "@effect/vitest"].map((name) => `${name}@${devDependencies[name]}`)
  install(...testLibraries)
  const page = readFileSync("docs/extending.md", "utf8")
  const command = `npm install --save-dev ${testLibraries.join(" ")}`
  if (!page.includes(command)) throw new Error(`docs/extending.md does not say ${command}`)
  for (const example of ["file-storage", "own-source"]) {
    cpSync(join("examples", example), join(home, example), {
      recursive: true,
      filter: (file) => !/node_modules|package\.json/.test(basename(file)),
    })
  }
  run(
    process.execPath,
    [join("node_modules", "vitest", "vitest.mjs"), "run", "--testTimeout=30000", "--silent"],
    home,
  )
  console.log("the example of a store passes the packed contract suites there")
  console.log(`the packed ${version} runs outside the workspace`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
