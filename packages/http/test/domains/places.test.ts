import type { CheckIn, CheckInSource } from "@daybook/places"
import { checkInAt } from "@daybook/places/contract"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { CheckInItem } from "../attending/checkIns.ts"
import { assertFailure, Instant, Pagination, readAs } from "../replies.ts"
import { settingsOfPlaces, start, startServer } from "../testServer.ts"

const path = "/v1/places/recent"
const hour = 3_600_000

const Recent = Schema.Struct({ data: Schema.Array(CheckInItem), pagination: Pagination })
const Outcome = Schema.Struct({
  status: Schema.Literal("completed"),
  items_synced: Schema.Int,
  remaining: Schema.Int,
  timestamp: Instant,
})

const checkIn = (id: string, at: number, more: Partial<CheckIn> = {}) =>
  checkInAt(new Date(at).toISOString(), { id, shout: "The usual.", ...more })

const unknown = { venueName: "", category: "", city: "", country: "", position: undefined, shout: "" }

describe("recent places", () => {
  it.effect("have each field, and leave out a position that is not known", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      yield* server.places.storeCheckIns([checkIn("b", start), checkIn("a", start - hour, unknown)])
      const { data, pagination } = readAs(Recent, yield* server.get(path))
      assert.deepStrictEqual(pagination, { page: 1, limit: 20, total: 2, total_pages: 1 })
      assert.deepStrictEqual(data, [
        {
          id: "b",
          venue_name: "Tin Roof",
          category: "Diner",
          city: "Eastport",
          country: "Sealand",
          lat: 38.456,
          lng: -122.345,
          checked_in_at: "2026-07-15T12:00:00.000Z",
          shout: "The usual.",
          venue_id: "Tin Roof, Eastport",
        },
        {
          id: "a",
          venue_name: "",
          category: "",
          city: "",
          country: "",
          checked_in_at: "2026-07-15T11:00:00.000Z",
          shout: "",
          venue_id: "",
        },
      ])
    }),
  )

  it.effect("are empty on an instance without data", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      for (const query of ["", "?date=2026-07-15", "?page=7"]) {
        const { data, pagination } = readAs(Recent, yield* server.get(path + query))
        assert.deepStrictEqual([data.length, pagination.total, pagination.total_pages], [0, 0, 0])
      }
    }),
  )

  it.effect("come newest first over all pages, each once, even within one second", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const stored = Array.from({ length: 23 }, (_, index) =>
        checkIn(`id ${index}`, start - Math.floor(index / 3) * 1_000),
      )
      yield* server.places.storeCheckIns(stored)
      const whole = readAs(Recent, yield* server.get(`${path}?limit=100`)).data
      const expected = stored.toSorted((a, b) => b.checkedInAt - a.checkedInAt || (a.id < b.id ? 1 : -1))
      assert.deepStrictEqual(
        whole.map(({ id }) => id),
        expected.map(({ id }) => id),
      )
      const paged = []
      for (let page = 1; page <= 6; page++) {
        const { data, pagination } = readAs(Recent, yield* server.get(`${path}?limit=5&page=${page}`))
        assert.deepStrictEqual(pagination, { page, limit: 5, total: 23, total_pages: 5 })
        paged.push(...data)
      }
      assert.deepStrictEqual(paged, [...whole])
    }),
  )

  it.effect("can be limited to a day of the owner, or to a range with both ends", () =>
    Effect.gen(function* () {
      const server = yield* startServer({ timeZone: "America/New_York" })
      const at = (time: string) => checkIn(time, Date.parse(time))
      yield* server.places.storeCheckIns(
        ["2026-07-14T03:59:59Z", "2026-07-14T04:00:00Z", "2026-07-15T03:59:59Z", "2026-07-15T04:00:00Z"].map(
          at,
        ),
      )
      for (const [query, ids] of [
        ["date=2026-07-14", ["2026-07-15T03:59:59Z", "2026-07-14T04:00:00Z"]],
        ["date=2026-07-14&from=2000-01-01", ["2026-07-15T03:59:59Z", "2026-07-14T04:00:00Z"]],
        ["from=2026-07-15", ["2026-07-15T04:00:00Z"]],
        ["to=2026-07-13", ["2026-07-14T03:59:59Z"]],
        [
          "from=2026-07-14T04:00:00Z&to=2026-07-15T03:59:59Z",
          ["2026-07-15T03:59:59Z", "2026-07-14T04:00:00Z"],
        ],
      ] as const) {
        const { data, pagination } = readAs(Recent, yield* server.get(`${path}?${query}`))
        assert.deepStrictEqual(
          data.map(({ id }) => id),
          [...ids],
          query,
        )
        assert.strictEqual(pagination.total, ids.length)
      }
    }),
  )

  it.effect("refuse what is not a day, no range and no page, and say which", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      for (const [query, field] of [
        ["date=2026-02-30", "date"],
        ["from=yesterday", "from"],
        ["to=2026-13-01", "to"],
        ["from=2026-07-02&to=2026-07-01", "from"],
        ["page=0", "page"],
        ["limit=0", "limit"],
        ["limit=1.5", "limit"],
      ] as const) {
        assert.include(assertFailure(yield* server.get(`${path}?${query}`), 400), field, query)
      }
      assert.strictEqual(readAs(Recent, yield* server.get(`${path}?limit=500`)).pagination.limit, 100)
    }),
  )

  it.effect("answer 304 until something is stored", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      yield* server.places.storeCheckIns([checkIn("a", start)])
      const etag = String((yield* server.get(path)).headers.etag)
      const ask = server.get(path, { headers: { "if-none-match": etag } })
      assert.strictEqual((yield* ask).status, 304)
      yield* server.places.storeCheckIns([checkIn("b", start)])
      assert.strictEqual((yield* ask).status, 200)
    }),
  )
})

describe("a sync of places", () => {
  /** A feed of this many check-ins, a minute apart. */
  const feedOf = (count: number): CheckInSource => {
    const feed = Array.from({ length: count }, (_, index) => checkIn(`id ${index}`, start - index * 60_000))
    return {
      name: "feed",
      account: Effect.succeed("someone"),
      page: (offset, limit) => Effect.succeed({ total: count, checkIns: feed.slice(offset, offset + limit) }),
    }
  }

  it.effect("walks over 1,000 a call from the oldest, and says how many remain", () =>
    Effect.gen(function* () {
      const server = yield* startServer({ checkIns: [feedOf(2_300)] })
      const sync = Effect.map(server.command("POST", "/v1/admin/sync/places"), (reply) => {
        const { items_synced, remaining, timestamp } = readAs(Outcome, reply)
        assert.strictEqual(timestamp, "2026-07-15T12:00:00.000Z")
        return [items_synced, remaining]
      })
      assert.deepStrictEqual(yield* sync, [1_000, 1_300])
      const { data, pagination } = readAs(Recent, yield* server.get(`${path}?limit=1`))
      assert.deepStrictEqual([data[0]?.id, pagination.total], ["id 1300", 1_000])
      assert.deepStrictEqual(yield* sync, [1_000, 300])
      assert.deepStrictEqual(yield* sync, [300, 0])
      assert.deepStrictEqual(yield* sync, [0, 0])
      assert.strictEqual(readAs(Recent, yield* server.get(path)).pagination.total, 2_300)
    }),
  )

  it.effect("names the settings when no source is configured", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const says = assertFailure(yield* server.command("POST", "/v1/admin/sync/places"), 500)
      assert.include(says, settingsOfPlaces)
    }),
  )
})
