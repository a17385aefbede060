import { mustFind } from "@daybook/storage-sql"
import {
  dayOfWatch,
  monthOf,
  type ReportedWatch,
  type WatchEdits,
  watchesWithRecords,
  watchFingerprint,
  type WatchTime,
} from "@daybook/watching"
import type * as DateTime from "effect/DateTime"
import type { Database } from "../sql/database.ts"
import { jsonList } from "../sql/table.ts"
import * as Rows from "./rows.ts"
import { sumTitles } from "./seenTitles.ts"

const keyOf = ({ episode, season, titleId }: Rows.Item) => `${titleId} ${season} ${episode}`

type Evidence = ReturnType<typeof Rows.readEvidence>[number]

/** The watches that records tell of, by film or episode. */
const watchesFrom = (
  records: ReadonlyArray<Evidence>,
  zone: DateTime.TimeZone,
): ReadonlyArray<ReportedWatch> =>
  [...Map.groupBy(records, keyOf).values()].flatMap((some) =>
    watchesWithRecords(some, zone).map(({ records: together, watch }) => {
      const { episode, season, titleId } = mustFind(together[0], "record of a watch", watch.id)
      return { watch: { ...watch, titleId, season, episode }, records: together.map(({ id }) => id) }
    }),
  )

/** These films and episodes, and those that titles have in their place that count as one with theirs. */
const withParts = ({ titles }: WatchEdits, items: ReadonlyArray<Rows.Item>): ReadonlyArray<Rows.Item> => {
  if (titles.isNone) return items
  const all = items.flatMap((item) =>
    titles.together([item.titleId]).map((titleId): Rows.Item => ({ ...item, titleId })),
  )
  return [...new Map(all.map((item) => [keyOf(item), item])).values()]
}

/** The condition that a row is of one of these films and episodes. */
export const amongItems = (sql: Database["Service"]["sql"], items: ReadonlyArray<Rows.Item>) =>
  sql`(title_id, season, episode) in (
    select value ->> 0, value ->> 1, value ->> 2 from json_each(${Rows.itemList(items)}))`

/** The records of films and episodes, each under the title that its own counts as. */
export const recordsOf = (
  { all, sql }: Database["Service"],
  edits: WatchEdits,
  items: ReadonlyArray<Rows.Item>,
): ReadonlyArray<Evidence> => {
  const records = Rows.readEvidence(
    all(sql`select watch_records.*, kind from watch_records join titles on titles.id = title_id
      where ${amongItems(sql, withParts(edits, items))}`),
  )
  return edits.titles.isNone
    ? records
    : records.map((record) => ({ ...record, titleId: edits.titles.homeOf(record.titleId) }))
}

/** The films and episodes that these records are of. */
export const itemsOf = ({ all, sql }: Database["Service"], ids: ReadonlyArray<number>) =>
  Rows.readItems(
    all(sql`select distinct title_id, season, episode from watch_records
      where id in (select value from json_each(${jsonList(ids)}))`),
  )

/** The watches that are notified of films and episodes. */
export const sourceVersions = (
  database: Database["Service"],
  zone: DateTime.TimeZone,
  edits: WatchEdits,
  items: ReadonlyArray<Rows.Item>,
): ReadonlyArray<ReportedWatch> => watchesFrom(recordsOf(database, edits, items), zone)

/** The films and episodes that edits merge with any of these. */
const mergedWith = (
  database: Database["Service"],
  edits: WatchEdits,
  items: ReadonlyArray<Rows.Item>,
): ReadonlyArray<Rows.Item> => {
  if (edits.merged.length === 0) return []
  const merged = withParts(edits, itemsOf(database, edits.merged))
  const keys = new Set(items.map(keyOf))
  return merged.some((item) => keys.has(keyOf(item))) ? merged.filter((item) => !keys.has(keyOf(item))) : []
}

const monthBit = (watch: WatchTime, zone: DateTime.TimeZone): number => {
  const month = monthOf(watch, zone)
  return month === undefined ? 0 : 1 << month
}

/** Merges the records of items into watches again, with the edits. Returns the number of changed watches. */
export const mergeItems = (
  database: Database["Service"],
  zone: DateTime.TimeZone,
  edits: WatchEdits,
  touched: ReadonlyArray<Rows.Item>,
): number => {
  if (touched.length === 0) return 0
  const { all, many, sql } = database
  const items = withParts(edits, touched)
  const others = mergedWith(database, edits, items)
  const wanted = [...items, ...others]
  const records = recordsOf(database, edits, wanted)
  const gone = Rows.watches.read(
    all(sql`delete from watches where ${amongItems(sql, wanted)} returning ${Rows.watches.columns}`),
  )
  const shownBefore = new Set(gone.map((watch) => `${keyOf(watch)} ${watchFingerprint(watch)}`))
  const kinds = new Map(records.map(({ kind, titleId }) => [titleId, kind]))
  let changed = 0
  const watches: Array<Rows.StoredWatch> = []
  for (const [key, shown] of Map.groupBy(edits.shown(watchesFrom(records, zone)), keyOf)) {
    let earlier: Pick<Rows.StoredWatch, "before" | "beforeDay"> = { before: undefined, beforeDay: undefined }
    for (const watch of shown) {
      if (!shownBefore.has(`${key} ${watchFingerprint(watch)}`)) changed += 1
      const day = dayOfWatch(watch, zone)
      const kind = mustFind(kinds.get(watch.titleId), "kind of a title", watch.titleId)
      watches.push({ ...watch, kind, day, month: monthBit(watch, zone), ...earlier })
      earlier = { before: watch.at, beforeDay: day }
    }
  }
  many(Rows.watches.insert(watches))
  if (others.length > 0)
    sumTitles(
      database,
      edits.titles,
      others.map(({ titleId }) => titleId),
    )
  return changed
}

/** Merges all records into watches again, in another time zone. */
export const mergeAll = (database: Database["Service"], zone: DateTime.TimeZone, edits: WatchEdits): void => {
  const { all, sql } = database
  const items = Rows.readItems(all(sql`select distinct title_id, season, episode from watch_records`))
  mergeItems(database, zone, edits, items)
  sumTitles(database, edits.titles)
}
