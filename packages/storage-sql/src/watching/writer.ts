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
  WatchId,
  type WatchRecord,
} from "@daybook/watching"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { mustFind } from "../mustFind.ts"
import type { Sql } from "../sql.ts"
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

/** The end of an insert of ratings: a source's later one wins, of one time the higher. */
const laterRating = `on conflict (title_id, season, episode, source, part_id) do update
  set at = excluded.at, half_stars = excluded.half_stars
  where (title_ratings.at, title_ratings.half_stars) < (excluded.at, excluded.half_stars)`

/** Moves the records of merged titles to their new title. Returns the target items. */
export const moveItems = Effect.fnUntraced(function* (
  database: Sql,
  edits: WatchEdits,
  gone: ReadonlyArray<readonly [from: TitleId, into: TitleId]>,
) {
  const { sql } = database
  if (gone.length === 0) return []
  yield* dropCopies(database, gone.flat())
  const ids = gone.map(([from]) => from)
  const moves = database.given("moved", { gone: ["int", ids], home: ["int", gone.map(([, into]) => into)] })
  const moved = yield* sql`update watch_records set title_id = home from ${moves} where title_id = gone
    returning title_id, season, episode`
  yield* sql`insert into title_ratings (title_id, season, episode, source, at, half_stars)
    select home, season, episode, source, at, half_stars from (
      select *, row_number() over (partition by home, season, episode, source order by at desc, half_stars desc) as place
      from title_ratings join ${moves} on title_id = gone
    ) as rating where place = 1 ${sql.literal(laterRating)}`
  yield* sql`delete from title_ratings where ${database.amongNumbers("title_id", ids)}`
  // The watches stay the same under the new title and do not count as changed.
  yield* sql`update watches set title_id = home from ${moves} where title_id = gone`
  yield* sql`insert into episodes (title_id, ${sql.literal(Rows.ofEpisode)}) select home, ${sql.literal(Rows.ofEpisode)}
    from episodes join ${moves} on title_id = gone where true on conflict do nothing`
  if (edits.titles.isNone) return Rows.readItems(moved)
  return yield* itemsOfTitles(database, edits.titles.together(gone.map(([, into]) => into)))
})

const numbersOf = (item: (RatingRecord | WatchRecord)["item"]) =>
  item.kind === "film" ? { season: 0, episode: 0 } : { season: item.season, episode: item.episode }

const keyOf = ({ ref, source }: Pick<WatchRecord, "ref" | "source">) => `${source} ${ref}`

/** The stored records with these sources and refs. */
export const placesOf = Effect.fnUntraced(function* (
  database: Sql,
  records: ReadonlyArray<Pick<WatchRecord, "ref" | "source">>,
) {
  const { sql } = database
  const wanted = database.given("wanted", {
    source: ["text", records.map(({ source }) => source)],
    ref: ["text", records.map(({ ref }) => ref)],
  })
  return Rows.readPlaces(
    yield* sql`select ${sql.literal(Rows.readPlaces.selected)} from watch_records
      where (source, ref) in (select source, ref from ${wanted})`,
  )
})

/** Writes records by their `ref`; the last one of a `ref` counts. Adds all affected items. */
const writeRecords = Effect.fnUntraced(function* (
  database: Sql,
  records: ReadonlyMap<string, WatchRecord & Rows.Item>,
  touched: Items,
) {
  const all = [...records.values()]
  if (all.length === 0) return
  const before = yield* placesOf(database, all)
  for (const item of [...before, ...all]) touched.add(item)
  const ids = new Map(before.map((place) => [keyOf(place), place.id]))
  const news = all.filter((record) => !ids.has(keyOf(record)))
  const numbers = yield* database.takeIds("watch_records", news.length)
  for (const [at, record] of news.entries())
    ids.set(keyOf(record), WatchId.make(mustFind(numbers[at], "number of a record", at)))
  const rows = all.map((record) => ({
    ...record,
    id: mustFind(ids.get(keyOf(record)), "number of a record", record.ref),
    episodeName: episodeNameOf(record),
  }))
  yield* database.tableOf(Rows.records).replace(rows, "source", "ref")
})

/** Removes records that a source no longer lists. Returns their number, and adds all affected items. */
const removeUnlisted = Effect.fnUntraced(function* (
  database: Sql,
  lists: ReadonlyArray<ListedRecord>,
  touched: Items,
) {
  const { sql } = database
  let removed = 0
  for (const { from, kind, refs, source, to } of lists) {
    const listed = database.given("listed", { ref: ["text", [...refs]] })
    const gone = Rows.readItems(
      yield* sql`delete from watch_records
        where (select kind from titles where id = title_id) = ${kind === "film" ? "film" : "show"}
          and source = ${source} and at <= ${database.instant(to)}
          and ${from === undefined ? sql`true` : sql`at >= ${database.instant(from)}`}
          and ref not in (select ref from ${listed})
        returning title_id, season, episode`,
    )
    removed += gone.length
    for (const item of gone) touched.add(item)
  }
  return removed
})

const itemKey = ({ episode, season, titleId }: Rows.Item) => `${titleId} ${season} ${episode}`

/** The latest rating of each of these items that has one, by the item. */
const latestRatings = Effect.fnUntraced(function* (database: Sql, items: ReadonlyArray<Rows.Item>) {
  const rows = yield* database.sql`select ${database.sql.literal(Rows.readRated.selected)} from title_ratings
    where part_id = 0 and ${Rows.amongItems(database, items)} order by at, half_stars`
  return new Map(Rows.readRated(rows).map((one) => [itemKey(one), one.rating]))
})

/** The items of a source's list of ratings. */
interface RatedItems {
  readonly source: string
  readonly items: ReadonlyArray<Rows.Item>
}

/** Each item's latest rating of a source, of one time the higher: one statement cannot write a row twice. */
const latestEach = (ratings: ReadonlyArray<Rows.RatedItem>) =>
  new Map(
    ratings
      .toSorted((one, other) => one.at - other.at || one.rating - other.rating)
      .map((one) => [`${one.source} ${itemKey(one)}`, one]),
  ).values()

/**
 * Writes ratings that are later than their source's stored one, and deletes removed ones. Adds their items to `rated`,
 * and returns the number of items whose rating changed.
 */
const writeRatings = Effect.fnUntraced(function* (
  database: Sql,
  ratings: ReadonlyArray<Rows.RatedItem>,
  lists: ReadonlyArray<RatedItems>,
  rated: Items,
) {
  const { sql } = database
  const unlisted = ({ items, source }: RatedItems) =>
    sql`title_ratings where source = ${source} and part_id = 0 and not ${Rows.amongItems(database, items)}`
  const gone = yield* Effect.forEach(lists, (list) =>
    Effect.map(sql`select title_id, season, episode from ${unlisted(list)}`, Rows.readItems),
  )
  const items = [...ratings, ...gone.flat()]
  if (items.length === 0) return 0
  for (const item of items) rated.add(item)
  const before = yield* latestRatings(database, items)
  for (const list of lists) yield* sql`delete from ${unlisted(list)}`
  yield* database.tableOf(Rows.ratings).put([...latestEach(ratings)], laterRating)
  const after = yield* latestRatings(database, items)
  const keys = new Set([...before.keys(), ...after.keys()])
  return [...keys].filter((item) => (after.get(item) ?? 0) !== (before.get(item) ?? 0)).length
})

/**
 * Stores records, in a transaction of the domain's writer. Returns the number of watches and ratings
 * added or changed.
 */
export const writeWatching = Effect.fnUntraced(function* (
  database: Sql,
  zone: DateTime.TimeZone,
  all: ReadonlyArray<WatchingRecord>,
) {
  if (all.length === 0) return 0
  const { lists, ratingLists, titleRecords: records } = splitRecords(all)
  const namings = [
    ...records.map(namingOf),
    ...ratingLists.flatMap(({ items, source }) => items.map((item) => namingOfItem(source, item))),
  ]
  const loaded = yield* loadTitles(database, yield* editsOf(database), namings)
  const { titles } = loaded
  const resolved = namings.map((naming) => titles.resolve(naming))
  const titleAt = (at: number) => mustFind(resolved[at], "title", at)
  for (const [at, record] of records.entries()) {
    if (record.type === "show") titles.countEpisodes(titleAt(at), record.totalEpisodes)
  }
  const { edits, gone, numberOf } = yield* saveTitles(database, loaded)
  const touched = new Items()
  for (const item of yield* moveItems(database, edits, gone)) touched.add(item)

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
  yield* writeRecords(database, watched, touched)
  const removed = yield* removeUnlisted(database, lists, touched)
  const watches = yield* mergeItems(database, zone, edits, touched.all)
  const rated = new Items()
  const changed = watches + removed + (yield* writeRatings(database, ratings, listed, rated))
  yield* sumTitles(database, edits.titles, [...touched.titles, ...rated.titles])
  yield* deleteTitles(
    database,
    gone.map(([from]) => from),
  )
  return changed
})
