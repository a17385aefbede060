import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Base64Url from "effect/encoding/Base64Url"
import * as Schema from "effect/Schema"
import { startNotify } from "./server.ts"
import { AcceptedChange, idOf, ProfileShape, refused, ResolvedProfileShape } from "./replies.ts"
import { Instant, readAs } from "../replies.ts"

describe("changing properties", () => {
  it.live("is accepted by each operation, applied in order, and reported", () =>
    Effect.gen(function* () {
      const server = yield* startNotify()
      const sent = [
        ["set", { distinct_id: "ann", $set: { plan: "free", seats: 3 } }],
        ["set", { distinct_id: "ann", $set: { plan: "pro" } }],
        ["numerical-add", { distinct_id: "ann", $add: { seats: 0.5 } }],
        ["append", { distinct_id: "ann", $append: { tags: ["x", "y", "x"] } }],
        ["remove", { distinct_id: "ann", $remove: { tags: "x" } }],
        ["union", { distinct_id: "ann", $union: { tags: ["x", "y", "x"] } }],
        ["remove", { distinct_id: "ann", $remove: { tags: "x" } }],
        ["list-append", { distinct_id: "ann", $append: { tags: ["z", "w"] } }],
        ["list-remove", { distinct_id: "ann", $remove: { tags: "w" } }],
        ["unset", { distinct_id: "ann", $unset: ["plan", "city"] }],
      ] as const
      const ids: Array<string> = []
      for (const [operation, body] of sent) {
        const reply = yield* server.send(operation, body, { "idempotency-key": `${ids.length}` })
        assert.strictEqual(reply.status, 202, reply.text)
        ids.push(readAs(AcceptedChange, reply).request_id)
        const again = yield* server.send(operation, body, { "idempotency-key": `${ids.length - 1}` })
        assert.strictEqual(readAs(AcceptedChange, again).request_id, ids.at(-1))
      }
      assert.deepStrictEqual(yield* server.outcome(ids.at(-1) ?? ""), {
        request_id: ids.at(-1),
        status: "processed",
        applied: ["plan"],
        ignored: [{ name: "city", reason: "not set" }],
      })
      const profile = readAs(ResolvedProfileShape, yield* server.ask("GET", server.profilePath("ann")))
      assert.deepStrictEqual(profile.properties, { seats: 3.5, tags: ["y", "z"] })

      // Each operation takes only its own field, and refuses as set-once does.
      for (const [operation] of sent) {
        refused(yield* server.send(operation, "{"), 400, /JSON/)
        refused(
          yield* server.send(operation, { distinct_id: "ann", $once: { x: 1 } }),
          400,
          /only .+, not \$once/,
        )
      }
      refused(yield* server.send("grow", { distinct_id: "ann" }), 404)
    }),
  )

  it.live("many at once is one request, in which only an invalid item is refused", () =>
    Effect.gen(function* () {
      const server = yield* startNotify()
      const reply = yield* server.send("batch", {
        batch: [
          { distinct_id: "ann", action: { $set: { x: 1 }, $append: { l: "y" } } },
          { distinct_id: "bob", action: { $add: { x: "1" } } },
          { distinct_id: "ann", action: { $add: { x: 2 } } },
        ],
      })
      assert.strictEqual(reply.status, 202, reply.text)
      const Accepted = Schema.Struct({ ...AcceptedChange.fields, batch: Schema.Array(Schema.Unknown) })
      const { request_id: id, batch } = readAs(Accepted, reply)
      assert.deepStrictEqual(batch, [
        { $set: "ok", $append: "ok" },
        { error: "$add.x is not allowed: only a number can be added" },
        { $add: "ok" },
      ])
      const change = { status: "processed", ignored: [] }
      assert.deepStrictEqual(yield* server.outcome(id), {
        ...change,
        request_id: id,
        applied: ["l", "x"],
        changes: [
          { ...change, change: 0, applied: ["l", "x"] },
          { ...change, change: 1, applied: ["x"] },
        ],
      })
      const profile = readAs(ResolvedProfileShape, yield* server.ask("GET", server.profilePath("ann")))
      assert.deepStrictEqual(profile.properties, { x: 3, l: ["y"] })
      refused(yield* server.send("batch", { batch: [{ distinct_id: "" }] }), 400, /no valid item.*action/)
      refused(yield* server.send("batch", { batch: [] }), 400, /empty/)
    }),
  )
})

describe("merging profiles", () => {
  it.live("leads one id to the other", () =>
    Effect.gen(function* () {
      const server = yield* startNotify()
      yield* server.setOnce({ distinct_id: "a/é", $once: { plan: "free", city: "Faro" } })
      yield* server.setOnce({ distinct_id: "ann", $once: { plan: "pro" } })
      const path = `${server.profilePath("a/é")}/merge/ann`
      const sent = yield* server.ask("PATCH", path, { headers: { "idempotency-key": "m" } })
      assert.strictEqual(sent.status, 202, sent.text)
      const { _message: message, request_id: id } = readAs(AcceptedChange, sent)
      assert.strictEqual(message, "The merge is accepted")
      assert.deepStrictEqual(yield* server.outcome(id), {
        request_id: id,
        status: "processed",
        applied: ["city"],
        ignored: [{ name: "plan", reason: "already set" }],
      })
      const again = yield* server.ask("PATCH", path, { headers: { "idempotency-key": "m" } })
      assert.strictEqual(readAs(AcceptedChange, again).request_id, id)
      const other = `${server.profilePath("bob")}/merge/ann`
      refused(
        yield* server.ask("PATCH", other, { headers: { "idempotency-key": "m" } }),
        400,
        /Idempotency-Key/,
      )
      const profile = readAs(ResolvedProfileShape, yield* server.ask("GET", server.profilePath("a/é")))
      assert.deepInclude(profile, {
        distinct_id: "ann",
        properties: { plan: "pro", city: "Faro" },
        id_list: ["a/é"],
      })
      refused(yield* server.ask("PATCH", `${server.profilePath("ann")}/merge/${"x".repeat(256)}`), 400, /255/)
      assert.strictEqual((yield* server.ask("DELETE", server.profilePath("a/é"))).status, 204)
      refused(yield* server.ask("GET", server.profilePath("ann")), 404)
    }),
  )
})

describe("a cohort", () => {
  it.live("is found page by page and counted, by a filter", () =>
    Effect.gen(function* () {
      const server = yield* startNotify()
      const ids = ["ann", "bob", "🎈", "é/ü"]
      const batch = ids.map((id, index) => ({ distinct_id: id, action: { $set: { n: index, on: true } } }))
      const sent = yield* server.send("batch", { batch })
      const Sent = Schema.Struct({ ...AcceptedChange.fields, batch: Schema.Array(Schema.Unknown) })
      yield* server.outcome(readAs(Sent, sent).request_id)
      const path = (more: string, query: Readonly<Record<string, string>>) =>
        `/v1/${server.home.id}/live/profiles${more}?${new URLSearchParams(query).toString()}`
      const filterOf = (...all: ReadonlyArray<unknown>) => JSON.stringify({ all })
      const Found = Schema.Struct({
        data: Schema.Array(ProfileShape),
        next_cursor: Schema.NullOr(Schema.String),
      })
      const found: Array<string> = []
      const filter = filterOf({ name: "on", op: "eq", value: true }, { name: "n", op: "gt", value: 0 })
      let cursor: string | null = ""
      for (let page = 0; cursor !== null; page++) {
        assert.isBelow(page, 3)
        const query: Readonly<Record<string, string>> = {
          filter,
          limit: "2",
          ...(cursor !== "" && { cursor }),
        }
        const { data, next_cursor }: typeof Found.Type = readAs(
          Found,
          yield* server.ask("GET", path("", query)),
        )
        found.push(...data.map((one) => one.distinct_id))
        cursor = next_cursor
      }
      assert.deepStrictEqual(found, ["bob", "é/ü", "🎈"])
      const counted = yield* server.ask("GET", path("/count", { filter }))
      assert.strictEqual(counted.text, '{"count":3}')
      assert.strictEqual((yield* server.ask("GET", path("/count", {}))).text, '{"count":4}')

      const some = { ids: '["🎈","ann"]', fields: "on,none", sort: "-n" }
      const first = readAs(Found, yield* server.ask("GET", path("", { ...some, limit: "1" })))
      assert.deepStrictEqual(
        first.data.map((one) => [one.distinct_id, one.properties]),
        [["🎈", { on: true }]],
      )
      const second = yield* server.ask(
        "GET",
        path("", { ...some, limit: "1", cursor: first.next_cursor ?? "" }),
      )
      assert.deepStrictEqual(
        readAs(Found, second).data.map((one) => one.distinct_id),
        ["ann"],
      )
      const any = { any: [{ name: "n", op: "eq", value: 0 }, { not: { name: "n", op: "lt", value: 3 } }] }
      const either = yield* server.ask("GET", path("/count", { filter: JSON.stringify(any) }))
      assert.strictEqual(either.text, '{"count":2}')

      const refusals: ReadonlyArray<readonly [query: Readonly<Record<string, string>>, says: RegExp]> = [
        [{ ids: "[1]" }, /ids must list 1 to 1,000/],
        [{ fields: "[" }, /fields must list/],
        [{ sort: "n", cursor: "YW5u" }, /next_cursor/],
        [{ sort: "n\0" }, /sort must name a property/],
        [{ sort: "n", cursor: Base64Url.encode('["ann","a\\u0000"]') }, /next_cursor/],
        [{ limit: "0" }, /1 to 1,000/],
        [{ limit: "1001" }, /1 to 1,000/],
        [{ cursor: "%" }, /next_cursor/],
        [{ filter: "{" }, /JSON/],
        [{ filter: filterOf({ name: "n", op: "like", value: 1 }) }, /contains/],
        [{ filter: filterOf({ name: "n", op: "eq", value: [1] }) }, /at n/],
      ]
      for (const [query, says] of refusals) refused(yield* server.ask("GET", path("", query)), 400, says)
      refused(yield* server.ask("GET", path("/count", { filter: "[]" })), 400, /JSON/)
    }),
  )
})

describe("requests and usage", () => {
  it.live("are listed page by page, from a cursor or an instant on, and counted by day", () =>
    Effect.gen(function* () {
      const server = yield* startNotify()
      const Listed = Schema.Struct({
        data: Schema.Array(
          Schema.Struct({
            request_id: Schema.String,
            operation: Schema.String,
            accepted_at: Instant,
            status: Schema.String,
            applied: Schema.Array(Schema.String),
            ignored: Schema.Array(Schema.Struct({ name: Schema.String, reason: Schema.String })),
          }),
        ),
        next_cursor: Schema.NullOr(Schema.String),
      })
      const ids = [
        idOf(yield* server.setOnce({ distinct_id: "ann", $once: { plan: "pro", on: true } })),
        readAs(AcceptedChange, yield* server.send("set", { distinct_id: "bob", $set: { plan: "free" } }))
          .request_id,
        idOf(yield* server.setOnce({ distinct_id: "ann", $once: { plan: "free" } })),
      ]
      for (const id of ids) yield* server.outcome(id)
      const list = (query: Readonly<Record<string, string>>) =>
        server.ask("GET", `/v1/${server.home.id}/live/requests?${new URLSearchParams(query).toString()}`)
      const page = Effect.fnUntraced(function* (query: Readonly<Record<string, string>>) {
        return readAs(Listed, yield* list(query))
      })
      const first = yield* page({ limit: "2" })
      const second = yield* page({ limit: "2", after: first.next_cursor ?? "" })
      assert.isNull(second.next_cursor)
      assert.deepStrictEqual(
        [...first.data, ...second.data].map((one) => [
          one.request_id,
          one.operation,
          one.status,
          one.applied,
        ]),
        [
          [ids[0] ?? "", "set-once", "processed", ["on", "plan"]],
          [ids[1] ?? "", "set", "processed", ["plan"]],
          [ids[2] ?? "", "set-once", "processed", []],
        ],
      )
      assert.deepStrictEqual(second.data[0]?.ignored, [{ name: "plan", reason: "already set" }])
      assert.strictEqual((yield* page({ after: "2020-01-01", status: "processed" })).data.length, 3)
      const offset = { after: "2020-01-01T00:00:00.500+05:30", status: "processed" }
      assert.strictEqual((yield* page(offset)).data.length, 3)
      // A + that was sent as it is arrives as a space.
      assert.strictEqual((yield* page({ ...offset, after: offset.after.replace("+", " ") })).data.length, 3)
      assert.deepStrictEqual(yield* page({ after: "2999-01-01T00:00:00Z" }), { data: [], next_cursor: null })
      assert.deepStrictEqual((yield* page({ status: "failed" })).data, [])
      refused(yield* list({ limit: "1001" }), 400, /1 to 1,000/)
      refused(yield* list({ status: "done" }), 400, /accepted, processed, failed/)
      for (const after of ["yesterday", "%", "cmVxdWVzdCA5OTk5OTk5OTk5OTk5OTk5"]) {
        refused(yield* list({ after }), 400, /next_cursor/)
      }

      const UsageShape = Schema.Struct({
        profiles: Schema.Int,
        bytes: Schema.Int,
        properties: Schema.Record(Schema.String, Schema.Int),
        requests: Schema.Array(
          Schema.Struct({
            day: Schema.String,
            total: Schema.Int,
            operations: Schema.Record(Schema.String, Schema.Int),
          }),
        ),
        limits: Schema.Struct({}),
      })
      const usage = readAs(UsageShape, yield* server.ask("GET", `/v1/${server.home.id}/live/usage`))
      assert.strictEqual(usage.profiles, 2)
      assert.deepStrictEqual(usage.properties, { string: 1, number: 0, boolean: 1, date: 0, list: 0 })
      const total = (name: string) =>
        usage.requests.reduce((sum, one) => sum + (one.operations[name] ?? 0), 0)
      assert.deepStrictEqual([total("set-once"), total("set"), total("unset")], [2, 1, 0])
      assert.strictEqual(
        usage.requests.reduce((sum, one) => sum + one.total, 0),
        3,
      )
    }),
  )
})
