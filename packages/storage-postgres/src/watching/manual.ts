import { recordsByWatch, WatchId, type WatchRecord } from "@daybook/watching"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { mustFind } from "@daybook/storage-sql"
import { ints } from "../sql/parameters.ts"
import { editsOf } from "./editedTitles.ts"
import { itemsOf, mergeItems, recordsOf } from "./merge.ts"
import { sumTitles } from "./seenTitles.ts"
import { placesOf, writeWatching } from "./writer.ts"

/**
 * The records of the watch that a record is part of, with the number of the watch; undefined if there is no such
 * record.
 */
const recordsWith = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  zone: DateTime.TimeZone,
  id: WatchId,
) {
  const records = yield* recordsOf(sql, yield* editsOf(sql), yield* itemsOf(sql, [id]))
  const together = recordsByWatch(records, zone).find((some) => some.some((record) => record.id === id))
  return together && { records: together, watch: WatchId.make(Math.min(...together.map((one) => one.id))) }
})

/**
 * Adds a manual record inside a transaction that holds the domain's lock. Returns the number of its watch, and whether
 * that is new.
 */
export const writeByHand = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  zone: DateTime.TimeZone,
  record: WatchRecord,
) {
  const before = yield* placesOf(sql, [record])
  yield* writeWatching(sql, zone, [record])
  const [place] = yield* placesOf(sql, [record])
  const { id } = mustFind(place, "record", record.ref)
  const watch = mustFind((yield* recordsWith(sql, zone, id))?.watch, "watch", id)
  return { watch, isNew: before.length === 0 && watch === id }
})

/** Removes the manual records of a watch inside such a transaction. False if there are none. */
export const removeItem = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  zone: DateTime.TimeZone,
  id: WatchId,
) {
  const found = yield* recordsWith(sql, zone, id)
  const byHand = found?.records.filter(({ source }) => source === "manual") ?? []
  if (byHand.length === 0) return false
  yield* sql`delete from watch_records where id = any(${ints(byHand.map((record) => record.id))})`
  const items = byHand.slice(0, 1)
  const edits = yield* editsOf(sql)
  yield* mergeItems(sql, zone, edits, items)
  yield* sumTitles(
    sql,
    edits.titles,
    items.map(({ titleId }) => titleId),
  )
  return true
})
