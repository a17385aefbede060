import type { EpochMillis } from "@daybook/kernel"
import {
  type ListedRecord,
  namingByDatabase,
  namingOf,
  namingOfItem,
  splitRecords,
  type RatingRecord,
  type TitleDetails,
  type TitleId,
  type WatchingRecord,
  type WatchRecord,
} from "@daybook/watching"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as SqlClient from "effect/sql/SqlClient"
import { mustFind } from "../sql/mustFind.ts"
import { instant, instants, ints, texts } from "../sql/parameters.ts"
import { columnsOf, decodeItems, type Item, mergeItems } from "./merge.ts"
import { rowsOf } from "../sql/table.ts"
import { deleteTitles, loadTitles, saveTitles } from "./titles.ts"

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

/** Moves the records of merged titles to their new title. Gives the items moved to. */
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
  // The watches stay the same under the new title and do not count as changed.
  yield* sql`insert into film_watches select home, at, precision, source, half_stars, review
    from film_watches join ${moves} on title_id = gone on conflict do nothing`
  yield* sql`insert into episode_watches select home, season, episode, at, precision, month, before
    from episode_watches join ${moves} on title_id = gone on conflict do nothing`
  yield* sql`delete from film_watches where title_id = any(${ids})`
  yield* sql`delete from episode_watches where title_id = any(${ids})`
  return moved.map((row) => ({ titleId: row.title_id, season: row.season, episode: row.episode }))
})

const numbersOf = (item: (RatingRecord | WatchRecord)["item"]) =>
  item.kind === "film" ? { season: 0, episode: 0 } : { season: item.season, episode: item.episode }

/** Writes records by their `ref`; the last one of a `ref` counts. Gives all affected items. */
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

/** Removes records that a source no longer lists. Gives their number and all affected items. */
const removeUnlisted = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  lists: ReadonlyArray<ListedRecord>,
  touched: Items,
) {
  let removed = 0
  for (const { from, kind, refs, source, to } of lists) {
    const gone = yield* decodeItems(
      yield* sql`delete from watch_records using titles
        where titles.id = watch_records.title_id and kind = ${kind === "film" ? "film" : "show"}
          and source = ${source} and at >= coalesce(${instant(from ?? null)}, '-infinity') and at <= ${instant(to)}
          and not exists (select from unnest(${texts([...refs])}) as listed (ref) where listed.ref = watch_records.ref)
        returning title_id, season, episode`,
    )
    removed += gone.length
    for (const row of gone) touched.add({ titleId: row.title_id, season: row.season, episode: row.episode })
  }
  return removed
})

const readRatings = rowsOf(Schema.Struct({ item: Schema.String, halfStars: Schema.Int }))

/** The latest rating of each of these items that has one, by the item. */
const latestRatings = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, items: ReadonlyArray<Item>) {
  const rows = readRatings(
    yield* sql`
    select distinct on (title_id, season, episode) concat_ws(' ', title_id, season, episode) as item, half_stars
    from title_ratings join unnest(${columnsOf(sql, items)}) as item (title_id, season, episode)
      using (title_id, season, episode)
    order by title_id, season, episode, at desc, half_stars desc`,
  )
  return new Map(rows.map(({ halfStars, item }) => [item, halfStars]))
})

interface Rating {
  readonly record: RatingRecord
  readonly item: Item
}

/** The items of a source's list of ratings. */
interface RatedItems {
  readonly source: string
  readonly items: ReadonlyArray<Item>
}

const isOne = (sql: SqlClient.SqlClient, items: ReadonlyArray<Item>) =>
  sql`exists (select from unnest(${columnsOf(sql, items)}) as one (title_id, season, episode)
    where (one.title_id, one.season, one.episode) = (stored.title_id, stored.season, stored.episode))`

/** The items with a stored rating that their source no longer lists. */
const itemsUnlisted = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, { items, source }: RatedItems) {
  const rows = yield* decodeItems(
    yield* sql`select title_id, season, episode from title_ratings as stored
      where source = ${source} and not ${isOne(sql, items)}`,
  )
  const gone = rows.map((row): Item => ({ titleId: row.title_id, season: row.season, episode: row.episode }))
  return { source, items: gone }
})

/**
 * Writes ratings that are later than their source's stored one, and deletes removed ones. Gives the number of items whose
 * rating changed.
 */
const writeRatings = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  ratings: ReadonlyArray<Rating>,
  lists: ReadonlyArray<RatedItems>,
) {
  const gone = yield* Effect.forEach(lists, (list) => itemsUnlisted(sql, list))
  const items = [...ratings.map(({ item }) => item), ...gone.flatMap((one) => one.items)]
  if (items.length === 0) return 0
  const before = yield* latestRatings(sql, items)
  for (const { items: some, source } of gone) {
    if (some.length === 0) continue
    yield* sql`delete from title_ratings as stored where source = ${source} and ${isOne(sql, some)}`
  }
  if (ratings.length > 0) yield* upsertRatings(sql, ratings)
  const after = yield* latestRatings(sql, items)
  const rated = new Set([...before.keys(), ...after.keys()])
  return [...rated].filter((item) => (after.get(item) ?? 0) !== (before.get(item) ?? 0)).length
})

const upsertRatings = (sql: SqlClient.SqlClient, ratings: ReadonlyArray<Rating>) => {
  const records = ratings.map(({ record }) => record)
  const items = ratings.map(({ item }) => item)
  return sql`insert into title_ratings as stored (title_id, season, episode, source, at, half_stars)
    select distinct on (title_id, season, episode, source) title_id, season, episode, source, at, half_stars
    from unnest(${columnsOf(sql, items)}, ${texts(records.map(({ source }) => source))},
      ${instants(records.map(({ at }) => at))}, ${ints(records.map(({ rating }) => rating * 2))})
      as rated (title_id, season, episode, source, at, half_stars)
    order by title_id, season, episode, source, at desc, half_stars desc
    on conflict (title_id, season, episode, source) do update
    set at = excluded.at, half_stars = excluded.half_stars
    where (stored.at, stored.half_stars) < (excluded.at, excluded.half_stars)`
}

/**
 * Stores records inside a transaction that already holds the domain's lock. Gives the number of watches and ratings added
 * or changed.
 */
export const writeWatching = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  zone: DateTime.TimeZone,
  all: ReadonlyArray<WatchingRecord>,
) {
  if (all.length === 0) return 0
  const { lists, ratingLists, titleRecords: records } = splitRecords(all)
  const namings = [
    ...records.map(namingOf),
    ...ratingLists.flatMap(({ items, source }) => items.map((item) => namingOfItem(source, item))),
  ]
  const loaded = yield* loadTitles(sql, namings)
  const { titles } = loaded
  const resolved = namings.map((naming) => titles.resolve(naming))
  const titleAt = (at: number) => mustFind(resolved[at], "title", at)
  for (const [at, record] of records.entries()) {
    if (record.type === "show") titles.countEpisodes(titleAt(at), record.totalEpisodes)
  }
  const { gone, numberOf } = yield* saveTitles(sql, loaded)
  const touched = new Items()
  for (const item of yield* moveItems(sql, gone)) touched.add(item)

  const watched = new Map<string, { readonly record: WatchRecord; readonly item: Item }>()
  const ratings: Array<Rating> = []
  for (const [at, record] of records.entries()) {
    if (record.type === "show") continue
    const item = { titleId: numberOf(titleAt(at)), ...numbersOf(record.item) }
    if (record.type === "rated") ratings.push({ record, item })
    else watched.set(`${record.source} ${record.ref}`, { record, item })
  }
  let last = records.length
  const listed = ratingLists.map(({ items, source }): RatedItems => ({
    source,
    items: items.map((item) => ({ titleId: numberOf(titleAt(last++)), ...numbersOf(item) })),
  }))
  yield* writeRecords(sql, watched, touched)
  const removed = yield* removeUnlisted(sql, lists, touched)
  const watches = yield* mergeItems(sql, zone, touched.all)
  const changed = watches + removed + (yield* writeRatings(sql, ratings, listed))
  yield* deleteTitles(
    sql,
    gone.map(([from]) => from),
  )
  return changed
})

/** Stores the film database's details of a title inside a transaction that already holds the domain's lock. */
export const writeDetails = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  zone: DateTime.TimeZone,
  id: TitleId,
  checkedAt: EpochMillis,
  details: TitleDetails | undefined,
) {
  // Namings of both kinds: a key that finds nothing does no harm.
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
