// Uses the packed packages as a stranger does. It lints them for publishing, follows docs/packages.md literally in empty
// folders, runs the examples of each package's README, and bundles the typed client for a page. npm gets everything from a
// registry on this machine, with another 4.1.x of effect than the workspace's; each host must have that one copy.
import { execFile } from "node:child_process"
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from "node:fs"
import { writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { basename, dirname, join, resolve } from "node:path"
import { promisify } from "node:util"
import { publint } from "publint"
import { formatMessage } from "publint/utils"
import { bundleForPage, faultsOf } from "./clientBundle.ts"
import { importsOf, packageOf } from "./importsOf.ts"
import { startRegistry } from "./localRegistry.ts"

interface Manifest {
  readonly version: string
  readonly exports?: Readonly<Record<string, unknown>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
}

const manifestIn = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))

const packages = join("build", "packages")
const names = readdirSync(packages)
const { version } = manifestIn("packages/server")
const tarballOf = (name: string) => resolve("build", "tarballs", `daybook-${name}-${version}.tgz`)

const folder = mkdtempSync(join(tmpdir(), "daybook-packages-"))

const registry = await startRegistry(
  names.map((name) => ({ folder: join(packages, name), archive: tarballOf(name) })),
  folder,
)

/** Runs a command of a page in a folder, and gives what it prints. */
const run = async (command: string, cwd: string, env: NodeJS.ProcessEnv = {}) => {
  const path = `${dirname(process.execPath)}:${process.env["PATH"]}`
  const options = { cwd, env: { ...process.env, ...registry.env, PATH: path, ...env }, maxBuffer: 1 << 26 }
  const { stdout } = await promisify(execFile)("bash", ["-c", command], options)
  return stdout
}

/** Everything wrong with how a packed package is published. */
const problemsOf = async (name: string): Promise<ReadonlyArray<string>> => {
  const { messages, pkg } = await publint({
    pack: { tarball: new Uint8Array(readFileSync(tarballOf(name))).buffer },
    strict: true,
  })
  return messages
    .filter(({ type }) => type === "error")
    .map((message) => formatMessage(message, pkg) ?? message.code)
}

/** Runs the programs that a module exports, or the module itself if it has none. */
const runner = `
const Effect = await import("effect/Effect")
for (const value of Object.values(await import(process.argv[2])))
  if (Effect.isEffect(value)) await Effect.runPromise(value)
process.exit(0)
`

/** An empty folder of a stranger's, in which an install command of a page has run. */
const makeHost = async (name: string, command: string) => {
  const home = join(folder, name)
  mkdirSync(home)
  writeFileSync(join(home, "package.json"), JSON.stringify({ private: true, type: "module" }))
  writeFileSync(join(home, "run.mjs"), runner)
  await run(command, home)
  const copies = globSync("node_modules/**/effect/package.json", { cwd: home }).map(
    (file) => manifestIn(join(home, file, "..")).version,
  )
  if (copies.length > 1 || copies.some((copy) => copy !== registry.effectVersion)) {
    throw new Error(`${name}: a host with effect ${registry.effectVersion} has got ${copies.join(", ")}`)
  }
  const installed = globSync("node_modules/@daybook/*", { cwd: home }).map((path) => basename(path))
  return { home, installed }
}

type Host = Awaited<ReturnType<typeof makeHost>>

/** Copies the folder of an example into a host, and returns the path of the example there. */
const copyExample = ({ home }: Host, file: string) => {
  const into = join(home, basename(dirname(file)))
  cpSync(dirname(file), into, {
    recursive: true,
    filter: (one) => !/node_modules|package\.json$/.test(one),
  })
  return join(into, basename(file))
}

const runExample = (host: Host, file: string) =>
  run(`node run.mjs ${copyExample(host, file)}`, host.home, { ADMIN_KEY: "a".repeat(32) })

const expect = (what: string, printed: string, expected: string) => {
  if (printed !== expected) throw new Error(`${what} printed\n${printed}`)
}

/** The commands that a page shows. */
const commandsOf = (page: string): ReadonlyArray<string> =>
  [...readFileSync(page, "utf8").matchAll(/^```sh\n([^]*?)^```$/gm)].flatMap(([, text = ""]) =>
    text.trim().split("\n"),
  )

/** The examples that a page shows. */
const examplesOf = (page: string): ReadonlyArray<string> =>
  [...readFileSync(page, "utf8").matchAll(/^```ts (examples\/\S+)$/gm)].map(([, file = ""]) => file)

/** Some packages, and those of ours that come with them. */
const broughtBy = (named: ReadonlyArray<string>): ReadonlySet<string> => {
  const brought = new Set(named)
  for (const name of brought) {
    const { dependencies = {} } = manifestIn(join(packages, basename(name)))
    for (const other of Object.keys(dependencies)) if (other.startsWith("@daybook/")) brought.add(other)
  }
  return brought
}

/** The README of a package: what its install command brings is all that its examples need, and they run from the tarballs. */
const followReadme = async (host: Host, name: string) => {
  const page = join("packages", name, "README.md")
  const [command] = commandsOf(page).filter((line) => line.startsWith("npm install"))
  if (command === undefined) return
  const installs = command.split(" ").filter((word) => word.startsWith("@daybook/"))
  const brought = broughtBy(installs)
  if (!brought.has(`@daybook/${name}`)) throw new Error(`${page} does not install its package`)
  for (const file of examplesOf(page)) {
    for (const wanted of importsOf(file).map(packageOf)) {
      if (wanted.startsWith("@daybook/") && !brought.has(wanted))
        throw new Error(`${page} does not install ${wanted}`)
    }
    await runExample(host, file)
  }
}

/** The packages of each row of the table in docs/packages.md, by the row's first words. */
const rowsOf = (page: string): ReadonlyMap<string, ReadonlyArray<string>> =>
  new Map(
    [...page.matchAll(/^\| ([^|]*) \| ([^|]*) \|$/gm)].map(([, use = "", list = ""]) => [
      use.replaceAll(/[[\]]|\(.*?\)/g, ""),
      [...list.matchAll(/`([\w-]+)`/g)].map(([, name = ""]) => name),
    ]),
  )

const archives = (list: ReadonlyArray<string>) => `npm install effect ${list.map(tarballOf).join(" ")}`

/** A server with one read: the most played albums. */
const startAlbums = async () => {
  const album = { rank: 1, id: 1, name: "Low Water", detail: "The Salt Roads", playcount: 2, url: "" }
  const data = [{ ...album, catalog_music_url: "" }]
  const pagination = { page: 1, limit: 20, total: 1, total_pages: 1 }
  const server = createServer((_request, response) => {
    response.setHeader("content-type", "application/json")
    response.end(JSON.stringify({ period: "1month", data, pagination }))
  })
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("the server has no port")
  return { server, url: `http://127.0.0.1:${address.port}` }
}

/** The most that the client of one domain adds to a page. */
const clientBytes = 70_000

const checkClient = async (host: Host, file: string, most: number) => {
  const bundle = await bundleForPage(host.home, file)
  const faults = faultsOf(bundle, most)
  if (faults.length > 0) throw new Error(`the bundle of ${file}:\n${faults.join("\n")}`)
  console.log(`${file} is ${(bundle.bytes / 1e3).toFixed(1)} kB in a page, gzipped`)
}

const page = readFileSync("docs/packages.md", "utf8")
const rows = rowsOf(page)
const rowOf = (use: string): ReadonlyArray<string> => {
  const row = rows.get(use)
  if (row === undefined || row.length === 0) throw new Error(`docs/packages.md has no row for ${use}`)
  return row
}

/** The command of docs/packages.md, next to a clone, and the README's first program. */
const embed = async () => {
  symlinkSync(resolve("."), join(folder, "daybook"))
  const command = commandsOf("docs/packages.md").find((line) => line.startsWith("npm install"))
  const host = await makeHost("mine", command ?? "false")
  const expected = rowOf("one domain, on SQLite").toSorted().join()
  if (host.installed.toSorted().join() !== expected) {
    throw new Error(`listening alone has brought ${host.installed.join()}`)
  }
  if (!examplesOf("README.md").includes("examples/embed-listening/program.ts")) {
    throw new Error("README.md does not show examples/embed-listening/program.ts")
  }
  expect(
    "the README's first program",
    await run(`node ${copyExample(host, "examples/embed-listening/program.ts")}`, host.home),
    "1. Low Water by The Salt Roads: 2\n2. Nightjar by Ines Faria: 1\n",
  )
  await runExample(host, "examples/packages/storage-sqlite.ts")
  const storage = await makeHost("sql", archives(rowOf("one domain, on PostgreSQL")))
  await runExample(storage, "examples/packages/storage-postgres.ts")
}

const api = async () => {
  const host = await makeHost("api", archives(rowOf("its API, in your own server")))
  copyExample(host, "examples/mounting/daybook.ts")
  writeFileSync(
    join(host.home, "program.ts"),
    `import { daybook } from "./mounting/daybook.ts"
     const { status } = await daybook.handler(new Request("https://mine.example/daybook/v1/health"))
     console.log(status)
     await daybook.dispose()`,
  )
  const status = await run("node program.ts", host.home, { ADMIN_KEY: "a".repeat(32) })
  expect("the API of one domain", status, "200\n")
}

const client = async (url: string) => {
  const host = await makeHost("client", archives(rowOf("its typed client")))
  copyExample(host, "examples/client/page.ts")
  writeFileSync(
    join(host.home, "program.ts"),
    `import * as Effect from "effect/Effect"
     import * as Redacted from "effect/Redacted"
     import { favourite } from "./client/page.ts"
     console.log(await Effect.runPromise(favourite({ baseUrl: "${url}", key: Redacted.make("k") })))`,
  )
  expect("the client of one domain", await run("node program.ts", host.home), "Low Water\n")
  await checkClient(host, "client/page.ts", clientBytes)
}

const source = async () => {
  const host = await makeHost("source", archives(rowOf("your own source")))
  await runExample(host, "examples/own-source/jukebox.ts")
}

const everything = async (host: Host, url: string) => {
  const printed = await run(`node ${copyExample(host, "examples/client/program.ts")}`, host.home, {
    DAYBOOK_URL: url,
    READ_KEY: "k",
  })
  expect("the README's typed client", printed, "1. Low Water by The Salt Roads: 2\n")
  writeFileSync(
    join(host.home, "all.ts"),
    `import { make } from "@daybook/http/client/all"
     import * as FetchHttpClient from "effect/http/FetchHttpClient"
     console.log(make({ baseUrl: "" }), FetchHttpClient.layer)`,
  )
  await checkClient(host, "all.ts", 110_000)
  for (const domain of globSync("packages/http/src/activity/*/definition.ts").map((file) =>
    basename(dirname(file)),
  )) {
    const file = `${domain}.ts`
    writeFileSync(
      join(host.home, file),
      `import { makeFor } from "@daybook/http/client"
       import * as FetchHttpClient from "effect/http/FetchHttpClient"
       import { ${domain}Definition } from "@daybook/http/client/${domain}"
       console.log(makeFor(${domain}Definition.api, { baseUrl: "" }), FetchHttpClient.layer)`,
    )
    await checkClient(host, file, clientBytes)
  }
  const help = await run("npx daybook --help", host.home)
  if (!help.includes("DATABASE_URL")) throw new Error(`daybook --help printed\n${help}`)

  // As docs/add-a-store.md says to prove a store.
  const { devDependencies } = manifestIn(".")
  const libraries = ["vitest", "@effect/vitest"].map((name) => `${name}@${devDependencies[name]}`)
  const command = `npm install --save-dev ${libraries.join(" ")}`
  if (!readFileSync("docs/add-a-store.md", "utf8").includes(command)) {
    throw new Error(`docs/add-a-store.md does not say ${command}`)
  }
  await run(command, host.home)
  await checkTypes(host)
  copyExample(host, "examples/file-storage/program.ts")
  copyExample(host, "examples/own-source/program.ts")
  await run("npx vitest run --testTimeout=180000 --silent --dir file-storage", host.home)
  await run("npx vitest run --testTimeout=180000 --silent --dir own-source", host.home)
  console.log("the example of a store passes the packed contract suites there")
}

/** The types of every module of ours that a host can import: as Node resolves them, and as bundlers do. */
const checkTypes = async ({ home }: Host) => {
  const modules = names.flatMap((name) => {
    const { exports = {} } = manifestIn(join(packages, name))
    return Object.keys(exports)
      .filter((path) => path !== "./package.json")
      .map((path) => join("@daybook", name, path))
  })
  const imports = modules.map((name, index) => `export * as module${index} from "${name}"`)
  writeFileSync(join(home, "types.ts"), imports.join("\n"))
  const typeRoots = `--types node --typeRoots ${resolve("node_modules/@types")}`
  for (const module of ["--module nodenext", "--module esnext --moduleResolution bundler"]) {
    const options = `--noEmit --singleThreaded --strict --target es2023 --lib es2024,dom,dom.iterable,dom.asynciterable,esnext`
    const tsc = resolve("node_modules/.bin/tsc")
    const printed = await run(`${tsc} ${options} ${module} ${typeRoots} types.ts || true`, home)
    // Types of other packages are theirs to fix.
    const wrong = printed.split("\n").filter((line) => /^(types\.ts|node_modules\/@daybook\/)/.test(line))
    if (wrong.length > 0) throw new Error(`the types, ${module}:\n${wrong.join("\n")}`)
  }
  console.log(`the types of ${modules.length} modules resolve`)
}

/** Runs some works, two at a time. */
const inTwoLanes = async (works: ReadonlyArray<() => Promise<void>>) => {
  const left = [...works]
  const lane = async () => {
    for (let work = left.shift(); work !== undefined; work = left.shift()) await work()
  }
  await Promise.all([lane(), lane()])
}

const { server, url } = await startAlbums()
try {
  for (const name of names) {
    const problems = await problemsOf(name)
    if (problems.length > 0) throw new Error(`${name} is not fit for publishing:\n${problems.join("\n")}`)
  }
  console.log(`${names.length} packages are fit for publishing`)
  const host = await makeHost("all", archives(names))
  await inTwoLanes([
    () => everything(host, url),
    embed,
    api,
    () => client(url),
    source,
    ...names.map((name) => () => followReadme(host, name)),
  ])
  console.log(`the packed ${version} runs outside the workspace, as its pages say`)
} finally {
  registry.close()
  server.close()
  server.closeAllConnections()
  rmSync(folder, { recursive: true, force: true })
}
