import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { TestClock } from "effect/testing"
import { assertFailure, Instant, InstantOrEmpty, Pagination, readAs } from "../replies.ts"
import { startServer, type TestServer } from "../testServer.ts"

const path = "/v1/admin/keys"

const fields = {
  id: Schema.Int,
  name: Schema.String,
  scope: Schema.Literals(["read", "admin", "submit"]),
  rate_limit: Schema.Int,
  created_at: Instant,
  expires_at: InstantOrEmpty,
}
const Made = Schema.Struct({ ...fields, key: Schema.String })
const Listed = Schema.Struct({
  data: Schema.Array(Schema.Struct({ ...fields, hint: Schema.String, last_used_at: InstantOrEmpty })),
  pagination: Pagination,
})

const make = (server: TestServer, body: object) =>
  Effect.map(server.command("POST", path, { body }), (reply) => {
    assert.strictEqual(reply.status, 201, reply.text)
    return readAs(Made, reply)
  })

const list = (server: TestServer, query = "") =>
  Effect.map(server.command("GET", path + query), (reply) => readAs(Listed, reply))

describe("keys", () => {
  it.effect("are made with all their fields, and shown", () =>
    Effect.gen(function* () {
      const server = yield* startServer({ rateLimit: 70 })
      const made = yield* make(server, { name: "phone", scope: "read" })
      assert.match(made.key, /^dbk_live_[0-9a-f]{64}$/)
      assert.deepStrictEqual(made, {
        id: made.id,
        key: made.key,
        name: "phone",
        scope: "read",
        rate_limit: 70,
        created_at: "2026-07-15T12:00:00.000Z",
        expires_at: "",
      })
      const full = yield* make(server, {
        name: "laptop",
        scope: "admin",
        rate_limit: 1_000,
        expires_at: "2026-08-01T00:00:00+02:00",
      })
      assert.match(full.key, /^dbk_admin_[0-9a-f]{64}$/)
      assert.strictEqual(full.rate_limit, 1_000)
      assert.strictEqual(full.expires_at, "2026-07-31T22:00:00.000Z")
      assert.notStrictEqual(full.id, made.id)
    }),
  )

  it.effect("work at once, in their scope", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const read = yield* make(server, { name: "phone", scope: "read" })
      const admin = yield* make(server, { name: "laptop", scope: "admin" })
      assert.strictEqual(
        (yield* server.ask("GET", "/v1/listening/top/albums", { key: read.key })).status,
        200,
      )
      assertFailure(yield* server.ask("GET", path, { key: read.key }), 403)
      assert.strictEqual((yield* server.ask("GET", path, { key: admin.key })).status, 200)
    }),
  )

  it.effect("are listed oldest first, without the keys, with a hint", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const made = []
      for (let index = 0; index < 5; index++)
        made.push(yield* make(server, { name: `key ${index}`, scope: "read" }))
      const reply = yield* server.command("GET", path)
      for (const { key } of [...made, server.admin, server.read]) {
        assert.notInclude(reply.text, key)
        assert.notInclude(reply.text, key.slice(10, 40))
      }
      assert.notMatch(reply.text, /hash/)
      const { data, pagination } = readAs(Listed, reply)
      assert.deepStrictEqual(pagination, { page: 1, limit: 20, total: 7, total_pages: 1 })
      assert.deepStrictEqual(
        data.slice(2).map(({ id, name, hint }) => ({ id, name, hint })),
        made.map(({ id, name, key }) => ({ id, name, hint: key.slice(-4) })),
      )
      const second = yield* list(server, "?limit=3&page=2")
      assert.deepStrictEqual(
        second.data.map(({ id }) => id),
        data.slice(3, 6).map(({ id }) => id),
      )
      assert.deepStrictEqual(second.pagination, { page: 2, limit: 3, total: 7, total_pages: 3 })
      assertFailure(yield* server.command("GET", `${path}?limit=0`), 400, /^limit: /)
      assert.strictEqual((yield* list(server, "?limit=500")).pagination.limit, 100)
      assert.deepStrictEqual((yield* list(server, "?page=9")).data, [])
    }),
  )

  it.effect("are listed with their last use, to within a minute", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const used = yield* make(server, { name: "used", scope: "read" })
      yield* make(server, { name: "unused", scope: "read" })
      yield* server.ask("GET", "/v1/listening/now-playing", { key: used.key })
      yield* TestClock.adjust("60 seconds")
      const { data } = yield* list(server)
      const lastUse = (name: string) => data.find((key) => key.name === name)?.last_used_at
      assert.strictEqual(lastUse("used"), "2026-07-15T12:00:00.000Z")
      assert.strictEqual(lastUse("unused"), "")
    }),
  )

  it.effect("expire in the future, at a real time", () =>
    Effect.gen(function* () {
      const server = yield* startServer({ timeZone: "Europe/Berlin" })
      for (const [expires_at, instant] of [
        ["2026-07-15T12:00:00.001Z", "2026-07-15T12:00:00.001Z"],
        ["2026-07-16", "2026-07-15T22:00:00.000Z"],
        ["2026-07-15T14:00:01", "2026-07-15T12:00:01.000Z"],
        ["2027-01-01T00:00:00Z", "2027-01-01T00:00:00.000Z"],
      ] as const) {
        assert.strictEqual(
          (yield* make(server, { name: "a", scope: "read", expires_at })).expires_at,
          instant,
        )
      }
      for (const expires_at of [
        "2026-07-15T12:00:00Z",
        "2026-07-15",
        "2020-01-01",
        "2026-02-30",
        "soon",
        "",
        "1784116800",
      ]) {
        const body = { name: "a", scope: "read", expires_at }
        assertFailure(yield* server.command("POST", path, { body }), 400, /^expires_at: /)
      }
    }),
  )

  it.effect("have a limit from 1 to 1000000, in whole numbers", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      for (const rate_limit of [1, 60, 1_000_000]) {
        assert.strictEqual(
          (yield* make(server, { name: "a", scope: "read", rate_limit })).rate_limit,
          rate_limit,
        )
      }
      for (const rate_limit of [0, -1, 1.5, 1_000_001, 1e300, "60", true, null, [], {}]) {
        const body = { name: "a", scope: "read", rate_limit }
        assertFailure(yield* server.command("POST", path, { body }), 400, /^rate_limit: .*whole number/)
      }
    }),
  )

  it.effect("have a name of 1 to 100 characters", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      for (const name of ["a", "x".repeat(100), "Zoë's 📱", "two\nlines"]) {
        assert.strictEqual((yield* make(server, { name, scope: "read" })).name, name)
      }
      for (const name of ["", "x".repeat(101)]) {
        assertFailure(yield* server.command("POST", path, { body: { name, scope: "read" } }), 400, /^name: /)
      }
    }),
  )

  it.effect("are not made by a refused request", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const body = { name: "a", scope: "read" }
      yield* server.command("POST", path, { body: { ...body, expires_at: "2020-01-01" } })
      yield* server.command("POST", path, { body: { ...body, rate_limit: 0 } })
      yield* server.ask("POST", path, { body, key: server.read.key })
      yield* server.ask("POST", path, { body })
      assert.strictEqual((yield* list(server)).pagination.total, 2)
    }),
  )

  it.effect("are revoked once: 204, then 404", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const { id, key } = yield* make(server, { name: "phone", scope: "read" })
      const gone = yield* server.command("DELETE", `${path}/${id}`)
      assert.strictEqual(gone.status, 204)
      assert.strictEqual(gone.text, "")
      assert.isUndefined(gone.headers["content-type"])
      assert.match(String(gone.headers["x-ratelimit-remaining"]), /^\d+$/)
      assertFailure(yield* server.command("DELETE", `${path}/${id}`), 404, new RegExp(`${id}`))
      assertFailure(yield* server.ask("GET", "/v1/listening/top/albums", { key }), 401)
      assert.notInclude((yield* server.command("GET", path)).text, "phone")
    }),
  )

  it.effect("are revoked by a number and nothing else", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      for (const id of ["abc", "1.5", "-1", "1e1", "0x1", "%20", "1%20", "99999999999", "null"]) {
        assertFailure(yield* server.command("DELETE", `${path}/${id}`), 400, /^id: must be a whole number/)
      }
      for (const id of ["0", "999", "999999999"])
        assertFailure(yield* server.command("DELETE", `${path}/${id}`), 404)
      assert.strictEqual((yield* list(server)).pagination.total, 2)
    }),
  )

  it.effect("may revoke themselves, and the response says so", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      assert.strictEqual((yield* server.command("DELETE", `${path}/${server.admin.id}`)).status, 204)
      assertFailure(yield* server.command("GET", path), 401)
    }),
  )
})
