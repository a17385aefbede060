import { foldName } from "@daybook/kernel"
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
import * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"
import { mustFind } from "../mustFind.ts"
import type { Sql } from "../sql.ts"
import { editsOf } from "./editedTitles.ts"
import * as Rows from "./rows.ts"
import { sumTitles } from "./seenTitles.ts"

const keyOf = ({ episode, season, titleId }: Rows.Item) => `${titleId} ${season} ${episode}`

type Evidence = ReturnType<typeof Rows.readEvidence>[number]

/** The watches that records report, by film or episode. */
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

/** These films and episodes, and their replacements in merged titles. */
const withParts = ({ titles }: WatchEdits, items: ReadonlyArray<Rows.Item>): ReadonlyArray<Rows.Item> => {
  if (titles.isNone) return items
  const all = items.flatMap((item) =>
    titles.together([item.titleId]).map((titleId): Rows.Item => ({ ...item, titleId })),
  )
  return [...new Map(all.map((item) => [keyOf(item), item])).values()]
}

/** The records of films and episodes, each under the title that its own counts as. */
export const recordsOf = (
  database: Sql,
  edits: WatchEdits,
  items: ReadonlyArray<Rows.Item>,
): Effect.Effect<ReadonlyArray<Evidence>, SqlError> =>
  Effect.map(
    database.sql`select watch_records.*, kind from watch_records join titles on titles.id = title_id
      where ${Rows.amongItems(database, withParts(edits, items))}`,
    (rows) => {
      const records = Rows.readEvidence(rows)
      return edits.titles.isNone
        ? records
        : records.map((record) => ({ ...record, titleId: edits.titles.homeOf(record.titleId) }))
    },
  )

/** The films and episodes that these records are of. */
export const itemsOf = ({ amongNumbers, sql }: Sql, ids: ReadonlyArray<number>) =>
  Effect.map(
    sql`select distinct title_id, season, episode from watch_records where ${amongNumbers("id", ids)}`,
    Rows.readItems,
  )

/** The watches that records of films and episodes report. */
export const sourceVersions = (
  database: Sql,
  zone: DateTime.TimeZone,
  edits: WatchEdits,
  items: ReadonlyArray<Rows.Item>,
) => Effect.map(recordsOf(database, edits, items), (records) => watchesFrom(records, zone))

/** The films and episodes that edits merge with any of these. */
const mergedWith = Effect.fnUntraced(function* (
  database: Sql,
  edits: WatchEdits,
  items: ReadonlyArray<Rows.Item>,
) {
  if (edits.merged.length === 0) return []
  const merged = withParts(edits, yield* itemsOf(database, edits.merged))
  const keys = new Set(items.map(keyOf))
  return merged.some((item) => keys.has(keyOf(item))) ? merged.filter((item) => !keys.has(keyOf(item))) : []
})

/** Merges the records of items into watches again, with the edits. Returns the number of changed watches. */
export const mergeItems = Effect.fnUntraced(function* (
  database: Sql,
  zone: DateTime.TimeZone,
  edits: WatchEdits,
  touched: ReadonlyArray<Rows.Item>,
) {
  const { sql } = database
  if (touched.length === 0) return 0
  const items = withParts(edits, touched)
  const others = yield* mergedWith(database, edits, items)
  const wanted = [...items, ...others]
  const records = yield* recordsOf(database, edits, wanted)
  const table = database.tableOf(Rows.watches)
  const gone = table.read(
    yield* sql`delete from watches where ${Rows.amongItems(database, wanted)} returning ${table.columns}`,
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
  yield* table.insert(watches)
  if (others.length > 0)
    yield* sumTitles(
      database,
      edits.titles,
      others.map(({ titleId }) => titleId),
    )
  return changed
})

const monthBit = (watch: WatchTime, zone: DateTime.TimeZone): number => {
  const month = monthOf(watch, zone)
  return month === undefined ? 0 : 1 << month
}

/** Folds the names of all titles. */
const foldNames = Effect.fnUntraced(function* (database: Sql) {
  const { sql } = database
  const names = Rows.readNames(yield* sql`select id, name from titles`)
  const folded = database.given("folded", {
    id: ["int", names.map(({ id }) => id)],
    key: ["text", names.map(({ name }) => foldName(name))],
  })
  yield* sql`update titles set name_key = folded.key from ${folded} where titles.id = folded.id and name_key <> folded.key`
})

/** Makes all that follows from records and titles again: in another time zone, or of tables that are new. */
export const rebuildWatches = Effect.fnUntraced(function* (database: Sql, zone: DateTime.TimeZone) {
  const { sql } = database
  const all = yield* sql`select distinct title_id, season, episode from watch_records`
  const edits = yield* editsOf(database)
  yield* mergeItems(database, zone, edits, Rows.readItems(all))
  yield* sumTitles(database, edits.titles)
  yield* foldNames(database)
})
