// Writes packages/http/src/activity/examples.ts: a response of each read, as a server of the demo returns it. Takes the server's
// address and a read key: node scripts/writeExamples.ts http://127.0.0.1:8787 <key>
import { writeFileSync } from "node:fs"
import { setTimeout } from "node:timers/promises"
import * as OpenApi from "effect/http-api/OpenApi"
import { activityApi, everyDomain } from "../packages/http/src/index.ts"

type Json = string | number | boolean | null | ReadonlyArray<Json> | { readonly [name: string]: Json }

const [address = "http://127.0.0.1:8787", key = ""] = process.argv.slice(2)

const ask = async (path: string): Promise<Json> => {
  const response = await fetch(address + path, { headers: { authorization: `Bearer ${key}` } })
  if (response.status === 429) {
    await setTimeout(1_000 * Number(response.headers.get("retry-after")))
    return ask(path)
  }
  if (!response.ok) throw new Error(`${path} answered ${response.status} ${await response.text()}`)
  return (await response.json()) as Json
}

/** Queries that give a response worth reading. */
const queries: Readonly<Record<string, string>> = {
  "/v1/search": "?q=night&limit=3",
  "/v1/search/suggest": "?q=ni",
  "/v1/reading/search": "?q=salt&limit=2",
  "/v1/calendar": "?year=2025",
  "/v1/trends": "?by=year",
}

const at = (value: Json | undefined, ...names: ReadonlyArray<string | number>): Json | undefined =>
  names.reduce<Json | undefined>((inner, name) => (inner as Record<string, Json> | undefined)?.[name], value)

/** The path with values in its place-holders: ids of items that a list reports. */
const filled = async (path: string): Promise<string> => {
  const year = path.replace("{year}", "2025").replace("{month}", "11")
  if (year.startsWith("/v1/attending/seasons/"))
    return year.replace("{league}", "mlb").replace("{season}", "2025")
  if (year === "/v1/attending/teams/{id}") {
    const events = await ask("/v1/attending/events?category=sports&limit=1")
    return `/v1/attending/teams/${String(at(events, "data", 0, "home_team", "id") ?? at(events, "data", 0, "home", "id"))}`
  }
  const [list = "", rest] = year.split("/{id}")
  if (rest === undefined) return year + (queries[path] ?? "")
  const id = at(await ask(`${list}?limit=1`), "data", 0, "id")
  return `${list}/${encodeURIComponent(String(id))}${rest}`
}

const maxTextLength = 300

/** A response with long lists and texts cut. */
const cut = (value: Json, name = ""): Json => {
  if (typeof value === "string")
    return value.length > maxTextLength ? `${value.slice(0, maxTextLength)}…` : value
  if (Array.isArray(value)) {
    const most = name === "data" ? 2 : value.length > 24 ? 3 : 24
    return value.slice(0, most).map((item: Json) => cut(item))
  }
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([field, inner]) => [field, cut(inner, field)]))
}

const examples: Record<string, Json> = {}
for (const [path, { get }] of Object.entries(OpenApi.fromApi(activityApi(everyDomain)).paths)) {
  if (path.includes("/admin/") || get?.responses[200]?.content?.["application/json"] === undefined) continue
  try {
    examples[path] = cut(await ask(await filled(path)))
  } catch (cause) {
    console.error(String(cause))
    process.exitCode = 1
  }
}
const lines = Object.entries(examples).map(([path, answer]) => `  "${path}": ${JSON.stringify(answer)},`)
writeFileSync(
  "packages/http/src/activity/examples.ts",
  `// Written by scripts/writeExamples.ts: answers of a server of the demo, cut short.
import type { Json } from "../wire/documentTree.ts"

/** A response of each read, by its path in the definition. */
// oxfmt-ignore
export const examples: Readonly<Record<string, Json>> = {
${lines.join("\n")}
}
`,
)
