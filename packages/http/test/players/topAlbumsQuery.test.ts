import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { jsonOf } from "../ask.ts"
import { assertFailure } from "../replies.ts"
import { play, plays } from "../scriptedSource.ts"
import { start, startServer, type TestServer } from "../testServer.ts"

const path = "/v1/listening/top/albums"

const Answer = Schema.Struct({
  data: Schema.Array(Schema.Struct({ name: Schema.String })),
  pagination: Schema.Struct({
    page: Schema.Int,
    limit: Schema.Int,
    total: Schema.Int,
    total_pages: Schema.Int,
  }),
})

const answer = (server: TestServer, query: string) =>
  Effect.map(server.get(`${path}?${query}`), (reply) => {
    assert.strictEqual(reply.status, 200, `${query}: ${reply.text}`)
    return Schema.decodeUnknownSync(Answer)(jsonOf(reply))
  })

const names = (server: TestServer, query: string) =>
  Effect.map(answer(server, query), ({ data }) => data.map((item) => item.name).toSorted())

/** Five albums, played once each, at these times in UTC. */
const week = [
  "2026-07-01T00:00:00Z",
  "2026-07-01T23:59:59Z",
  "2026-07-02T00:00:00Z",
  "2026-07-02T12:30:00Z",
  "2026-07-03T00:00:00Z",
]
const storeWeek = (server: TestServer) =>
  server.store.storeScrobbles(week.map((time, index) => play("Low", `${index}`, Date.parse(time))))

describe("the query of top albums", () => {
  it.effect("refuses pages and limits other than whole numbers from 1", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      for (const name of ["page", "limit"]) {
        for (const value of [
          "0",
          "-1",
          "1.5",
          "abc",
          "",
          "%20",
          "1e2",
          "0x10",
          "1,5",
          "+1",
          "NaN",
          "Infinity",
          "00",
          "٣",
          "1 2",
        ]) {
          const query = `${name}=${encodeURIComponent(decodeURIComponent(value))}`
          assertFailure(yield* server.get(`${path}?${query}`), 400, new RegExp(`^${name}: .*whole number`))
        }
      }
    }),
  )

  it.effect("serves a limit over 100 as 100 and says so", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      yield* server.store.storeScrobbles(
        Array.from({ length: 120 }, (_, index) => play("Low", `${index}`, start - index * 1_000)),
      )
      for (const [limit, served] of [
        ["1", 1],
        ["99", 99],
        ["100", 100],
        ["101", 100],
        ["1000", 100],
        ["100000000000", 100],
      ] as const) {
        const { data, pagination } = yield* answer(server, `limit=${limit}`)
        assert.lengthOf(data, served)
        assert.deepStrictEqual(pagination, {
          page: 1,
          limit: served,
          total: 120,
          total_pages: Math.ceil(120 / served),
        })
      }
      assert.strictEqual((yield* answer(server, "")).pagination.limit, 20)
    }),
  )

  it.effect("takes a limit however large", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      for (const limit of ["9007199254740993", "9".repeat(30), "9".repeat(400)]) {
        assert.strictEqual((yield* answer(server, `limit=${limit}`)).pagination.limit, 100)
      }
    }),
  )

  it.effect("returns an empty page past the end, however far", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      yield* server.store.storeScrobbles(plays("Low", "Hey What", 2, start))
      for (const page of [2, 1_000, 100_000_000_000]) {
        const { data, pagination } = yield* answer(server, `page=${page}`)
        assert.deepStrictEqual(data, [])
        assert.deepStrictEqual(pagination, { page, limit: 20, total: 1, total_pages: 1 })
      }
    }),
  )

  it.effect("narrows to a day, which overrides from and to", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      yield* storeWeek(server)
      assert.deepStrictEqual(yield* names(server, "date=2026-07-01"), ["0", "1"])
      assert.deepStrictEqual(yield* names(server, "date=2026-07-01&from=2026-07-02&to=2026-07-03"), [
        "0",
        "1",
      ])
      assert.deepStrictEqual(yield* names(server, "date=2026-07-02&from=nonsense&to=nonsense"), ["2", "3"])
      assert.deepStrictEqual(yield* names(server, "date=2026-07-02&from=2026-07-09&to=2026-07-01"), [
        "2",
        "3",
      ])
      assert.deepStrictEqual(yield* names(server, "date=2026-07-04"), [])
    }),
  )

  it.effect("takes both ends of a range as inclusive, and an open end as open", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      yield* storeWeek(server)
      for (const [query, expected] of [
        ["from=2026-07-02", ["2", "3", "4"]],
        ["to=2026-07-01", ["0", "1"]],
        ["from=2026-07-01&to=2026-07-02", ["0", "1", "2", "3"]],
        ["from=2026-07-02&to=2026-07-02", ["2", "3"]],
        ["from=2026-07-01T23:59:59Z&to=2026-07-02T12:30:00Z", ["1", "2", "3"]],
        ["from=2026-07-01T23:59:59.001Z&to=2026-07-02T12:29:59.999Z", ["2"]],
        ["from=2026-07-02T02:00:00%2B02:00&to=2026-07-02T14:30:00%2B02:00", ["2", "3"]],
        ["from=2026-07-02T02:00:00+02:00&to=2026-07-02T14:30:00+02:00", ["2", "3"]],
        ["from=2026-07-02T12:30:00Z&to=2026-07-02T12:30:00Z", ["3"]],
        ["period=7day&to=2026-07-01", ["0", "1"]],
      ] as const) {
        assert.deepStrictEqual(yield* names(server, query), [...expected], query)
      }
    }),
  )

  it.effect("reads days and times without an offset in the owner's time zone", () =>
    Effect.gen(function* () {
      const server = yield* startServer({ timeZone: "America/New_York" })
      yield* storeWeek(server)
      assert.deepStrictEqual(yield* names(server, "date=2026-07-01"), ["1", "2"])
      assert.deepStrictEqual(yield* names(server, "from=2026-07-02T08:30:00&to=2026-07-02T08:30:00"), ["3"])
      assert.deepStrictEqual(yield* names(server, "from=2026-07-02T08:30&to=2026-07-02T20:00:00Z"), ["3"])
    }),
  )

  it.effect("refuses what is not a day and no time, naming the field", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const never = [
        "",
        "2026-02-30",
        "2026-13-01",
        "2026-7-1",
        "20260701",
        "01.07.2026",
        "today",
        "1751328000",
        "%00",
      ]
      for (const value of [...never, "2026-07-01T00:00:00Z"]) {
        assertFailure(yield* server.get(`${path}?date=${value}`), 400, /^date: /)
      }
      for (const name of ["from", "to"]) {
        for (const value of [
          ...never,
          "2026-07-01T25:00:00Z",
          "2026-07-01T",
          "2026-02-30T10:00:00Z",
          "2026-07-01T10:00:00X",
        ]) {
          assertFailure(yield* server.get(`${path}?${name}=${value}`), 400, new RegExp(`^${name}: `))
        }
      }
    }),
  )

  it.effect("refuses a range that ends before it begins", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      for (const query of [
        "from=2026-07-02&to=2026-07-01",
        "from=2026-07-02T00:00:00.001Z&to=2026-07-02T00:00:00Z",
        "from=2026-07-02T00:00:00Z&to=2026-07-02T00:00:00%2B01:00",
      ]) {
        assertFailure(yield* server.get(`${path}?${query}`), 400, /^from: must not be after to/)
      }
    }),
  )

  it.effect("takes true and false for include_sparklines and nothing else", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      for (const value of ["true", "false"]) yield* answer(server, `include_sparklines=${value}`)
      for (const value of ["", "1", "0", "yes", "TRUE", "True", "%20true"]) {
        const reply = yield* server.get(`${path}?include_sparklines=${value}`)
        assertFailure(reply, 400, /^include_sparklines: must be true or false/)
      }
    }),
  )

  it.effect("refuses periods that there are not, listing those that there are", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      for (const period of ["", "custom", "7DAY", "week", "7day%20", "all"]) {
        const says = assertFailure(yield* server.get(`${path}?period=${period}`), 400, /^period: /)
        for (const one of ["7day", "1month", "3month", "6month", "12month", "overall"])
          assert.include(says, one)
      }
    }),
  )

  it.effect("refuses a repeated parameter with a 400 that names it", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      for (const [name, query] of [
        ["limit", "limit=5&limit=6"],
        ["page", "page=1&page=1"],
        ["period", "period=7day&period=overall"],
        ["date", "date=2026-07-01&date=2026-07-02"],
        ["include_sparklines", "include_sparklines=true&include_sparklines=false"],
      ] as const) {
        assertFailure(yield* server.get(`${path}?${query}`), 400, new RegExp(`^${name}: `))
      }
    }),
  )

  it.effect("ignores parameters that no one knows", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      yield* answer(server, "other=1&other=2&__proto__=x&constructor=y&limit2=0&PAGE=0&&=&page%5B%5D=0")
    }),
  )
})
