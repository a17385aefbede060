import { editWatches, madeByEdit, type WatchId, type WatchRecord } from "@daybook/watching"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { editLogIn } from "../kernel/edits.ts"
import { mustFind } from "../sql/mustFind.ts"
import { ints } from "../sql/parameters.ts"
import { itemsOf, mergeItems, toldOf } from "./merge.ts"
import * as Rows from "./rows.ts"
import { sumTitles } from "./seenTitles.ts"
import { placesOf, writeWatching } from "./writer.ts"

/** The edits by hand of watches in SQL; to be used inside transactions of the domain. */
export const watchEditsIn = (sql: SqlClient.SqlClient, zone: DateTime.TimeZone) => {
  const mergeAnew = Effect.fnUntraced(function* (items: ReadonlyArray<Rows.Item>) {
    yield* mergeItems(sql, zone, items)
    yield* sumTitles(sql, [...new Set(items.map(({ titleId }) => titleId))])
  })
  return editWatches(editLogIn(sql, "watching"), {
    told: Effect.fnUntraced(function* (ids: ReadonlyArray<WatchId>) {
      return yield* toldOf(sql, zone, yield* itemsOf(sql, ids))
    }, Effect.orDie),
    merge: Effect.fnUntraced(function* (ids: ReadonlyArray<WatchId>) {
      yield* mergeAnew(yield* itemsOf(sql, ids))
    }, Effect.orDie),
    add: Effect.fnUntraced(function* (record: WatchRecord) {
      const [before] = yield* placesOf(sql, [record])
      if (before === undefined) yield* writeWatching(sql, zone, [record])
      const [place] = before === undefined ? yield* placesOf(sql, [record]) : [before]
      return { id: mustFind(place, "record", record.ref).id, wasThere: before !== undefined }
    }, Effect.orDie),
    remove: Effect.fnUntraced(function* (ids: ReadonlyArray<WatchId>) {
      const gone = yield* sql`delete from watch_records
        where id = any(${ints(ids)}) and source = 'manual' and starts_with(ref, ${madeByEdit})
        returning ${Rows.items.columns}`
      yield* mergeAnew(Rows.items.read(gone))
    }, Effect.orDie),
  })
}
