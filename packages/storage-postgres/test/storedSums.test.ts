import { type DateRange, everything } from "@daybook/kernel"
import { FilterStore, ListeningStore, Period, rangeOfPeriod, type Scrobble } from "@daybook/listening"
import { SqlStorage } from "@daybook/storage-postgres"
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import { emptyStores, makeOnPostgres } from "./freshStores.ts"

const day = 86_400_000
/** Today, by the suite's clock, which is at 0. */
const midnight = 0
const utc = DateTime.zoneMakeNamedUnsafe("UTC")

/** Few names and times, so that plays arrive again, move to other albums, and share seconds. */
const Plays = Schema.Array(
  Schema.Struct({
    daysAgo: Schema.Literals([0, 1, 6, 7, 29, 30, 31, 126, 127, 364, 365, 366, 1200]),
    hour: Schema.Literals([0, 11, 12]),
    artist: Schema.Literals(["Low", "low"]),
    album: Schema.Literals(["", "Hey What", "Ones and Sixes"]),
    track: Schema.Literals(["Days Like These", "No Comprende"]),
  }),
).check(Schema.isBetweenLength(1, 25))

/** Batches, after each of which a rule comes or goes, or none does. */
const Batches = Schema.Array(
  Schema.Struct({ plays: Plays, rule: Schema.Literals(["", "", "Hey What", "Ones and Sixes"]) }),
).check(Schema.isBetweenLength(2, 6))

const scrobblesOf = (plays: typeof Plays.Type): ReadonlyArray<Scrobble> =>
  plays.map(({ daysAgo, hour, ...names }) => ({
    ...names,
    imageUrl: "",
    playedAt: midnight - daysAgo * day + hour * 3_600_000,
  }))

const topAlbums = (range: DateRange) =>
  Effect.flatMap(ListeningStore, ({ lists }) =>
    lists.played("album", { range, sort: "plays", order: "desc" }, { page: 1, limit: 10 }),
  )

const ask = Effect.forEach(Period.literals, (period) => topAlbums(rangeOfPeriod(period, midnight, utc)))

/** Sets the rule that hides the album, or removes it. */
const toggle = Effect.fnUntraced(function* (album: string) {
  const filters = yield* FilterStore
  const rule = { kind: "album", match: "exact", value: album, reason: "" } as const
  const { filter, isNew } = yield* filters.add(rule)
  if (!isNew) yield* filters.remove(filter.id)
})

/** Holds every sum to the plays. */
const assertSums = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const plays = sql`(select artist_id, album_id, track_id, played_at, played_at::date as day from scrobbles
    where not hidden) as play`
  for (const kind of ["artist", "album", "track"]) {
    const id = sql(`${kind}_id`)
    const sum = sql`count(*)::int as plays, min(played_at) as first_played_at, max(played_at) as last_played_at`
    assert.deepStrictEqual(
      yield* sql`select * from ${sql(`${kind}_totals`)} order by id`,
      yield* sql`select ${id} as id, ${sum} from ${plays} where ${id} is not null group by ${id} order by ${id}`,
      `${kind}_totals`,
    )
    assert.deepStrictEqual(
      yield* sql`select * from ${sql(`${kind}_months`)} order by 1, 2`,
      yield* sql`select date_trunc('month', day::timestamp)::date as month, ${id} as id, ${sum} from ${plays}
        where ${id} is not null group by 1, 2 order by 1, 2`,
      `${kind}_months`,
    )
  }
})

const thousand = (more: Partial<Scrobble>, from: string): ReadonlyArray<Scrobble> =>
  Array.from({ length: 1_000 }, (_, at) => ({
    artist: "Low",
    album: "Hey What",
    track: `track ${at % 50}`,
    imageUrl: "",
    ...more,
    playedAt: Date.parse(from) + at * 60_000,
  }))

const ranking = Effect.gen(function* () {
  const { items } = yield* topAlbums(everything)
  return items.map(({ artist, name, plays }) => `${artist} / ${name}: ${plays}`)
})

const store = (scrobbles: ReadonlyArray<Scrobble>) =>
  Effect.flatMap(ListeningStore, (listening) => listening.storeScrobbles(scrobbles))

const { withClient: fresh } = emptyStores(makeOnPostgres())(SqlStorage.Listening.layer())

describe("totals of plays", () => {
  it.effect.prop(
    "are those of a recount, however batches overlap, plays move and filters change",
    { batches: Batches },
    ({ batches }) =>
      Effect.gen(function* () {
        yield* ask
        for (const { plays, rule } of batches) {
          yield* store(scrobblesOf(plays))
          yield* assertSums
          if (rule === "") continue
          yield* toggle(rule)
          yield* assertSums
        }
      }).pipe(Effect.provide(fresh())),
    { timeout: 120_000, arbitrary: { runs: 15, maxShrinks: 20 } },
  )
})

describe("names from one large batch to the next", () => {
  it.effect("a rule that came in between hides the plays of a name that was stored before", () =>
    Effect.gen(function* () {
      yield* store(thousand({}, "2024-01-01T00:00:00Z"))
      yield* toggle("Hey What")
      yield* store(thousand({}, "2024-02-01T00:00:00Z"))
      assert.deepStrictEqual(yield* ranking, [])
    }).pipe(Effect.provide(fresh())),
  )

  it.effect("a batch that failed leaves none: they were not stored", () =>
    Effect.gen(function* () {
      yield* store(thousand({}, "2024-01-01T00:00:00Z"))
      const odd = thousand({ artist: "Mimi", track: "a\u0000b" }, "2024-02-01T00:00:00Z")
      assert.isTrue(Exit.isFailure(yield* Effect.exit(store(odd))))
      yield* store(thousand({ artist: "Mimi" }, "2024-02-01T00:00:00Z"))
      assert.deepStrictEqual(yield* ranking, ["Mimi / Hey What: 1000", "Low / Hey What: 1000"])
    }).pipe(Effect.provide(fresh())),
  )

  it.effect("another server's batches in between are seen", () =>
    Effect.gen(function* () {
      const other = yield* Effect.scoped(
        Layer.build(Layer.fresh(SqlStorage.Listening.layer())).pipe(
          Effect.provide(DateTime.layerCurrentZone(utc)),
        ),
      )
      const there = Effect.provideContext(store(thousand({ artist: "Mimi" }, "2024-02-01T00:00:00Z")), other)
      yield* store(thousand({}, "2024-01-01T00:00:00Z"))
      yield* there
      yield* store(thousand({ artist: "Mimi" }, "2024-03-01T00:00:00Z"))
      assert.deepStrictEqual(yield* ranking, ["Mimi / Hey What: 2000", "Low / Hey What: 1000"])
    }).pipe(Effect.provide(fresh())),
  )
})
