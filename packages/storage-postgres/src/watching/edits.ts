import {
  editTitles,
  editWatches,
  madeByEdit,
  namingOf,
  type TitleId,
  type TitleKind,
  type WatchId,
  type WatchRecord,
} from "@daybook/watching"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { editLogIn } from "../kernel/edits.ts"
import { mustFind } from "@daybook/storage-sql"
import { ints } from "../sql/parameters.ts"
import { dropCopies, editsOf, itemsOfTitles, writeShown } from "./editedTitles.ts"
import { itemsOf, mergeItems, sourceVersions } from "./merge.ts"
import * as Rows from "./rows.ts"
import { sumTitles } from "./seenTitles.ts"
import { loadTitles } from "./titles.ts"
import { placesOf, writeWatching } from "./writer.ts"

/** The edits of watches in SQL; to be used inside transactions of the domain. */
export const watchEditsIn = (sql: SqlClient.SqlClient, zone: DateTime.TimeZone) => {
  const mergeAnew = Effect.fnUntraced(function* (items: ReadonlyArray<Rows.Item>) {
    const edits = yield* editsOf(sql)
    yield* mergeItems(sql, zone, edits, items)
    yield* sumTitles(sql, edits.titles, [...new Set(items.map(({ titleId }) => titleId))])
  })
  return editWatches(editLogIn(sql, "watching"), {
    told: Effect.fnUntraced(function* (ids: ReadonlyArray<WatchId>) {
      return yield* sourceVersions(sql, zone, yield* editsOf(sql), yield* itemsOf(sql, ids))
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
    titleOf: Effect.fnUntraced(function* (record: WatchRecord) {
      const naming = namingOf(record)
      const { titles } = yield* loadTitles(sql, yield* editsOf(sql), [naming])
      return titles.find(naming)
    }, Effect.orDie),
    remove: Effect.fnUntraced(function* (ids: ReadonlyArray<WatchId>) {
      const gone = yield* sql`delete from watch_records
        where id = any(${ints(ids)}) and source = 'manual' and starts_with(ref, ${madeByEdit})
        returning ${Rows.items.columns}`
      yield* mergeAnew(Rows.items.read(gone))
    }, Effect.orDie),
  })
}

/** The edits of films and shows in SQL; to be used inside transactions of the domain. */
export const titleEditsIn = (sql: SqlClient.SqlClient, zone: DateTime.TimeZone) =>
  editTitles(editLogIn(sql, "watching"), {
    isShown: (kind: TitleKind, id: TitleId) =>
      sql`select 1 from seen_titles where title_id = ${id} and kind = ${kind}`.pipe(
        Effect.map((rows) => rows.length > 0),
        Effect.orDie,
      ),
    show: Effect.fnUntraced(function* (ids: ReadonlyArray<TitleId>) {
      const edits = yield* editsOf(sql)
      const all = edits.titles.together(ids)
      yield* writeShown(sql, edits.titles, all)
      yield* dropCopies(sql, all)
      yield* mergeItems(sql, zone, edits, yield* itemsOfTitles(sql, all))
      yield* sumTitles(sql, edits.titles, all)
    }, Effect.orDie),
  })
