import { recordsByWatch, WatchId, type WatchRecord } from "@daybook/watching"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { mustFind } from "../mustFind.ts"
import type { Sql } from "../sql.ts"
import { editsOf } from "./editedTitles.ts"
import { itemsOf, mergeItems, recordsOf } from "./merge.ts"
import { sumTitles } from "./seenTitles.ts"
import { placesOf, writeWatching } from "./writer.ts"

/**
 * The records of the watch that a record is part of, with the number of the watch; undefined if there is no such
 * record.
 */
const recordsWith = Effect.fnUntraced(function* (database: Sql, zone: DateTime.TimeZone, id: WatchId) {
  const records = yield* recordsOf(database, yield* editsOf(database), yield* itemsOf(database, [id]))
  const together = recordsByWatch(records, zone).find((some) => some.some((record) => record.id === id))
  return together && { records: together, watch: WatchId.make(Math.min(...together.map((one) => one.id))) }
})

/**
 * Adds a manual record in a transaction of the domain's writer. Returns the number of its watch, and whether
 * that is new.
 */
export const writeByHand = Effect.fnUntraced(function* (
  database: Sql,
  zone: DateTime.TimeZone,
  record: WatchRecord,
) {
  const before = yield* placesOf(database, [record])
  yield* writeWatching(database, zone, [record])
  const [place] = yield* placesOf(database, [record])
  const { id } = mustFind(place, "record", record.ref)
  const watch = mustFind((yield* recordsWith(database, zone, id))?.watch, "watch", id)
  return { watch, isNew: before.length === 0 && watch === id }
})

/** Removes the manual records of a watch in such a transaction. False if there are none. */
export const removeItem = Effect.fnUntraced(function* (database: Sql, zone: DateTime.TimeZone, id: WatchId) {
  const { sql } = database
  const found = yield* recordsWith(database, zone, id)
  const byHand = found?.records.filter(({ source }) => source === "manual") ?? []
  if (byHand.length === 0) return false
  yield* sql`delete from watch_records where ${database.amongNumbers(
    "id",
    byHand.map((record) => record.id),
  )}`
  const items = byHand.slice(0, 1)
  const edits = yield* editsOf(database)
  yield* mergeItems(database, zone, edits, items)
  yield* sumTitles(
    database,
    edits.titles,
    items.map(({ titleId }) => titleId),
  )
  return true
})
