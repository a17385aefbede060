import type { EpochMillis } from "@daybook/kernel"
import {
  mergeWatches,
  monthOf,
  namingByDatabase,
  namingOf,
  Precision,
  type RatingRecord,
  type TitleDetails,
  type TitleId,
  type Told,
  type Watch,
  watchAsShown,
  type WatchingRecord,
  type WatchRecord,
  WatchSource,
} from "@daybook/watching"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as SqlClient from "effect/sql/SqlClient"
import { instants, ints, texts } from "./parameters.ts"
import { deleteTitles, loadTitles, saveTitles } from "./watchingTitles.ts"

/** A film, whose season and episode are 0, or an episode. */
interface Item {
  readonly titleId: number
  readonly season: number
  readonly episode: number
}

/** Items, each once. */
class Items {
  readonly #items = new Map<string, Item>()

  add(item: Item): void {
    this.#items.set(`${item.titleId} ${item.season} ${item.episode}`, item)
  }

  get all(): ReadonlyArray<Item> {
    return [...this.#items.values()]
  }
}

/** Three parameters: for `unnest(…) as item (title_id, season, episode)`. */
const columnsOf = (sql: SqlClient.SqlClient, items: ReadonlyArray<Item>) =>
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

const decodeItems = Schema.decodeUnknownEffect(Schema.Array(ItemRow))
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

const toldOf = (row: typeof RecordRow.Type): Told => ({ ...watchOf(row), ref: row.ref })

/** Puts the watches of items together anew. Gives how many are other than before. */
const mergeItems = Effect.fnUntraced(function* (
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
  const before = new Set([
    ...filmsBefore.map((row) => `${row.title_id} 0 0 ${watchAsShown("film", watchOf(row))}`),
    ...episodesBefore.map(
      (row) => `${keyOf(row)} ${watchAsShown("show", { at: row.at.getTime(), precision: row.precision })}`,
    ),
  ])
  let changed = 0
  const films: Array<Watch & Item> = []
  const episodes: Array<Watch & Item> = []
  for (const [key, [first, ...others]] of Map.groupBy(records, keyOf)) {
    if (first === undefined) continue
    const item = { titleId: first.title_id, season: first.season, episode: first.episode }
    for (const watch of mergeWatches([first, ...others].map(toldOf), zone)) {
      if (!before.has(`${key} ${watchAsShown(first.kind, watch)}`)) changed += 1
      const watches = first.kind === "film" ? films : episodes
      watches.push({ ...watch, ...item })
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
    yield* sql`insert into episode_watches (title_id, season, episode, at, precision, month)
      select * from unnest(${columnsOf(sql, episodes)}, ${common(episodes)},
        ${ints(episodes.map((watch) => monthBit(watch, zone)))})`
  }
  return changed
})

const monthBit = (watch: Watch, zone: DateTime.TimeZone): number => {
  const month = monthOf(watch, zone)
  return month === undefined ? 0 : 1 << month
}

/** Moves what was told of titles that have become parts of others. Gives the items that it has moved into. */
const moveItems = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  gone: ReadonlyArray<readonly [from: number, into: number]>,
) {
  if (gone.length === 0) return []
  const moves = sql`unnest(${ints(gone.map(([from]) => from))}, ${ints(gone.map(([, into]) => into))}) as move (gone, home)`
  const moved = yield* decodeItems(
    yield* sql`update watch_records set title_id = home from ${moves} where title_id = gone
      returning title_id, season, episode`,
  )
  yield* sql`insert into title_ratings as stored (title_id, season, episode, source, at, half_stars)
    select distinct on (home, season, episode, source) home, season, episode, source, at, half_stars
    from title_ratings join ${moves} on title_id = gone
    order by home, season, episode, source, at desc, half_stars desc
    on conflict (title_id, season, episode, source) do update
    set at = excluded.at, half_stars = excluded.half_stars
    where (stored.at, stored.half_stars) < (excluded.at, excluded.half_stars)`
  const ids = ints(gone.map(([from]) => from))
  yield* sql`delete from title_ratings where title_id = any(${ids})`
  // They stay the same watches under the other title, which must not make them new.
  yield* sql`insert into film_watches select home, at, precision, source, half_stars, review
    from film_watches join ${moves} on title_id = gone on conflict do nothing`
  yield* sql`insert into episode_watches select home, season, episode, at, precision, month
    from episode_watches join ${moves} on title_id = gone on conflict do nothing`
  yield* sql`delete from film_watches where title_id = any(${ids})`
  yield* sql`delete from episode_watches where title_id = any(${ids})`
  return moved.map((row) => ({ titleId: row.title_id, season: row.season, episode: row.episode }))
})

const numbersOf = ({ item }: RatingRecord | WatchRecord) =>
  item.kind === "film" ? { season: 0, episode: 0 } : { season: item.season, episode: item.episode }

/** Writes records down under their names; the last one of a name counts. Gives all items that this concerns. */
const writeRecords = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  records: ReadonlyMap<string, { readonly record: WatchRecord; readonly item: Item }>,
  touched: Items,
) {
  const all = [...records.values()]
  if (all.length === 0) return
  const names = sql`${texts(all.map(({ record }) => record.source))}, ${texts(all.map(({ record }) => record.ref))}`
  const before = yield* decodeItems(
    yield* sql`select title_id, season, episode from watch_records
      join unnest(${names}) as wanted (source, ref) using (source, ref)`,
  )
  for (const row of before) touched.add({ titleId: row.title_id, season: row.season, episode: row.episode })
  for (const { item } of all) touched.add(item)
  yield* sql`insert into watch_records (source, ref, title_id, season, episode, at, precision, half_stars, review)
    select * from unnest(${names}, ${columnsOf(
      sql,
      all.map(({ item }) => item),
    )}, ${instants(all.map(({ record }) => record.at))}, ${texts(all.map(({ record }) => record.precision))},
      ${ints(all.map(({ record }) => record.rating * 2))}, ${texts(all.map(({ record }) => record.review))})
    on conflict (source, ref) do update set title_id = excluded.title_id, season = excluded.season,
      episode = excluded.episode, at = excluded.at, precision = excluded.precision,
      half_stars = excluded.half_stars, review = excluded.review`
})

/** Writes a rating down where it is later than what its source said before. Gives 1 where it is another one now. */
const writeRating = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { at, rating, source }: RatingRecord,
  { episode, season, titleId }: Item,
) {
  const latest = sql<{ half_stars: number }>`select half_stars from title_ratings
    where title_id = ${titleId} and season = ${season} and episode = ${episode}
    order by at desc, half_stars desc limit 1`
  const [before] = yield* latest
  yield* sql`insert into title_ratings as stored ${sql.insert({
    title_id: titleId,
    season,
    episode,
    source,
    at: new Date(at),
    half_stars: rating * 2,
  })} on conflict (title_id, season, episode, source) do update
    set at = excluded.at, half_stars = excluded.half_stars
    where (stored.at, stored.half_stars) < (excluded.at, excluded.half_stars)`
  const [after] = yield* latest
  return (before?.half_stars ?? 0) === after?.half_stars ? 0 : 1
})

/**
 * Stores what sources tell. Belongs into a transaction that already holds the domain's lock. Gives how many watches
 * and ratings are new or have changed.
 */
export const writeWatching = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  zone: DateTime.TimeZone,
  records: ReadonlyArray<WatchingRecord>,
) {
  if (records.length === 0) return 0
  const namings = records.map(namingOf)
  const loaded = yield* loadTitles(sql, namings)
  const { titles } = loaded
  const resolved = namings.map((naming) => titles.resolve(naming))
  for (const [at, record] of records.entries()) {
    if (record.type === "show") titles.count(resolved[at] ?? 0, record.totalEpisodes)
  }
  const { gone, numberOf } = yield* saveTitles(sql, loaded)
  const touched = new Items()
  for (const item of yield* moveItems(sql, gone)) touched.add(item)

  const watched = new Map<string, { readonly record: WatchRecord; readonly item: Item }>()
  let changed = 0
  for (const [at, record] of records.entries()) {
    if (record.type === "show") continue
    const item = { titleId: numberOf(resolved[at] ?? 0), ...numbersOf(record) }
    if (record.type === "rated") changed += yield* writeRating(sql, record, item)
    else watched.set(`${record.source} ${record.ref}`, { record, item })
  }
  yield* writeRecords(sql, watched, touched)
  changed += yield* mergeItems(sql, zone, touched.all)
  yield* deleteTitles(
    sql,
    gone.map(([from]) => from),
  )
  return changed
})

/** Notes what the film database says of a title. Belongs into a transaction that already holds the domain's lock. */
export const writeDetails = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  zone: DateTime.TimeZone,
  id: TitleId,
  checkedAt: EpochMillis,
  details: TitleDetails | undefined,
) {
  // Namings of both kinds: what a title is not found by does no harm.
  const namings =
    details === undefined ? [] : [namingByDatabase("film", details), namingByDatabase("show", details)]
  const loaded = yield* loadTitles(sql, namings, [id])
  loaded.titles.describe(id, checkedAt, details)
  const { gone } = yield* saveTitles(sql, loaded)
  yield* mergeItems(sql, zone, yield* moveItems(sql, gone))
  yield* deleteTitles(
    sql,
    gone.map(([from]) => from),
  )
})

/** Puts all watches together anew, in another time zone. */
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
