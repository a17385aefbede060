import { recordsByWatch, WatchId, type WatchRecord } from "@daybook/watching"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { mustFind } from "../sql/mustFind.ts"
import { ints } from "../sql/parameters.ts"
import { mergeItems } from "./merge.ts"
import * as Rows from "./rows.ts"
import { sumTitles } from "./seenTitles.ts"
import { placesOf, writeWatching } from "./writer.ts"

/** The records of the watch that a record is part of, with the number of the watch; undefined where there is no such record. */
const recordsWith = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  zone: DateTime.TimeZone,
  id: WatchId,
) {
  const records = Rows.readEvidence(
    yield* sql`select record.*, kind from watch_records as record
      join (select * from watch_records where id = ${id}) as wanted using (title_id, season, episode)
      join titles on titles.id = title_id`,
  )
  const together = recordsByWatch(records, zone).find((some) => some.some((record) => record.id === id))
  return together && { records: together, watch: WatchId.make(Math.min(...together.map((one) => one.id))) }
})

/** Adds a record by hand inside a transaction that holds the domain's lock. Gives the number of its watch, and whether that is new. */
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

/** Removes the records by hand of a watch inside such a transaction. False where there are none. */
export const removeByHand = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  zone: DateTime.TimeZone,
  id: WatchId,
) {
  const found = yield* recordsWith(sql, zone, id)
  const byHand = found?.records.filter(({ source }) => source === "manual") ?? []
  if (byHand.length === 0) return false
  yield* sql`delete from watch_records where id = any(${ints(byHand.map((record) => record.id))})`
  const items = byHand.slice(0, 1)
  yield* mergeItems(sql, zone, items)
  yield* sumTitles(
    sql,
    items.map(({ titleId }) => titleId),
  )
  return true
})
