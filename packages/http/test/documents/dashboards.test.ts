import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { parse } from "yaml"
import { plays, run } from "../scriptedSource.ts"
import { start, startServer } from "../testServer.ts"

type Value = unknown

const folder = join(import.meta.dirname, "../../../../deploy/dashboards")

/** The values of a program's files; an unknown tag of YAML is its text. */
const blocksOf = (program: string): ReadonlyArray<Value> =>
  ["yaml", "json"]
    .map((extension) => join(folder, `${program}.${extension}`))
    .filter((file) => existsSync(file))
    .map((file) =>
      parse(readFileSync(file, "utf8"), {
        customTags: [{ tag: "!secret", resolve: (name: string) => name }],
      }),
    )

const fieldOf = (value: Value, path: string): Value =>
  path
    .split(".")
    .reduce<Value>(
      (found, name) => (typeof found === "object" && found !== null ? Reflect.get(found, name) : undefined),
      value,
    )

/** Everything within a value that has a field of this name. */
const holdersOf = (value: Value, name: string): ReadonlyArray<object> => {
  if (typeof value !== "object" || value === null) return []
  const within = Object.values(value).flatMap((one) => holdersOf(one, name))
  return Object.hasOwn(value, name) ? [value, ...within] : within
}

const textsIn = (value: Value): string => JSON.stringify(value)

const namesIn = (text: string, pattern: RegExp): ReadonlyArray<string> =>
  [...text.matchAll(pattern)].map(([, name = ""]) => name)

const origin = "http://daybook.lan:8787"

const served = Effect.gen(function* () {
  const server = yield* startServer()
  yield* server.store.storeScrobbles(plays("Half Moth", "Night Bus", 3, start - 60_000), undefined)
  yield* server.runs.storeRuns("strava", { runs: [run("2026-05-06T07:00:00Z")], gone: [] })
  /** The response to a request of a recipe, which must have these paths. */
  return Effect.fnUntraced(function* (url: Value, paths: ReadonlyArray<string>) {
    assert.isTrue(String(url).startsWith(`${origin}/`), String(url))
    const reply = yield* server.get(String(url).slice(origin.length))
    assert.strictEqual(reply.status, 200, `${String(url)}: ${reply.text}`)
    const body: Value = JSON.parse(reply.text)
    for (const path of paths) assert.notStrictEqual(fieldOf(body, path), undefined, `${String(url)}: ${path}`)
    return body
  })
})

describe("the recipe for", () => {
  it.effect("Homepage requests what it shows", () =>
    Effect.gen(function* () {
      const ask = yield* served
      const widgets = blocksOf("homepage").flatMap((block) => holdersOf(block, "mappings"))
      assert.lengthOf(widgets, 3)
      for (const widget of widgets) {
        const mappings = fieldOf(widget, "mappings")
        const isList = !Array.isArray(mappings)
        const rows = isList ? [`${String(fieldOf(mappings, "items"))}.0`] : [""]
        const fields = isList
          ? [
              fieldOf(mappings, "name"),
              fieldOf(mappings, "label"),
              ...namesIn(textsIn(mappings), /\{(\w+)\}/g),
            ]
          : mappings.map((mapping) => fieldOf(mapping, "field"))
        yield* ask(
          fieldOf(widget, "url"),
          rows.flatMap((row) =>
            fields.map((field) => (row === "" ? String(field) : `${row}.${String(field)}`)),
          ),
        )
      }
    }),
  )

  it.effect("Glance requests what it shows", () =>
    Effect.gen(function* () {
      const ask = yield* served
      const widgets = blocksOf("glance").flatMap((block) => holdersOf(block, "template"))
      assert.lengthOf(widgets, 2)
      for (const widget of widgets) {
        const parameters = fieldOf(widget, "parameters")
        const query = new URLSearchParams(Object(parameters)).toString()
        const template = String(fieldOf(widget, "template"))
        const lists = namesIn(template, /\.JSON\.Array "([^"]+)"/g)
        yield* ask(`${String(fieldOf(widget, "url"))}${query === "" ? "" : `?${query}`}`, [
          ...namesIn(template, /\.JSON\.\w+ "([^"]+)"/g),
          ...lists.flatMap((list) =>
            namesIn(template, /\{\{ \.\w+ "([^"]+)"/g).map((name) => `${list}.0.${name}`),
          ),
        ])
      }
    }),
  )

  it.effect("Home Assistant requests what it shows", () =>
    Effect.gen(function* () {
      const ask = yield* served
      const resources = blocksOf("home-assistant").flatMap((block) => holdersOf(block, "resource"))
      assert.lengthOf(resources, 2)
      for (const resource of resources)
        for (const sensor of holdersOf(resource, "value_template")) {
          const base = String(fieldOf(sensor, "json_attributes_path") ?? "").replace(/^\$\./, "")
          const attributes = fieldOf(sensor, "json_attributes")
          yield* ask(fieldOf(resource, "resource"), [
            ...namesIn(String(fieldOf(sensor, "value_template")), /value_json\.([a-z_.]+)/g),
            ...(Array.isArray(attributes) ? attributes.map((name) => `${base}.${String(name)}`) : []),
          ])
        }
    }),
  )

  it.effect("Grafana requests what it shows, from servers that it allows", () =>
    Effect.gen(function* () {
      const ask = yield* served
      const [source, query] = blocksOf("grafana")
      assert.deepStrictEqual(
        holdersOf(source, "allowedHosts").map((one) => fieldOf(one, "allowedHosts")),
        [[origin]],
      )
      const params = holdersOf(query, "key").map((one) => {
        const value = String(fieldOf(one, "value"))
        return `${String(fieldOf(one, "key"))}=${value.startsWith("$") ? new Date(start).toISOString().slice(0, 10) : value}`
      })
      const root = String(fieldOf(query, "root_selector"))
      yield* ask(
        `${String(fieldOf(query, "url"))}?${params.join("&")}`,
        holdersOf(query, "selector").map((one) => `${root}.0.${String(fieldOf(one, "selector"))}`),
      )
    }),
  )
})
