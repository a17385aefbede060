import { assert, describe, it } from "@effect/vitest"
import { PropertyStore } from "@daybook/profiles"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { idOf, refused } from "./replies.ts"
import { startNotify } from "./server.ts"
import { jsonOf } from "../ask.ts"
import { Instant, readAs } from "../replies.ts"

const PropertyShape = Schema.Struct({
  name: Schema.String,
  type: Schema.String,
  profiles: Schema.Int,
  first_set_at: Instant,
  last_set_at: Instant,
  status: Schema.Literals(["ready", "converting", "deleting"]),
  visited_profiles: Schema.optionalKey(Schema.Int),
})

const Listed = Schema.Struct({
  data: Schema.Array(PropertyShape),
  next_cursor: Schema.NullOr(Schema.String),
})

const Warned = Schema.Struct({
  data: Schema.Array(
    Schema.Struct({
      name: Schema.NullOr(Schema.String),
      reason: Schema.String,
      count: Schema.Int,
      last_at: Instant,
      distinct_id: Schema.NullOr(Schema.String),
      example: Schema.NullOr(Schema.String),
    }),
  ),
})

const start = Effect.gen(function* () {
  const server = yield* startNotify()
  const path = (more: string) => `/v1/${server.home.id}/live/${more}`
  const ask = (method: string, more: string, body?: unknown) =>
    server.ask(method, path(more), body === undefined ? {} : { body })
  /** Asks for a property until no change of it is in progress. */
  const settled = (more: string) =>
    Effect.repeat(ask("GET", more), {
      until: (reply) => reply.status !== 200 || readAs(PropertyShape, reply).status === "ready",
    })
  return { ...server, ask, settled }
})

describe("properties of a workspace", () => {
  it.live("are listed with their types, page by page", () =>
    Effect.gen(function* () {
      const { ask, setOnce } = yield* start
      idOf(yield* setOnce({ distinct_id: "ann", $once: { plan: "pro", seats: 2, "a/b": true } }))
      idOf(yield* setOnce({ distinct_id: "bob", $once: { plan: "free" } }))
      const first = readAs(Listed, yield* ask("GET", "properties?limit=2"))
      const second = readAs(Listed, yield* ask("GET", `properties?limit=2&cursor=${first.next_cursor}`))
      assert.deepStrictEqual(
        [...first.data, ...second.data].map(({ name, profiles, status, type }) => [
          name,
          type,
          profiles,
          status,
        ]),
        [
          ["a/b", "boolean", 1, "ready"],
          ["plan", "string", 2, "ready"],
          ["seats", "number", 1, "ready"],
        ],
      )
      assert.isNull(second.next_cursor)
      assert.deepStrictEqual(readAs(PropertyShape, yield* ask("GET", "properties/a%2Fb")), first.data[0])
      refused(yield* ask("GET", "properties?limit=0"), 400, /limit/)
      refused(yield* ask("GET", "properties?cursor=x"), 400, /cursor/)
      for (const name of ["gone", "a%00", "%00"]) {
        refused(yield* ask("GET", `properties/${name}`), 404, /property/)
        refused(yield* ask("DELETE", `properties/${name}`), 404, /property/)
        refused(yield* ask("PATCH", `properties/${name}`, { type: "list" }), 404, /property/)
        refused(yield* ask("POST", `properties/${name}/type`, { type: "list" }), 404, /property/)
      }
    }),
  )

  it.live("change their type, with a warning for each value that cannot be converted", () =>
    Effect.gen(function* () {
      const { ask, setOnce, settled } = yield* start
      idOf(yield* setOnce({ distinct_id: "ann", $once: { seats: "12" } }))
      idOf(yield* setOnce({ distinct_id: "bob", $once: { seats: "many" } }))
      const begun = yield* ask("PATCH", "properties/seats", { type: "number" })
      assert.strictEqual(begun.status, 202, begun.text)
      assert.strictEqual(readAs(PropertyShape, begun).type, "number")
      const done = readAs(PropertyShape, yield* settled("properties/seats"))
      assert.deepStrictEqual([done.type, done.profiles, done.visited_profiles], ["number", 1, undefined])
      assert.deepInclude(JSON.parse((yield* ask("GET", "profiles/ann")).text), { properties: { seats: 12 } })
      assert.deepInclude(JSON.parse((yield* ask("GET", "profiles/bob")).text), { properties: {} })
      assert.deepStrictEqual(
        readAs(Warned, yield* ask("GET", "warnings")).data.map(({ count, distinct_id, example, name }) => [
          name,
          count,
          distinct_id,
          example,
        ]),
        [["seats", 1, "bob", '"many"']],
      )
      const bodies: ReadonlyArray<readonly [unknown, RegExp]> = [
        ["{", /JSON/],
        [{}, /type must be one of string, number/],
        [{ type: "text" }, /type must be one of string, number/],
        [{ type: "list", name: "x" }, /only type, not name/],
      ]
      for (const [body, says] of bodies) refused(yield* ask("PATCH", "properties/seats", body), 400, says)
      refused(yield* ask("PATCH", "properties/gone", { type: "list" }), 404, /property/)
    }),
  )

  it.live("change their type in one request, which counts the values that it dropped", () =>
    Effect.gen(function* () {
      const { ask, setOnce } = yield* start
      for (const [id, seats] of [
        ["ann", "12"],
        ["bob", "many"],
        ["eve", "none"],
      ] as const)
        idOf(yield* setOnce({ distinct_id: id, $once: { seats } }))
      const change = (type: string) => ask("POST", "properties/seats/type", { type })
      for (const [type, profiles, dropped] of [
        ["number", 1, 2],
        ["number", 1, 0],
        ["boolean", 0, 1],
      ] as const) {
        const reply = yield* change(type)
        assert.strictEqual(reply.status, 200, reply.text)
        assert.deepInclude(jsonOf(reply), { name: "seats", type, profiles, dropped, status: "ready" })
      }
      refused(yield* change("text"), 400, /type must be one of string, number/)
      refused(yield* ask("POST", "properties/gone/type", { type: "list" }), 404, /property/)
    }),
  )

  it.live("are deleted from every profile, and may be set again", () =>
    Effect.gen(function* () {
      const { ask, setOnce } = yield* start
      for (const id of ["ann", "bob"])
        idOf(yield* setOnce({ distinct_id: id, $once: { plan: "pro", seats: 1 } }))
      assert.strictEqual((yield* ask("DELETE", "properties/plan")).status, 204)
      refused(yield* ask("GET", "properties/plan"), 404)
      refused(yield* ask("DELETE", "properties/plan"), 404, /property/)
      assert.deepInclude(JSON.parse((yield* ask("GET", "profiles/bob")).text), { properties: { seats: 1 } })
      idOf(yield* setOnce({ distinct_id: "bob", $once: { plan: 7 } }))
      assert.strictEqual(readAs(PropertyShape, yield* ask("GET", "properties/plan")).type, "number")
    }),
  )

  it.live("that are being changed refuse another change", () =>
    Effect.gen(function* () {
      const { ask, home, services, setOnce, settled } = yield* start
      idOf(yield* setOnce({ distinct_id: "ann", $once: { plan: "pro" } }))
      // As another server would begin it, which has stopped since.
      const store = Context.get(services, PropertyStore)
      yield* store.change({ workspace: home.id, version: "live" }, "plan", undefined, Date.now())
      const left = readAs(PropertyShape, yield* ask("GET", "properties/plan"))
      assert.deepStrictEqual([left.status, left.visited_profiles], ["deleting", 0])
      refused(yield* ask("PATCH", "properties/plan", { type: "list" }), 409, /status is ready/)
      // A request for a change resumes the remaining ones.
      refused(yield* settled("properties/plan"), 404)
    }),
  )
})
