// Holds the imports of every package against what its layer may import. Arrows point inward only:
// server → http, sources, storage-*, images-node → domains → kernel. Adapters never import each other.
import { globSync, readFileSync } from "node:fs"
import { basename, dirname, join, relative, sep } from "node:path"
import { importsOf } from "./importsOf.ts"

/** The allowed imports: exact names, `name/*` for one level below, `name/**` for all. Relative imports are free inside a package. */
type Allowed = ReadonlyArray<string>

// The core of effect is its modules in capitals: effect/Schema, effect/Stream, … and no folder of them.
const core: Allowed = ["effect", "effect/[A-Z]*"]
const testing: Allowed = ["effect/testing", "effect/testing/**", "@effect/vitest", "vitest"]
// A domain is a package with ports of its own.
const domainNames = globSync("packages/*/src/ports.ts").map((file) => file.split(sep)[1] ?? "")
const domains: Allowed = ["@daybook/kernel", ...domainNames.map((name) => `@daybook/${name}`)]
const domain: Allowed = [...core, "@daybook/kernel"]

const layers: Record<string, Allowed> = {
  kernel: core,
  ...Object.fromEntries(domainNames.map((name) => [name, domain])),
  journal: domain,
  search: domain,
  demo: [...core, ...domains],
  encoder: ["node:fs", "node:module", "node:path"],
  "storage-sql": [...core, ...domains, "effect/sql/**"],
  "storage-sqlite": [
    ...core,
    ...domains,
    "@daybook/storage-sql",
    "@daybook/storage-sql/*",
    "effect/sql/**",
    "node:*",
  ],
  "storage-postgres": [
    ...core,
    ...domains,
    "@daybook/storage-sql",
    "@daybook/storage-sql/*",
    "effect/sql/**",
    "effect/reactivity/**",
    "@effect/sql-pg",
    "@effect/sql-pg/*",
    "node:*",
  ],
  sources: [
    ...core,
    ...domains,
    "effect/ai/*",
    "effect/http",
    "effect/http/*",
    "effect/crypto/*",
    "effect/encoding/*",
    "@rowanmanning/feed-parser",
    "fflate",
    "fit-file-parser",
    "htmlparser2",
    "sanitize-html",
    "oauth-1.0a",
    "oauth4webapi",
    "sax",
    "node:crypto",
    // Models run in a thread, from files.
    "node:fs",
    "node:os",
    "node:path",
    "node:sqlite",
    "node:worker_threads",
  ],
  "images-node": [
    ...domain,
    "@daybook/images",
    "effect/http",
    "effect/http/*",
    "@effect/platform-node/NodeHttpClient",
    "ipaddr.js",
    "sharp",
    "thumbhash",
    "node:*",
  ],
  // The reader of the built files. The page itself is not a module of Node's, and has a separate check of its types.
  web: ["node:*"],
  http: [
    ...core,
    ...domains,
    "@daybook/journal",
    "@daybook/search",
    "effect/ai/Mcp*",
    "effect/ai/Tool*",
    "effect/encoding/Base64",
    "effect/encoding/Base64Url",
    "effect/encoding/Sse",
    "effect/http",
    "effect/http/*",
    "effect/http-api",
    "effect/http-api/*",
    "effect/net/*",
    "effect/observability/*",
    "node:util",
    "node:zlib",
  ],
}

// The folders of a domain's `src`, innermost first. A room imports its own files, the rooms before it, and below them all the
// domain's model, ports and errors; the files next to those, such as `index.ts`, are above all rooms.
const rooms: Record<string, ReadonlyArray<string>> = {
  attending: ["venues", "drafts", "games", "players", "events"],
}
const belowRooms = ["model.ts", "lists.ts", "review.ts", "ports.ts", "errors.ts"]

// Outermost: they put the others together.
const free = new Set(["server", "bench"])

const allowedIn = (packageName: string, folder: string): Allowed => {
  const layer = layers[packageName] ?? []
  if (folder === "contract")
    return [...layer, `@daybook/${packageName}`, ...testing, "@daybook/kernel/contract"]
  // Tests may use real servers and real stores.
  if (folder === "test" || folder === "testing") return ["**"]
  return layer
}

const matcher = (pattern: string) =>
  new RegExp(
    `^${pattern
      .replace(/[.+?^$()|{}\\]/g, "\\$&")
      .replaceAll("**", "\0")
      .replaceAll("*", "[^/]*")
      .replaceAll("\0", ".*")}$`,
  )

/** The height of a file in its domain: it imports nothing higher. Undefined for a room that has no declared place. */
const heightOf = (packageName: string, file: string): number | undefined => {
  const order = rooms[packageName]
  if (order === undefined) return 0
  const [room = "", ...inRoom] = relative(join("packages", packageName, "src"), file).split(sep)
  if (inRoom.length === 0) return belowRooms.includes(room) ? 0 : order.length + 1
  return order.includes(room) ? order.indexOf(room) + 1 : undefined
}

const complaints: Array<string> = []
for (const file of globSync("packages/*/{src,contract,test,testing}/**/*.ts")) {
  const [, packageName = "", folder = ""] = relative(".", file).split(/[\\/]/)
  if (free.has(packageName)) continue
  if (layers[packageName] === undefined)
    complaints.push(`${file}: scripts/checkLayers.ts knows no layer ${packageName}`)
  const allowed = allowedIn(packageName, folder).map(matcher)
  const inDomain = folder === "src" && layers[packageName] === domain
  const height = inDomain ? heightOf(packageName, file) : 0
  if (height === undefined)
    complaints.push(`${file}: scripts/checkLayers.ts knows no such room of ${packageName}`)
  for (const name of importsOf(file)) {
    if (name.startsWith("./") || name.startsWith("../")) {
      const depth = relative(".", file).split(/[\\/]/).length - 3
      if ((name.match(/\.\.\//g) ?? []).length > depth + 1)
        complaints.push(`${file}: ${name} leaves its package`)
      const imported = inDomain ? heightOf(packageName, join(dirname(file), name)) : 0
      if (height !== undefined && imported !== undefined && imported > height)
        complaints.push(`${file}: ${name} is in a room above`)
    } else if (!allowed.some((pattern) => pattern.test(name))) {
      complaints.push(`${file}: ${name} is not what this layer may import`)
    }
  }
}
// Rows of the database are held against a schema: a statement's type argument would only claim their type.
// Tables are made in migrations.ts, errors are in errors.ts.
for (const file of globSync("packages/storage-postgres/src/**/*.ts")) {
  const text = readFileSync(file, "utf8")
  const name = basename(file)
  if (/\b(?:sql|client|long)</.test(text))
    complaints.push(`${file}: rows are read by rowsOf, tableOf or valuesOf of sql/table.ts, not cast`)
  if (name !== "migrations.ts" && /= migrate\(/.test(text))
    complaints.push(`${file}: tables are made in migrations.ts`)
  if (name !== "errors.ts" && /Schema\.TaggedError</.test(text))
    complaints.push(`${file}: errors stand in errors.ts`)
}
for (const complaint of complaints) console.error(complaint)
process.exitCode = complaints.length === 0 ? 0 : 1
