import { AttendingStore } from "@daybook/attending"
import { CollectingStore, mediaSorts, recordSorts } from "@daybook/collecting"
import { everything, type Searchable } from "@daybook/kernel"
import { ArticleStore } from "@daybook/reading"
import { SqlStorage } from "@daybook/storage-postgres"
import { freshSchema } from "@daybook/storage-postgres/testing"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { migrateAttending } from "../../src/attending/migrations.ts"
import { migrateCollecting } from "../../src/collecting/migrations.ts"
import { migrateReading } from "../../src/reading/migrations.ts"
import { LastMigrations } from "../../src/sql/migrator.ts"
import { makeOnPostgres, storageOn } from "../freshStores.ts"

const firstPage = { page: 1, limit: 10 }

/** The folded titles of a type. */
const foldedIn = (lists: Searchable["titles"], type: string) =>
  Effect.map(lists(), (all) => all.get(type)?.texts.toSorted())

const client = makeOnPostgres()

describe("a store of a version before its titles were found", () => {
  it.effect("of reading returns its articles and highlights to searches and lists", () => {
    const schema = freshSchema()
    const upTo = (reading: number) => Effect.provideService(migrateReading, LastMigrations, { reading })
    const earlier = Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* upTo(3)
      yield* sql`insert into articles (source, source_id, title, author, url, reader_url, reader_app_url, site_name,
          description, word_count, status, progress, starred, rating, tags, image_url)
        values ('reader', '1', 'Élan', 'Ida Quarry', 'https://a.example/1', '', '', '', '', 1, 'unread', 0, false, 0,
          '{}', '')`
      yield* upTo(7)
      yield* sql`insert into highlights (source, source_id, article_source_id, text, note, article_id)
        select 'reader', 'h', '1', 'Salt is Ä stone', 'indeed', id from articles`
    }).pipe(Effect.provide(client(schema)))
    const later = Effect.gen(function* () {
      const { lists, searchable, storeHighlights } = yield* ArticleStore
      const passages = foldedIn(searchable.passages ?? assert.fail("it has no passages"), "highlight")
      const articlesOf = (q: string) =>
        Effect.map(lists.articles({ q, sort: "title", order: "asc", range: everything }, firstPage), (page) =>
          page.items.map(({ title }) => title),
        )
      assert.deepStrictEqual(yield* articlesOf("quarry"), ["Élan"])
      assert.deepStrictEqual(yield* foldedIn(searchable.titles, "article"), [" elan\n ida quarry"])
      assert.deepStrictEqual(yield* passages, [" salt is a stone indeed"])
      const { total } = yield* lists.highlights({ q: "SALT", order: "asc", range: everything }, firstPage)
      assert.strictEqual(total, 1)
      yield* storeHighlights([
        {
          source: "reader",
          sourceId: "h",
          articleSourceId: "1",
          text: "Other words",
          note: "",
          highlightedAt: undefined,
        },
      ])
      assert.deepStrictEqual(yield* passages, [" other words indeed"])
    }).pipe(Effect.provide(storageOn(SqlStorage.Reading.layer(), client(schema))))
    return Effect.andThen(earlier, later).pipe(Effect.orDie)
  })

  it.effect("of attending folds its names", () => {
    const schema = freshSchema()
    const earlier = Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* Effect.provideService(migrateAttending, LastMigrations, { attending: 2 })
      yield* sql`insert into attending_venues (name, aliases, city, time_zone, provider_ids)
        values ('Émile Hall', '{}', '', '', '{}')`
      yield* sql`insert into attending_events (title, category, type, day, venue_id, attended, notes)
        select 'Soirée', 'music', 'concert', '2024-05-06', id, true, '' from attending_venues`
      yield* sql`insert into attending_performers (name, folded) values ('Ida', 'ida')`
      yield* sql`insert into attending_event_performers (event_id, position, performer_id)
        select attending_events.id, 1, attending_performers.id from attending_events, attending_performers`
      yield* sql`insert into attending_teams (type, name, aliases, provider_ids) values ('mlb_game', 'Água', '{}', '{}')`
      yield* sql`insert into attending_players (name, first_name, last_name) values ('Zoë Ã', '', '')`
    }).pipe(Effect.provide(client(schema)))
    const later = Effect.gen(function* () {
      const { lists, searchable } = yield* AttendingStore
      const events = yield* lists.events({ range: everything, q: "emile" }, firstPage)
      assert.deepStrictEqual(
        events.items.map(({ performers, title, venue }) => [title, venue?.name, performers[0]?.name]),
        [["Soirée", "Émile Hall", "Ida"]],
      )
      assert.deepStrictEqual(yield* foldedIn(searchable.titles, "event"), [" soiree\n emile hall ida"])
    }).pipe(Effect.provide(storageOn(SqlStorage.Attending.layer(), client(schema))))
    const folded = Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      assert.deepStrictEqual(
        yield* sql`select title_key as key from attending_events
          union all select name_key from attending_venues
          union all select name_key from attending_teams
          union all select name_key from attending_players`,
        ["soiree", "emile hall", "agua", "zoe a"].map((key) => ({ key })),
      )
    }).pipe(Effect.provide(client(schema)))
    return earlier.pipe(Effect.andThen(later), Effect.andThen(folded), Effect.orDie)
  })

  it.effect("of collecting folds its names", () => {
    const schema = freshSchema()
    const earlier = Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* Effect.provideService(migrateCollecting, LastMigrations, { collecting: 2 })
      yield* sql`insert into owned_records (source, instance_id, release_id, title, artist, year, format, cover_url)
        values ('discogs', 1, 2, 'Água Viva', 'Zoë', 2001, 'Vinyl', '')`
      yield* sql`insert into owned_films (source, film_id, format, movie_db_id, title, year)
        values ('trakt', 'a', 'dvd', 3, 'Le Départ', 1967)`
    }).pipe(Effect.provide(client(schema)))
    const later = Effect.gen(function* () {
      const { lists, searchable } = yield* CollectingStore
      assert.deepStrictEqual(yield* foldedIn(searchable.titles, "media"), [" le depart\n 1967"])
      const records = yield* lists.records(
        { artist: "zoe", format: "vinyl", sort: "artist", order: recordSorts.artist },
        firstPage,
      )
      assert.strictEqual(records.total, 1)
      const films = yield* lists.media(
        { q: "depart", format: "DVD", sort: "title", order: mediaSorts.title },
        firstPage,
      )
      assert.strictEqual(films.total, 1)
    }).pipe(Effect.provide(storageOn(SqlStorage.Collecting.layer(), client(schema))))
    return Effect.andThen(earlier, later).pipe(Effect.orDie)
  })
})
