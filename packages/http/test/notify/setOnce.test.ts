import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { askRaw, parseRaw } from "../ask.ts"
import { startNotify } from "./server.ts"
import { idOf, refused, ResolvedProfileShape } from "./replies.ts"
import { readAs } from "../replies.ts"

describe("setting properties once", () => {
  it.live("is accepted, applied, reported, and erased", () =>
    Effect.gen(function* () {
      const server = yield* startNotify()
      const first = idOf(yield* server.setOnce({ distinct_id: "ann", $once: { plan: "pro", seats: 3 } }))
      assert.deepStrictEqual(yield* server.outcome(first), {
        request_id: first,
        status: "processed",
        applied: ["plan", "seats"],
        ignored: [],
      })
      const second = idOf(
        yield* server.setOnce({ distinct_id: "ann", $once: { plan: "free", seats: "many", city: "Faro" } }),
      )
      assert.deepStrictEqual(yield* server.outcome(second), {
        request_id: second,
        status: "processed",
        applied: ["city"],
        ignored: [
          { name: "seats", reason: "the property is a number" },
          { name: "plan", reason: "already set" },
        ],
      })
      const profile = readAs(ResolvedProfileShape, yield* server.ask("GET", server.profilePath("ann")))
      assert.deepStrictEqual(profile.properties, { plan: "pro", seats: 3, city: "Faro" })
      assert.strictEqual((yield* server.ask("DELETE", server.profilePath("ann"))).status, 204)
      refused(yield* server.ask("GET", server.profilePath("ann")), 404)
      assert.strictEqual((yield* server.ask("DELETE", server.profilePath("ann"))).status, 204)
    }),
  )

  it.live("returns names such as __proto__ and numbers as they were sent", () =>
    Effect.gen(function* () {
      const server = yield* startNotify()
      const once = '{"__proto__":"p","constructor":[1.10,"x"],"large":9007199254740991,"small":1e-7}'
      yield* server.outcome(idOf(yield* server.setOnce(`{"$once":${once},"distinct_id":"__proto__"}`)))
      const { text } = yield* server.ask("GET", server.profilePath("__proto__"))
      assert.include(text, once.replace("1.10", "1.1"))
    }),
  )

  it.live("takes the longest ids in the path, in any script", () =>
    Effect.gen(function* () {
      const server = yield* startNotify()
      for (const one of ["a", "é", "🎈"]) {
        const id = one.repeat(254) + "/"
        yield* server.outcome(idOf(yield* server.setOnce({ distinct_id: id, $once: { x: 1 } })))
        const reply = yield* server.ask("GET", server.profilePath(id))
        assert.strictEqual(readAs(ResolvedProfileShape, reply).distinct_id, id)
        refused(yield* server.ask("GET", server.profilePath(`${id}a`)), 404)
        assert.strictEqual((yield* server.ask("DELETE", server.profilePath(id))).status, 204)
      }
    }),
  )

  const fit = { distinct_id: "ann", $once: { x: 1 } }
  const long = "x".repeat(256)
  const unfit = [
    ["nothing", "", /JSON/],
    ["no JSON", "{", /JSON/],
    ["no UTF-8", new Uint8Array([123, 34, 255]), /UTF-8/],
    ["no object", [fit], /object/],
    ["null", "null", /object/],
    ["no $once", { distinct_id: "ann" }, /\$once/],
    ["an empty $once", { ...fit, $once: {} }, /\$once must not be empty/],
    ["a list for $once", { ...fit, $once: ["x"] }, /\$once/],
    ["no distinct_id", { $once: { x: 1 } }, /distinct_id/],
    ["an empty distinct_id", { ...fit, distinct_id: "" }, /distinct_id/],
    ["a long distinct_id", { ...fit, distinct_id: "🎈".repeat(256) }, /distinct_id/],
    ["a number for distinct_id", { ...fit, distinct_id: 7 }, /distinct_id/],
    ["a distinct_id with a NUL", { ...fit, distinct_id: "a\0" }, /distinct_id/],
    ["an unknown field", { ...fit, $set: {} }, /\$set/],
    ["a field named __proto__", '{"distinct_id":"a","$once":{"x":1},"__proto__":{}}', /__proto__/],
    ["an empty key", { ...fit, $once: { "": 1 } }, /empty key/],
    ["a long key", { ...fit, $once: { [long]: 1 } }, /255/],
    ["a key with $", { ...fit, $once: { $x: 1 } }, /\$x/],
    ["a key with half a pair", '{"distinct_id":"a","$once":{"\\ud83c":1}}', /keys/],
    ["an object", { ...fit, $once: { x: {} } }, /\$once\.x/],
    ["null as a value", { ...fit, $once: { x: null } }, /\$once\.x/],
    ["a list of lists", { ...fit, $once: { x: [[]] } }, /\$once\.x/],
    ["a list with true", { ...fit, $once: { x: [true] } }, /\$once\.x/],
    [
      "1,001 keys",
      { ...fit, $once: Object.fromEntries(Array.from({ length: 1001 }, (_, i) => [i, 1])) },
      /1000/,
    ],
    ["a number past 2^53", '{"distinct_id":"a","$once":{"x":9007199254740993}}', /^\$once\.x .*exactly/],
    ["a number past all", '{"distinct_id":"a","$once":{"x":1e400}}', /^\$once\.x .*exactly/],
    [
      "a number of too many digits",
      '{"distinct_id":"a","$once":{"x":[0.12345678901234567]}}',
      /^\$once\.x .*exactly/,
    ],
  ] as const
  it.live("refuses what is unfit, and says why", () =>
    Effect.gen(function* () {
      const server = yield* startNotify()
      for (const [what, body, says] of unfit) {
        const message = refused(yield* server.setOnce(body), 400)
        assert.match(message, says, what)
      }
    }),
  )

  it.live("treats a repeated idempotency key as a retry", () =>
    Effect.gen(function* () {
      const server = yield* startNotify()
      const once = { distinct_id: "ann", $once: { x: 1 } }
      const [first, again, other] = yield* Effect.all(
        [
          server.setOnce(once, { "idempotency-key": "k" }),
          server.setOnce(once, { "idempotency-key": "k" }),
          server.setOnce(once),
        ],
        { concurrency: 3 },
      )
      assert.strictEqual(idOf(first), idOf(again))
      assert.notStrictEqual(idOf(first), idOf(other))
      refused(
        yield* server.setOnce({ ...once, distinct_id: "bob" }, { "idempotency-key": "k" }),
        400,
        /Idempotency-Key/,
      )
      refused(yield* server.setOnce(once, { "idempotency-key": "k".repeat(256) }), 400, /Idempotency-Key/)
    }),
  )

  it.live("takes a body of 4 MiB and none that is larger, reported or not", () =>
    Effect.gen(function* () {
      const server = yield* startNotify()
      const body = (bytes: number) => {
        const start = '{"distinct_id":"ann","$once":{"x":1,"long":"'
        return `${start}${"x".repeat(bytes - start.length - 3)}"}}`
      }
      const id = idOf(yield* server.setOnce(body(4 * 1024 * 1024)))
      const outcome = yield* server.outcome(id)
      assert.deepInclude(outcome as object, { applied: ["x"] })
      refused(yield* server.setOnce(body(4 * 1024 * 1024 + 1)), 413)
      const head = `POST ${server.setOncePath} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${server.home.key}\r\n`
      const piece = "x".repeat(256 * 1024)
      // More than the buffers between the two hold, however late the response is read.
      const pieces = Array<string>(400).fill(`${piece.length.toString(16)}\r\n${piece}\r\n`)
      const raw = yield* askRaw(server.address, [`${head}Transfer-Encoding: chunked\r\n\r\n`, ...pieces])
      const { status, body: text } = parseRaw(raw.text)
      assert.strictEqual(status, 413)
      assert.include(text, '"status":"error"')
      assert.isBelow(raw.written, pieces.length * piece.length)
    }),
  )
})
