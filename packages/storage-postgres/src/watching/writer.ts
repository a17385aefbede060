import {
  episodeNameOf,
  type ListedRecord,
  namingOf,
  namingOfItem,
  splitRecords,
  type RatingRecord,
  type TitleId,
  type WatchEdits,
  type WatchingRecord,
  type WatchRecord,
} from "@daybook/watching"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { mustFind } from "@daybook/storage-sql"
import { instant, ints, texts } from "../sql/parameters.ts"
import { dropCopies, editsOf, itemsOfTitles } from "./editedTitles.ts"
import { mergeItems } from "./merge.ts"
import * as Rows from "./rows.ts"
import { sumTitles } from "./seenTitles.ts"
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

  get titles(): ReadonlyArray<TitleId> {
    return [...new Set(this.all.map(({ titleId }) => titleId))]
  }
}

/** Moves the records of merged titles to their new title. Returns the target items. */
export const moveItems = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  edits: WatchEdits,
  gone: ReadonlyArray<readonly [from: TitleId, into: TitleId]>,
) {
  if (gone.length === 0) return []
  yield* dropCopies(sql, gone.flat())
  const moves = sql`unnest(${ints(gone.map(([from]) => from))}, ${ints(gone.map(([, into]) => into))}) as move (gone, home)`
  const moved = yield* sql`update watch_records set title_id = home from ${moves} where title_id = gone
    returning ${Rows.items.columns}`
  yield* sql`insert into title_ratings as stored (title_id, season, episode, source, at, half_stars)
    select distinct on (home, season, episode, source) home, season, episode, source, at, half_stars
    from title_ratings join ${moves} on title_id = gone
    order by home, season, episode, source, at desc, half_stars desc
    on conflict (title_id, season, episode, source, part_id) do update
    set at = excluded.at, half_stars = excluded.half_stars
    where (stored.at, stored.half_stars) < (excluded.at, excluded.half_stars)`
  const ids = ints(gone.map(([from]) => from))
  yield* sql`delete from title_ratings where title_id = any(${ids})`
  // The watches stay the same under the new title and do not count as changed.
  yield* sql`update watches set title_id = home from ${moves} where title_id = gone`
  yield* sql`insert into episodes select home, season, episode, name, air_date, runtime_minutes
    from episodes join ${moves} on title_id = gone on conflict do nothing`
  if (edits.titles.isNone) return Rows.items.read(moved)
  return yield* itemsOfTitles(sql, edits.titles.together(gone.map(([, into]) => into)))
})

const numbersOf = (item: (RatingRecord | WatchRecord)["item"]) =>
  item.kind === "film" ? { season: 0, episode: 0 } : { season: item.season, episode: item.episode }

const keyOf = ({ ref, source }: Pick<WatchRecord, "ref" | "source">) => `${source} ${ref}`

/** The stored records with these sources and refs. */
export const placesOf = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  records: ReadonlyArray<Pick<WatchRecord, "ref" | "source">>,
) {
  const [sources, refs] = [records.map(({ source }) => source), records.map(({ ref }) => ref)]
  return Rows.readPlaces(
    yield* sql`select id, source, ref, title_id, season, episode from watch_records
      join unnest(${texts(sources)}, ${texts(refs)}) as wanted (source, ref) using (source, ref)`,
  )
})

/** Writes records by their `ref`; the last one of a `ref` counts. Returns all affected items. */
const writeRecords = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  records: ReadonlyMap<string, WatchRecord & Rows.Item>,
  touched: Items,
) {
  const all = [...records.values()]
  if (all.length === 0) return
  const before = yield* placesOf(sql, all)
  for (const item of [...before, ...all]) touched.add(item)
  const ids = new Map(before.map((place) => [keyOf(place), place.id]))
  const news = all.filter((record) => !ids.has(keyOf(record)))
  const numbers = Rows.readWatchIds(
    yield* sql`select nextval('watch_record_ids')::int from generate_series(1, ${news.length})`,
  )
  for (const [at, record] of news.entries())
    ids.set(keyOf(record), mustFind(numbers[at], "number of a record", at))
  const rows = all.map((record) => ({
    ...record,
    id: mustFind(ids.get(keyOf(record)), "number of a record", record.ref),
    episodeName: episodeNameOf(record),
  }))
  yield* sql`${Rows.records.insert(rows)} on conflict (source, ref) ${Rows.records.replace("source", "ref")}`
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
    from title_ratings join ${unnested(sql, items)} using (title_id, season, episode) where part_id = 0
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
    where source = ${source} and part_id = 0 and not ${isOne(sql, items)}`
  return { source, items: Rows.items.read(gone) }
})

/**
 * Writes ratings that are later than their source's stored one, and deletes removed ones. Adds their items to `rated`,
 * and returns the number of items whose rating changed.
 */
const writeRatings = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  ratings: ReadonlyArray<Rows.RatedItem>,
  lists: ReadonlyArray<RatedItems>,
  rated: Items,
) {
  const gone = yield* Effect.forEach(lists, (list) => itemsUnlisted(sql, list))
  const items = [...ratings, ...gone.flatMap((one) => one.items)]
  if (items.length === 0) return 0
  for (const item of items) rated.add(item)
  const before = yield* latestRatings(sql, items)
  for (const { items: some, source } of gone) {
    if (some.length === 0) continue
    yield* sql`delete from title_ratings as stored
      where source = ${source} and part_id = 0 and ${isOne(sql, some)}`
  }
  if (ratings.length > 0) yield* upsertRatings(sql, ratings)
  const after = yield* latestRatings(sql, items)
  const keys = new Set([...before.keys(), ...after.keys()])
  return [...keys].filter((item) => (after.get(item) ?? 0) !== (before.get(item) ?? 0)).length
})

const upsertRatings = (sql: SqlClient.SqlClient, ratings: ReadonlyArray<Rows.RatedItem>) => {
  const { names, unnest } = Rows.ratings
  return sql`insert into title_ratings as stored (${names})
    select distinct on (title_id, season, episode, source) ${names} from ${unnest(ratings)} as rated (${names})
    order by title_id, season, episode, source, at desc, half_stars desc
    on conflict (title_id, season, episode, source, part_id) do update
    set at = excluded.at, half_stars = excluded.half_stars
    where (stored.at, stored.half_stars) < (excluded.at, excluded.half_stars)`
}

/**
 * Stores records inside a transaction that already holds the domain's lock. Returns the number of watches and ratings
 * added or changed.
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
  const loaded = yield* loadTitles(sql, yield* editsOf(sql), namings)
  const { titles } = loaded
  const resolved = namings.map((naming) => titles.resolve(naming))
  const titleAt = (at: number) => mustFind(resolved[at], "title", at)
  for (const [at, record] of records.entries()) {
    if (record.type === "show") titles.countEpisodes(titleAt(at), record.totalEpisodes)
  }
  const { edits, gone, numberOf } = yield* saveTitles(sql, loaded)
  const touched = new Items()
  for (const item of yield* moveItems(sql, edits, gone)) touched.add(item)

  const watched = new Map<string, WatchRecord & Rows.Item>()
  const ratings: Array<Rows.RatedItem> = []
  for (const [at, record] of records.entries()) {
    if (record.type === "show") continue
    const item = { titleId: numberOf(titleAt(at)), ...numbersOf(record.item) }
    if (record.type === "rated") ratings.push({ ...record, ...item })
    else watched.set(keyOf(record), { ...record, ...item })
  }
  let last = records.length
  const listed = ratingLists.map(({ items, source }): RatedItems => ({
    source,
    items: items.map((item) => ({ titleId: numberOf(titleAt(last++)), ...numbersOf(item) })),
  }))
  yield* writeRecords(sql, watched, touched)
  const removed = yield* removeUnlisted(sql, lists, touched)
  const watches = yield* mergeItems(sql, zone, edits, touched.all)
  const rated = new Items()
  const changed = watches + removed + (yield* writeRatings(sql, ratings, listed, rated))
  yield* sumTitles(sql, edits.titles, [...touched.titles, ...rated.titles])
  yield* deleteTitles(
    sql,
    gone.map(([from]) => from),
  )
  return changed
})
