import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Schema from "effect/Schema"
import { connect } from "node:net"
import { askRaw, parseRaw, type Reply } from "./ask.ts"
import { startNotify } from "./notifyServer.ts"
import { Instant, readAs } from "./replies.ts"

const Failure = Schema.Struct({ _message: Schema.NonEmptyString, status: Schema.Literal("error") })

/** That an answer is an error as the contract has it; gives its message. */
const refused = (reply: Reply, status: number, says?: RegExp): string => {
  assert.strictEqual(reply.status, status, reply.text)
  const { _message } = readAs(Failure, reply)
  if (says !== undefined) assert.match(_message, says)
  return _message
}

const idOf = (reply: Reply): string => {
  assert.strictEqual(reply.status, 202, reply.text)
  return readAs(Schema.Struct({ request_id: Schema.String }), reply).request_id
}

const ProfileShape = Schema.Struct({
  distinct_id: Schema.String,
  properties: Schema.Record(Schema.String, Schema.Unknown),
  created_at: Instant,
  updated_at: Instant,
})

describe("setting properties once", () => {
  it.live("is accepted, applied, told of, and erased", () =>
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
      const profile = readAs(ProfileShape, yield* server.ask("GET", server.profilePath("ann")))
      assert.deepStrictEqual(profile.properties, { plan: "pro", seats: 3, city: "Faro" })
      assert.strictEqual((yield* server.ask("DELETE", server.profilePath("ann"))).status, 204)
      refused(yield* server.ask("GET", server.profilePath("ann")), 404)
      assert.strictEqual((yield* server.ask("DELETE", server.profilePath("ann"))).status, 204)
    }),
  )

  it.live("gives names such as __proto__ and numbers back as they were sent", () =>
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
        assert.strictEqual(readAs(ProfileShape, reply).distinct_id, id)
        refused(yield* server.ask("GET", server.profilePath(`${id}a`)), 404)
        assert.strictEqual((yield* server.ask("DELETE", server.profilePath(id))).status, 204)
      }
    }),
  )

  const fit = { distinct_id: "ann", $once: { x: 1 } }
  const long = "x".repeat(256)
  it.live.each([
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
    ["a number past 2^53", '{"distinct_id":"a","$once":{"x":9007199254740993}}', /exactly, at x/],
    ["a number past all", '{"distinct_id":"a","$once":{"x":1e400}}', /exactly/],
    ["a number of too many digits", '{"distinct_id":"a","$once":{"x":[0.12345678901234567]}}', /exactly/],
  ] as const)("refuses %s", ([, body, says]) =>
    Effect.gen(function* () {
      const server = yield* startNotify()
      refused(yield* server.setOnce(body), 400, says)
    }),
  )

  it.live("makes a retry of what comes with an idempotency key again", () =>
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

  it.live("takes a body of 4 MiB and none that is larger, told or not", () =>
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
      const pieces = Array.from({ length: 40 }, () => `${piece.length.toString(16)}\r\n${piece}\r\n`)
      const raw = yield* askRaw(server.address, [`${head}Transfer-Encoding: chunked\r\n\r\n`, ...pieces])
      const { status, body: text } = parseRaw(raw.text)
      assert.strictEqual(status, 413)
      assert.include(text, '"status":"error"')
      assert.isBelow(raw.written, 40 * piece.length)
    }),
  )
})

const AcceptedChange = Schema.Struct({
  request_id: Schema.String,
  status: Schema.Literal("ok"),
  _message: Schema.NonEmptyString,
})

describe("changing properties", () => {
  it.live("is accepted by each operation, applied in order, and told of", () =>
    Effect.gen(function* () {
      const server = yield* startNotify()
      const sent = [
        ["set", { distinct_id: "ann", $set: { plan: "free", seats: 3 } }],
        ["set", { distinct_id: "ann", $set: { plan: "pro" } }],
        ["numerical-add", { distinct_id: "ann", $add: { seats: 0.5 } }],
        ["append", { distinct_id: "ann", $append: { tags: ["x", "y", "x"] } }],
        ["remove", { distinct_id: "ann", $remove: { tags: "x" } }],
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
      const profile = readAs(ProfileShape, yield* server.ask("GET", server.profilePath("ann")))
      assert.deepStrictEqual(profile.properties, { seats: 3.5, tags: ["y"] })

      // Each operation takes its own field alone, and refuses as set-once does.
      for (const [operation] of sent) {
        refused(yield* server.send(operation, "{"), 400, /JSON/)
        refused(
          yield* server.send(operation, { distinct_id: "ann", $once: { x: 1 } }),
          400,
          /alone, not \$once/,
        )
      }
      refused(yield* server.send("grow", { distinct_id: "ann" }), 404)
    }),
  )

  it.live("many at once is one request, in which an unfit item refuses itself alone", () =>
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
      const Results = Schema.Struct({ ...AcceptedChange.fields, results: Schema.Array(Schema.Unknown) })
      const { request_id: id, results } = readAs(Results, reply)
      assert.deepStrictEqual(results, [
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
      const profile = readAs(ProfileShape, yield* server.ask("GET", server.profilePath("ann")))
      assert.deepStrictEqual(profile.properties, { x: 3, l: ["y"] })
      refused(yield* server.send("batch", { batch: [{ distinct_id: "" }] }), 400, /no fit item.*action/)
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
      const id = readAs(AcceptedChange, sent).request_id
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
      const profile = readAs(ProfileShape, yield* server.ask("GET", server.profilePath("a/é")))
      assert.deepInclude(profile, { distinct_id: "ann", properties: { plan: "pro", city: "Faro" } })
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
      const Sent = Schema.Struct({ ...AcceptedChange.fields, results: Schema.Array(Schema.Unknown) })
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

      const refusals: ReadonlyArray<readonly [query: Readonly<Record<string, string>>, says: RegExp]> = [
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
      assert.deepStrictEqual(yield* page({ after: "2999-01-01T00:00:00Z" }), { data: [], next_cursor: null })
      assert.deepStrictEqual((yield* page({ status: "failed" })).data, [])
      refused(yield* list({ limit: "1001" }), 400, /1 to 1,000/)
      refused(yield* list({ status: "done" }), 400, /accepted, processed, failed/)
      for (const after of ["yesterday", "%", "cmVxdWVzdCA5OTk5OTk5OTk5OTk5OTk5"]) {
        refused(yield* list({ after }), 400, /next_cursor/)
      }

      const UsageShape = Schema.Struct({
        profiles: Schema.Int,
        properties: Schema.Record(Schema.String, Schema.Int),
        requests: Schema.Array(
          Schema.Struct({
            day: Schema.String,
            total: Schema.Int,
            operations: Schema.Record(Schema.String, Schema.Int),
          }),
        ),
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

describe("bodies that are on their way", () => {
  /** Opens a request whose body does not come, and gives the status line of what the server says of it. */
  const beginBody = (address: string, head: string) =>
    Effect.callback<string>((resume) => {
      const { hostname, port } = new URL(address)
      const socket = connect(Number(port), hostname)
      socket.once("data", (chunk) => resume(Effect.succeed(chunk.toString().split("\r\n", 1)[0] ?? "")))
      // The server closes it at the test's end.
      socket.on("error", () => {})
      socket.write(head)
    })

  it.live.each(["Transfer-Encoding: chunked", "Content-Length: 4194304"])(
    "turn nobody away before they have come (%s)",
    (length) =>
      Effect.gen(function* () {
        const server = yield* startNotify()
        const head =
          `POST ${server.setOncePath} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${server.home.key}\r\n` +
          `Expect: 100-continue\r\n${length}\r\n\r\n`
        for (let body = 0; body < 100; body++) {
          assert.strictEqual(yield* beginBody(server.address, head), "HTTP/1.1 100 Continue")
        }
        idOf(yield* server.setOnce({ distinct_id: "ann", $once: { plan: "pro" } }))
      }),
  )

  it.live("turn others away once 256 MiB of them have come", () =>
    Effect.gen(function* () {
      const server = yield* startNotify()
      const request = (text: string) =>
        `POST ${server.setOncePath} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${server.home.key}\r\n${text}`
      // All but the last byte of each body.
      const most = `${request("Content-Length: 4194304\r\n\r\n")}${" ".repeat(4_194_303)}`
      yield* Effect.forEach(
        Array.from({ length: 80 }, () => most),
        (text) => Effect.forkScoped(askRaw(server.address, [text])),
      )
      const body = JSON.stringify({ distinct_id: "a", $once: { text: "x".repeat(255) } }).padEnd(100_000)
      let reply = yield* server.setOnce(body)
      while (reply.status === 202) reply = yield* server.setOnce(body)
      refused(reply, 503)
      assert.strictEqual(reply.headers["retry-after"], "1")
    }),
  )
})

describe("who may ask", () => {
  it.live("is told by the key and the workspace, before anything else of the request", () =>
    Effect.gen(function* () {
      const server = yield* startNotify()
      const other = yield* server.makeWorkspace("other")
      const paths = (workspace: string, version: string): ReadonlyArray<readonly [string, string]> => [
        ["POST", `/v1/${workspace}/${version}/profiles/properties/set-once`],
        ["POST", `/v1/${workspace}/${version}/profiles/properties/set`],
        ["POST", `/v1/${workspace}/${version}/profiles/properties/batch`],
        ["GET", `/v1/${workspace}/${version}/profiles/ann`],
        ["GET", `/v1/${workspace}/${version}/profiles?filter=x`],
        ["GET", `/v1/${workspace}/${version}/profiles/count`],
        ["DELETE", `/v1/${workspace}/${version}/profiles/ann`],
        ["PATCH", `/v1/${workspace}/${version}/profiles/ann/merge/bob`],
        ["GET", `/v1/${workspace}/${version}/requests/1`],
        ["GET", `/v1/${workspace}/${version}/requests?limit=x`],
        ["GET", `/v1/${workspace}/${version}/usage`],
      ]
      for (const [method, path] of [...paths("nowhere", "live"), ...paths(other.id, "dev")]) {
        const reply = yield* server.ask(method, path, { body: "{" })
        refused(reply, 401)
        assert.strictEqual(reply.headers["www-authenticate"], "Bearer")
      }
      for (const [method, path] of paths(server.home.id, "dev")) {
        refused(yield* server.ask(method, path, { body: "{" }), 400, /version/)
        refused(yield* server.ask(method, path, { body: "{", key: "x" }), 401)
        refused(yield* server.ask(method, path, { headers: { authorization: "Basic eDp5" } }), 401)
      }
      assert.strictEqual(
        (yield* server.ask("GET", server.profilePath("ann"), {
          headers: { authorization: `bEARER ${server.home.key}` },
        })).status,
        404,
      )
    }),
  )

  it.live("a key that is revoked is refused within a second, and a new one is known at once", () =>
    Effect.gen(function* () {
      const server = yield* startNotify()
      refused(yield* server.ask("GET", server.profilePath("ann")), 404)
      const [record] = yield* server.workspaces.keys(server.home.id)
      assert.isTrue(yield* server.workspaces.revokeKey(server.home.id, record?.id ?? assert.fail()))
      const revoked = performance.now()
      while ((yield* server.ask("GET", server.profilePath("ann"))).status !== 401) {
        assert.isBelow(performance.now() - revoked, 1_000)
      }
    }),
  )

  it.live("unknown paths and methods are errors of the same form", () =>
    Effect.gen(function* () {
      const server = yield* startNotify()
      refused(yield* server.ask("GET", "/v1/nothing"), 404)
      refused(yield* server.ask("GET", "/v1/listening/top/albums"), 404)
      for (const distinctId of ["ann", "🎈".repeat(255)]) {
        const reply = yield* server.ask("PUT", server.profilePath(distinctId))
        refused(reply, 405, /PUT/)
        assert.strictEqual(reply.headers["allow"], "GET, HEAD, DELETE")
      }
      assert.strictEqual((yield* server.ask("GET", "/v1/health")).status, 200)
    }),
  )
})

describe("a server that cannot keep up", () => {
  it.effect("since it is being stopped says so, and when to come back", () =>
    Effect.gen(function* () {
      const server = yield* startNotify({ store: (store) => ({ ...store, profile: () => Effect.interrupt }) })
      const reply = yield* server.ask("GET", server.profilePath("ann"))
      refused(reply, 503, /being stopped/)
      assert.match(reply.headers["retry-after"] ?? "", /^[1-9]\d*$/)
    }),
  )

  it.live("turns away what is too much with Retry-After, and answers all that waited", () =>
    Effect.gen(function* () {
      const entered = yield* Deferred.make<void>()
      const open = yield* Deferred.make<void>()
      const server = yield* startNotify({
        maxWaiting: 5,
        store: (store) => ({
          ...store,
          accept: (requests, now) =>
            Deferred.succeed(entered, undefined).pipe(
              Effect.andThen(Deferred.await(open)),
              Effect.andThen(store.accept(requests, now)),
            ),
        }),
      })
      const send = (id: number) => server.setOnce({ distinct_id: `p${id}`, $once: { x: id } })
      const first = yield* Effect.forkChild(send(0))
      yield* Deferred.await(entered)
      // While the first is being written five wait; whoever comes then is refused, and told so at once.
      let turnedAway = 0
      const replies = yield* Effect.all(
        [1, 2, 3, 4, 5, 6, 7, 8, 9].map((id) =>
          Effect.tap(send(id), ({ status }) => {
            if (status === 503) turnedAway += 1
            return turnedAway === 4 ? Deferred.succeed(open, undefined) : Effect.void
          }),
        ),
        { concurrency: 9 },
      )
      idOf(yield* Fiber.join(first))
      for (const reply of replies) {
        if (reply.status === 202) continue
        refused(reply, 503)
        assert.match(reply.headers["retry-after"] ?? "", /^[1-9]\d*$/)
      }
      assert.strictEqual(replies.filter(({ status }) => status === 202).length, 5)
    }),
  )

  it.live("tells nothing of what went wrong but where it is logged", () =>
    Effect.gen(function* () {
      const server = yield* startNotify({
        store: (store) => ({
          ...store,
          accept: () => Effect.die("secret sql"),
          profile: () => Effect.die("secret"),
        }),
      })
      for (const reply of [
        yield* server.setOnce({ distinct_id: "ann", $once: { x: 1 } }),
        yield* server.ask("GET", server.profilePath("ann")),
      ]) {
        const message = refused(reply, 500)
        assert.notInclude(reply.text, "secret")
        const id = /[0-9a-f-]{36}/.exec(message)?.[0] ?? assert.fail()
        assert.isTrue(server.logs.some((line) => line.includes(id) && line.includes("secret")))
      }
    }),
  )
})
