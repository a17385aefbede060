import { everything, startOfDay } from "@daybook/kernel"
import { ListeningStore, Period, type PlayedKind, rangeOfPeriod } from "@daybook/listening"
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import { TestClock } from "effect/testing"
import { SqlStorage } from "@daybook/storage-postgres"
import { freshSchema } from "@daybook/storage-postgres/testing"
import { valuesOf } from "../../src/sql/table.ts"
import { makeOnPostgres, storageOn } from "../freshStores.ts"

const day = 86_400_000
const now = Date.parse("2024-05-06T12:00:00Z")
const zone = DateTime.zoneMakeNamedUnsafe("America/New_York")

/** Plays of three albums over two years, the later the more. */
const plays = Array.from({ length: 300 }, (_, at) => ({
  artist: "Low",
  album: ["Hey What", "Double Negative", ""][at % 3] ?? "",
  track: "White Horses",
  imageUrl: "" as const,
  playedAt: now - at * at * 700_000,
}))

const mostPlayed = { sort: "plays", order: "desc" } as const

const answers = Effect.gen(function* () {
  const store = yield* ListeningStore
  const page = { page: 1, limit: 10 }
  const ranges = [
    ...Period.literals.map((period) => rangeOfPeriod(period, now, zone)),
    { from: Date.parse("2023-01-01T05:00:00Z"), until: Date.parse("2024-01-01T05:00:00Z") },
    { from: Date.parse("2022-11-11T11:11:11Z"), until: startOfDay("2024-04-01" as never, zone) },
  ]
  const topsOf = (kind: PlayedKind) =>
    Effect.forEach(ranges, (range) => store.lists.played(kind, { ...mostPlayed, range }, page))
  const albums = yield* topsOf("album")
  const ids = new Set(albums.flatMap(({ items }) => items.map(({ id }) => id)))
  return {
    albums,
    years: yield* store.lists.buckets("album", [...ids], everything, "year"),
    artists: yield* topsOf("artist"),
    tracks: yield* topsOf("track"),
    stats: yield* Effect.forEach(ranges, store.lists.stats),
  }
})

/** Brings the tables back to what they were while plays were summed up by day, year and rolling period. */
const asOfPeriods = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`drop table artist_months, album_months, track_months`
  const tables = ["album_days", "album_months", "listening_periods", "listening_years"]
  const ofKinds = ["artist", "album", "track"].flatMap((kind) => [`${kind}_years`, `${kind}_periods`])
  for (const table of [...tables, ...ofKinds]) yield* sql`create table ${sql(table)} (plays int)`
  yield* sql`drop index edited_plays_by_track, edited_plays_by_album`
  yield* sql`alter table artists drop column image_url`
  yield* sql`delete from listening_migrations where migration_id > 18`
})

/** Brings the tables back to what they were before totals by year and by period. */
const asBefore = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`drop table artist_months, album_months, track_months, artist_totals, album_totals, track_totals, music_facts,
    edited_plays, edited_facts, play_sources, hidden_tellings, split_tellings, scrobble_days`
  const days = sql`select (played_at at time zone 'America/New_York')::date as day, album_id, played_at from scrobbles
    where album_id is not null`
  for (const [table, width] of [
    ["album_days", "day"],
    ["album_months", "month"],
  ] as const) {
    const start = sql(width)
    yield* sql`create table ${sql(table)} (${start} date not null, album_id int not null, plays int not null,
      last_played_at timestamptz not null, primary key (${start}, album_id))`
    yield* sql`insert into ${sql(table)} select date_trunc(${width}::text, day::timestamp)::date, album_id, count(*), max(played_at)
      from (${days}) as play group by 1, 2`
  }
  yield* sql`do $$ declare one record; begin
    for one in select tgname, tgrelid::regclass as of from pg_trigger
      join pg_class on pg_class.oid = tgrelid and relnamespace = current_schema()::regnamespace
      where tgname like '%\\_note\\_%'
    loop execute format('drop trigger %I on %s', one.tgname, one.of); end loop;
  end $$`
  yield* sql`drop index scrobbles_by_track`
  yield* sql`alter table scrobbles drop column artist_id, drop column sources, drop column came_with`
  yield* sql`alter table albums drop column told_image_url`
  yield* sql`alter table artists drop column image_url`
  for (const names of ["artists", "albums", "tracks"]) {
    yield* sql`drop index ${sql(`${names}_by_key`)}`
    yield* sql`alter table ${sql(names)} drop column name_key, drop column leads_to, drop column is_removed,
      drop column told_name, drop column told_artist_id`
  }
  yield* sql`alter table artists add unique (name)`
  yield* sql`alter table albums add unique (artist_id, name)`
  yield* sql`alter table tracks add unique (artist_id, name)`
  yield* sql`create table album_totals (album_id int primary key, plays int not null, last_played_at timestamptz not null)`
  yield* sql`insert into album_totals select album_id, sum(plays), max(last_played_at) from album_months group by album_id`
  yield* sql`delete from listening_migrations where migration_id > 3`
})

/** Brings the tables back to what they were while an index had the plays of each version. */
const withIndexOfVersions = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* asOfPeriods
  yield* sql`drop table scrobble_days`
  yield* sql`create index scrobbles_came_with on scrobbles (came_with) where came_with is not null`
  yield* sql`delete from listening_migrations where migration_id > 16`
})

const readVersion = valuesOf(Schema.Int)

const versionOfPlays = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [version = 0] = readVersion(
    yield* sql`select version::int4 from data_versions where domain = 'listening'`,
  )
  return version
})

const cameAfter = (version: number) =>
  Effect.gen(function* () {
    const { lists } = yield* ListeningStore
    const found = yield* lists.plays({ range: everything, cameAfter: version }, { page: 1, limit: 400 })
    return found.items.map(({ playedAt }) => playedAt)
  })

const client = makeOnPostgres()

describe("a store of the version before totals by year and by period", () => {
  /** Opens the store again each time, as a start does. */
  const openings = (schema: string) => {
    const open = () => storageOn(SqlStorage.Listening.layer(), client(schema), "America/New_York")
    const store = (some: typeof plays) =>
      Effect.provide(
        Effect.flatMap(ListeningStore, (one) => one.storeScrobbles(some)),
        open(),
      )
    return { open, store }
  }

  it.effect("is brought up to date, answers the same, and continues counting", () => {
    const schema = freshSchema()
    const { open, store } = openings(schema)
    return Effect.gen(function* () {
      yield* TestClock.setTime(now)
      yield* store(plays.slice(0, 200))
      const before = yield* Effect.provide(answers, open())
      assert.isAbove(before.albums[0]?.total ?? 0, 0)
      assert.isAbove(before.years.length, 3)

      for (const back of [asBefore, asOfPeriods]) {
        yield* Effect.provide(back, client(schema))
        assert.deepStrictEqual(yield* Effect.provide(answers, open()), before)
      }

      yield* Effect.provide(asBefore, client(schema))
      yield* store(plays)
      const told = yield* Effect.provide(answers, open())
      yield* TestClock.setTime(now + 400 * day)
      yield* Effect.provide(answers, open())
      yield* TestClock.setTime(now)
      assert.deepStrictEqual(yield* Effect.provide(answers, open()), told)
      const fresh = storageOn(SqlStorage.Listening.layer(), client(), "America/New_York")
      const anew = Effect.andThen(
        Effect.flatMap(ListeningStore, (one) => one.storeScrobbles(plays)),
        answers,
      )
      assert.deepStrictEqual(told, yield* Effect.provide(anew, fresh))
    })
  })

  it.effect("finds the plays that came after a version by their days", () => {
    const schema = freshSchema()
    const { open, store } = openings(schema)
    const version = Effect.provide(versionOfPlays, client(schema))
    return Effect.gen(function* () {
      yield* store(plays.slice(0, 100))
      const first = yield* version
      yield* store(plays.slice(50, 200))
      const second = yield* version
      yield* Effect.provide(withIndexOfVersions, client(schema))
      const timesOf = (some: typeof plays) => some.map(({ playedAt }) => playedAt)
      assert.deepStrictEqual(yield* Effect.provide(cameAfter(first), open()), timesOf(plays.slice(100, 200)))
      yield* store(plays)
      assert.deepStrictEqual(yield* Effect.provide(cameAfter(first), open()), timesOf(plays.slice(100)))
      assert.deepStrictEqual(yield* Effect.provide(cameAfter(second), open()), timesOf(plays.slice(200)))
    })
  })
})
