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
import type * as SqlClient from "effect/sql/SqlClient"
import { mustFind } from "../sql/mustFind.ts"
import { instant, ints, texts } from "../sql/parameters.ts"
import { mergeItems } from "./merge.ts"
import * as Rows from "./rows.ts"
import { deleteTitles, loadTitles, saveTitles } from "./titles.ts"

/** Items, each once. */
class Items {
  readonly #items = new Map<string, Rows.Item>()

  add({ episode, season, titleId }: Rows.Item): void {
    this.#items.set(`${titleId} ${season} ${episode}`, { titleId, season, episode })
  }

  get all(): ReadonlyArray<Rows.Item> {
    return [...this.#items.values()]
  }
}

/** Moves the records of merged titles to their new title. Gives the items moved to. */
const moveItems = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  gone: ReadonlyArray<readonly [from: TitleId, into: TitleId]>,
) {
  if (gone.length === 0) return []
  const moves = sql`unnest(${ints(gone.map(([from]) => from))}, ${ints(gone.map(([, into]) => into))}) as move (gone, home)`
  const moved = yield* sql`update watch_records set title_id = home from ${moves} where title_id = gone
    returning ${Rows.items.columns}`
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
  return Rows.items.read(moved)
})

const numbersOf = (item: (RatingRecord | WatchRecord)["item"]) =>
  item.kind === "film" ? { season: 0, episode: 0 } : { season: item.season, episode: item.episode }

/** Writes records by their `ref`; the last one of a `ref` counts. Gives all affected items. */
const writeRecords = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  records: ReadonlyMap<string, WatchRecord & Rows.Item>,
  touched: Items,
) {
  const all = [...records.values()]
  if (all.length === 0) return
  const before = Rows.items.read(
    yield* sql`select title_id, season, episode from watch_records
      join unnest(${texts(all.map(({ source }) => source))}, ${texts(all.map(({ ref }) => ref))})
        as wanted (source, ref) using (source, ref)`,
  )
  for (const item of [...before, ...all]) touched.add(item)
  yield* sql`${Rows.records.insert(all)} on conflict (source, ref) ${Rows.records.replace("source", "ref")}`
})

/** Removes records that a source no longer lists. Gives their number and all affected items. */
const removeUnlisted = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  lists: ReadonlyArray<ListedRecord>,
  touched: Items,
) {
  let removed = 0
  for (const { from, kind, refs, source, to } of lists) {
    const gone = Rows.items.read(
      yield* sql`delete from watch_records using titles
        where titles.id = watch_records.title_id and kind = ${kind === "film" ? "film" : "show"}
          and source = ${source} and at >= coalesce(${instant(from ?? null)}, '-infinity') and at <= ${instant(to)}
          and not exists (select from unnest(${texts([...refs])}) as listed (ref) where listed.ref = watch_records.ref)
        returning ${Rows.items.columns}`,
    )
    removed += gone.length
    for (const item of gone) touched.add(item)
  }
  return removed
})

const unnested = (sql: SqlClient.SqlClient, items: ReadonlyArray<Rows.Item>) =>
  sql`${Rows.items.unnest(items)} as item (${Rows.items.names})`

/** The latest rating of each of these items that has one, by the item. */
const latestRatings = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  items: ReadonlyArray<Rows.Item>,
) {
  const rows = Rows.readRatings(
    yield* sql`
    select distinct on (title_id, season, episode) concat_ws(' ', title_id, season, episode) as item, half_stars
    from title_ratings join ${unnested(sql, items)} using (title_id, season, episode)
    order by title_id, season, episode, at desc, half_stars desc`,
  )
  return new Map(rows.map(({ item, rating }) => [item, rating]))
})

/** The items of a source's list of ratings. */
interface RatedItems {
  readonly source: string
  readonly items: ReadonlyArray<Rows.Item>
}

const isOne = (sql: SqlClient.SqlClient, items: ReadonlyArray<Rows.Item>) =>
  sql`exists (select from ${unnested(sql, items)}
    where (item.title_id, item.season, item.episode) = (stored.title_id, stored.season, stored.episode))`

/** The items with a stored rating that their source no longer lists. */
const itemsUnlisted = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, { items, source }: RatedItems) {
  const gone = yield* sql`select ${Rows.items.columns} from title_ratings as stored
    where source = ${source} and not ${isOne(sql, items)}`
  return { source, items: Rows.items.read(gone) }
})

/**
 * Writes ratings that are later than their source's stored one, and deletes removed ones. Gives the number of items whose
 * rating changed.
 */
const writeRatings = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  ratings: ReadonlyArray<Rows.RatedItem>,
  lists: ReadonlyArray<RatedItems>,
) {
  const gone = yield* Effect.forEach(lists, (list) => itemsUnlisted(sql, list))
  const items = [...ratings, ...gone.flatMap((one) => one.items)]
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

const upsertRatings = (sql: SqlClient.SqlClient, ratings: ReadonlyArray<Rows.RatedItem>) => {
  const { names, unnest } = Rows.ratings
  return sql`insert into title_ratings as stored (${names})
    select distinct on (title_id, season, episode, source) ${names} from ${unnest(ratings)} as rated (${names})
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

  const watched = new Map<string, WatchRecord & Rows.Item>()
  const ratings: Array<Rows.RatedItem> = []
  for (const [at, record] of records.entries()) {
    if (record.type === "show") continue
    const item = { titleId: numberOf(titleAt(at)), ...numbersOf(record.item) }
    if (record.type === "rated") ratings.push({ ...record, ...item })
    else watched.set(`${record.source} ${record.ref}`, { ...record, ...item })
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
