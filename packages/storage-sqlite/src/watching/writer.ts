import { mustFind } from "@daybook/storage-sql"
import {
  episodeNameOf,
  type ListedRecord,
  namingOf,
  namingOfItem,
  type RatingRecord,
  splitRecords,
  type TitleId,
  WatchId,
  type WatchEdits,
  type WatchingRecord,
  type WatchRecord,
} from "@daybook/watching"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { Database } from "../sql/database.ts"
import { takeId } from "../sql/nextId.ts"
import { jsonList } from "../sql/table.ts"
import { dropCopies, editsOf, itemsOfTitles } from "./editedTitles.ts"
import { amongItems, mergeItems } from "./merge.ts"
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

/** The end of an insert of ratings: a source's later one stands, of one time the higher. */
const laterRating = `on conflict (title_id, season, episode, source, part_id) do update
  set at = excluded.at, half_stars = excluded.half_stars
  where (title_ratings.at, title_ratings.half_stars) < (excluded.at, excluded.half_stars)`

/** Moves the records of merged titles to their new title. Returns the items moved to. */
export const moveItems = (
  database: Database["Service"],
  edits: WatchEdits,
  gone: ReadonlyArray<readonly [from: TitleId, into: TitleId]>,
): ReadonlyArray<Rows.Item> => {
  if (gone.length === 0) return []
  const { many } = database
  dropCopies(database, gone.flat())
  const rows = gone.map(([from, into]) => [into, from])
  const moved = Rows.readItems(
    many({
      text: "update watch_records set title_id = ?1 where title_id = ?2 returning title_id, season, episode",
      rows,
    }),
  )
  many({
    text: `insert into title_ratings (title_id, season, episode, source, at, half_stars)
      select ?1, season, episode, source, at, half_stars from title_ratings where title_id = ?2 ${laterRating}`,
    rows,
  })
  many({ text: "delete from title_ratings where title_id = ?", rows: gone.map(([from]) => [from]) })
  // The watches stay the same under the new title and do not count as changed.
  many({ text: "update watches set title_id = ?1 where title_id = ?2", rows })
  many({
    text: `insert into episodes (title_id, season, episode, name, air_date, runtime_minutes)
      select ?1, season, episode, name, air_date, runtime_minutes from episodes where title_id = ?2 on conflict do nothing`,
    rows,
  })
  if (edits.titles.isNone) return moved
  return itemsOfTitles(database, edits.titles.together(gone.map(([, into]) => into)))
}

const numbersOf = (item: (RatingRecord | WatchRecord)["item"]) =>
  item.kind === "film" ? { season: 0, episode: 0 } : { season: item.season, episode: item.episode }

const keyOf = ({ ref, source }: Pick<WatchRecord, "ref" | "source">) => `${source} ${ref}`

/** The stored records with these sources and refs. */
export const placesOf = (
  { all, sql }: Database["Service"],
  records: ReadonlyArray<Pick<WatchRecord, "ref" | "source">>,
) => {
  const keys = JSON.stringify(records.map(({ ref, source }) => [source, ref]))
  return Rows.readPlaces(
    all(sql`select id, source, ref, title_id, season, episode from watch_records
      where (source, ref) in (select value ->> 0, value ->> 1 from json_each(${keys}))`),
  )
}

/** Writes records by their `ref`; the last one of a `ref` counts. Adds all affected items. */
const writeRecords = (
  database: Database["Service"],
  records: ReadonlyMap<string, WatchRecord & Rows.Item>,
  touched: Items,
): void => {
  const all = [...records.values()]
  const before = placesOf(database, all)
  for (const item of [...before, ...all]) touched.add(item)
  const ids = new Map(before.map((place) => [keyOf(place), place.id]))
  const rows = all.map((record) => ({
    ...record,
    id: ids.get(keyOf(record)) ?? WatchId.make(takeId(database, "watch_records")),
    episodeName: episodeNameOf(record),
  }))
  database.many(Rows.records.insert(rows, Rows.records.replace("source", "ref")))
}

/** Removes records that a source no longer lists. Returns their number and adds all affected items. */
const removeUnlisted = (
  { all, sql }: Database["Service"],
  lists: ReadonlyArray<ListedRecord>,
  touched: Items,
): number => {
  let removed = 0
  for (const { from, kind, refs, source, to } of lists) {
    const gone = Rows.readItems(
      all(sql`delete from watch_records
        where (select kind from titles where id = title_id) = ${kind === "film" ? "film" : "show"}
          and source = ${source} and ${from === undefined ? sql`true` : sql`at >= ${from}`} and at <= ${to}
          and ref not in (select value from json_each(${jsonList([...refs])}))
        returning title_id, season, episode`),
    )
    removed += gone.length
    for (const item of gone) touched.add(item)
  }
  return removed
}

const itemKey = ({ episode, season, titleId }: Rows.Item) => `${titleId} ${season} ${episode}`

/** The latest rating of each of these items that has one, by the item. */
const latestRatings = ({ all, sql }: Database["Service"], items: ReadonlyArray<Rows.Item>) => {
  const latest = new Map<string, number>()
  const rows = all(sql`select title_id, season, episode, source, at, half_stars from title_ratings
    where part_id = 0 and ${amongItems(sql, items)} order by at, half_stars`)
  for (const one of Rows.readRated(rows)) latest.set(itemKey(one), one.rating)
  return latest
}

/** The items of a source's list of ratings. */
interface RatedItems {
  readonly source: string
  readonly items: ReadonlyArray<Rows.Item>
}

/**
 * Writes ratings that are later than their source's stored one, and deletes removed ones. Adds their items to `rated`, and
 * returns the number of items whose rating changed.
 */
const writeRatings = (
  database: Database["Service"],
  ratings: ReadonlyArray<Rows.RatedItem>,
  lists: ReadonlyArray<RatedItems>,
  rated: Items,
): number => {
  const { all, many, sql } = database
  const unlisted = ({ items, source }: RatedItems) =>
    sql`title_ratings where source = ${source} and part_id = 0 and not ${amongItems(sql, items)}`
  const gone = lists.flatMap((list) =>
    Rows.readItems(all(sql`select title_id, season, episode from ${unlisted(list)}`)),
  )
  const items = [...ratings, ...gone]
  if (items.length === 0) return 0
  for (const item of items) rated.add(item)
  const before = latestRatings(database, items)
  for (const list of lists) all(sql`delete from ${unlisted(list)}`)
  many(Rows.ratings.insert(ratings, laterRating))
  const after = latestRatings(database, items)
  const keys = new Set([...before.keys(), ...after.keys()])
  return [...keys].filter((item) => (after.get(item) ?? 0) !== (before.get(item) ?? 0)).length
}

/** Stores records, in a transaction of the domain's writer. Returns the number of watches and ratings added or changed. */
export const writeWatching = Effect.fnUntraced(function* (
  database: Database["Service"],
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
  for (const [at, record] of records.entries())
    if (record.type === "show") titles.countEpisodes(titleAt(at), record.totalEpisodes)
  const { edits, gone, numberOf } = yield* saveTitles(database, loaded)
  const touched = new Items()
  for (const item of moveItems(database, edits, gone)) touched.add(item)

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
  writeRecords(database, watched, touched)
  const removed = removeUnlisted(database, lists, touched)
  const watches = mergeItems(database, zone, edits, touched.all)
  const rated = new Items()
  const changed = watches + removed + writeRatings(database, ratings, listed, rated)
  sumTitles(database, edits.titles, [...touched.titles, ...rated.titles])
  deleteTitles(
    database,
    gone.map(([from]) => from),
  )
  return changed
})
