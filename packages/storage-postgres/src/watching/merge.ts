import type { EpochMillis } from "@daybook/kernel"
import {
  mergeWatches,
  monthOf,
  Precision,
  type WatchEvidence,
  type Watch,
  watchFingerprint,
  WatchSource,
} from "@daybook/watching"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as SqlClient from "effect/sql/SqlClient"
import { instants, ints, texts } from "../sql/parameters.ts"

/** A film, whose season and episode are 0, or an episode. */
export interface Item {
  readonly titleId: number
  readonly season: number
  readonly episode: number
}

/** Three parameters: for `unnest(…) as item (title_id, season, episode)`. */
export const columnsOf = (sql: SqlClient.SqlClient, items: ReadonlyArray<Item>) =>
  sql`${ints(items.map(({ titleId }) => titleId))}, ${ints(items.map(({ season }) => season))},
    ${ints(items.map(({ episode }) => episode))}`

const ItemColumns = { title_id: Schema.Int, season: Schema.Int, episode: Schema.Int }

const ItemRow = Schema.Struct(ItemColumns)

const RecordRow = Schema.Struct({
  ...ItemColumns,
  kind: Schema.Literals(["film", "show"]),
  source: WatchSource,
  ref: Schema.String,
  at: Schema.Date,
  precision: Precision,
  half_stars: Schema.Int,
  review: Schema.String,
})

const FilmWatchRow = Schema.Struct({
  title_id: Schema.Int,
  at: Schema.Date,
  precision: Precision,
  source: WatchSource,
  half_stars: Schema.Int,
  review: Schema.String,
})

const EpisodeWatchRow = Schema.Struct({ ...ItemColumns, at: Schema.Date, precision: Precision })

export const decodeItems = Schema.decodeUnknownEffect(Schema.Array(ItemRow))
const decodeRecords = Schema.decodeUnknownEffect(Schema.Array(RecordRow))
const decodeFilmWatches = Schema.decodeUnknownEffect(Schema.Array(FilmWatchRow))
const decodeEpisodeWatches = Schema.decodeUnknownEffect(Schema.Array(EpisodeWatchRow))

const keyOf = (row: typeof ItemRow.Type) => `${row.title_id} ${row.season} ${row.episode}`

const watchOf = (row: Omit<typeof FilmWatchRow.Type, "title_id">): Watch => ({
  source: row.source,
  at: row.at.getTime(),
  precision: row.precision,
  rating: row.half_stars / 2,
  review: row.review,
})

const evidenceOf = (row: typeof RecordRow.Type): WatchEvidence => ({ ...watchOf(row), ref: row.ref })

/** Merges the records of items into watches again. Gives the number of changed watches. */
export const mergeItems = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  zone: DateTime.TimeZone,
  items: ReadonlyArray<Item>,
) {
  if (items.length === 0) return 0
  const wanted = sql`unnest(${columnsOf(sql, items)}) as item (title_id, season, episode)`
  const records = yield* decodeRecords(
    yield* sql`select watch_records.*, kind from watch_records
      join ${wanted} using (title_id, season, episode) join titles on titles.id = title_id`,
  )
  const filmsBefore = yield* decodeFilmWatches(
    yield* sql`delete from film_watches as watch using ${wanted}
      where watch.title_id = item.title_id and item.season = 0 and item.episode = 0 returning watch.*`,
  )
  const episodesBefore = yield* decodeEpisodeWatches(
    yield* sql`delete from episode_watches as watch using ${wanted}
      where (watch.title_id, watch.season, watch.episode) = (item.title_id, item.season, item.episode)
      returning watch.*`,
  )
  const shownBefore = new Set([
    ...filmsBefore.map((row) => `${row.title_id} 0 0 ${watchFingerprint("film", watchOf(row))}`),
    ...episodesBefore.map(
      (row) =>
        `${keyOf(row)} ${watchFingerprint("show", { at: row.at.getTime(), precision: row.precision })}`,
    ),
  ])
  let changed = 0
  const films: Array<Watch & Item> = []
  const episodes: Array<Watch & Item & { readonly before: EpochMillis | null }> = []
  for (const [key, [first, ...others]] of Map.groupBy(records, keyOf)) {
    if (first === undefined) continue
    const item = { titleId: first.title_id, season: first.season, episode: first.episode }
    let before: EpochMillis | null = null
    for (const watch of mergeWatches([first, ...others].map(evidenceOf), zone)) {
      if (!shownBefore.has(`${key} ${watchFingerprint(first.kind, watch)}`)) changed += 1
      if (first.kind === "film") films.push({ ...watch, ...item })
      else episodes.push({ ...watch, ...item, before })
      before = watch.at
    }
  }
  const common = (watches: ReadonlyArray<Watch & Item>) =>
    sql`${instants(watches.map(({ at }) => at))}, ${texts(watches.map(({ precision }) => precision))}`
  if (films.length > 0) {
    yield* sql`insert into film_watches (title_id, at, precision, source, half_stars, review)
      select * from unnest(${ints(films.map(({ titleId }) => titleId))}, ${common(films)},
        ${texts(films.map(({ source }) => source))}, ${ints(films.map(({ rating }) => rating * 2))},
        ${texts(films.map(({ review }) => review))})`
  }
  if (episodes.length > 0) {
    yield* sql`insert into episode_watches (title_id, season, episode, at, precision, month, before)
      select * from unnest(${columnsOf(sql, episodes)}, ${common(episodes)},
        ${ints(episodes.map((watch) => monthBit(watch, zone)))}, ${instants(episodes.map(({ before }) => before))})`
  }
  return changed
})

const monthBit = (watch: Watch, zone: DateTime.TimeZone): number => {
  const month = monthOf(watch, zone)
  return month === undefined ? 0 : 1 << month
}

/** Merges all records into watches again, in another time zone. */
export const rebuildWatches = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  zone: DateTime.TimeZone,
) {
  const items = yield* decodeItems(yield* sql`select distinct title_id, season, episode from watch_records`)
  yield* mergeItems(
    sql,
    zone,
    items.map((row) => ({ titleId: row.title_id, season: row.season, episode: row.episode })),
  )
})
