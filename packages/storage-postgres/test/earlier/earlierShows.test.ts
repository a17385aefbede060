import { everything } from "@daybook/kernel"
import { SqlStorage } from "@daybook/storage-postgres"
import { freshSchema } from "@daybook/storage-postgres/testing"
import { WatchingStore } from "@daybook/watching"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { LastMigrations } from "../../src/sql/migrator.ts"
import { migrateWatching } from "../../src/watching/migrations.ts"
import { makeOnPostgres, storageOn } from "../freshStores.ts"

it.effect("the shows of an earlier version have the months of their watches from the next start on", () => {
  const client = makeOnPostgres()
  const schema = freshSchema()
  const earlier = Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* Effect.provideService(migrateWatching, LastMigrations, { watching: 7 })
    yield* sql`insert into watching_zone (zone) values ('UTC')`
    yield* sql`insert into titles (kind, name, year, named_by, image_url, total_episodes, running, described)
      select 'show', name, 2001, 1, '', 0, false, false from (values ('Night Bus'), ('Half Moth')) as told (name)`
    yield* sql`insert into watches (id, title_id, kind, season, episode, at, precision, day, month, source, half_stars, review,
        episode_name)
      select number, title_id, 'show', 1, number, '2024-03-01T20:00:00Z', precision, day::date, month, 'trakt', 0, '', ''
      from (values (1, 1, 'moment', '2024-03-01', 4), (2, 1, 'moment', '2024-12-01', 2048), (3, 2, 'unknown', null, 0))
        as told (number, title_id, precision, day, month)`
    yield* sql`insert into seen_titles (title_id, kind, watch_count, episodes_watched, half_stars)
      values (1, 'show', 2, 2, 0), (2, 'show', 1, 1, 0)`
  }).pipe(Effect.provide(client(schema)))
  const later = Effect.gen(function* () {
    const shows = yield* (yield* WatchingStore).watchedShows(everything, 10)
    assert.deepStrictEqual(
      shows.map(({ episodesWatched, months, title }) => ({ title, episodesWatched, months })),
      [
        { title: "Night Bus", episodesWatched: 2, months: [2, 11] },
        { title: "Half Moth", episodesWatched: 1, months: [] },
      ],
    )
  }).pipe(Effect.provide(storageOn(SqlStorage.Watching.layer(), client(schema))))
  return Effect.andThen(earlier, later)
})
