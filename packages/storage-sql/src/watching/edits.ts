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
import { editLogOf } from "../kernel/edits.ts"
import { mustFind } from "../mustFind.ts"
import type { Sql } from "../sql.ts"
import { dropCopies, editsOf, itemsOfTitles, writeShown } from "./editedTitles.ts"
import { itemsOf, mergeItems, sourceVersions } from "./merge.ts"
import * as Rows from "./rows.ts"
import { sumTitles } from "./seenTitles.ts"
import { loadTitles } from "./titles.ts"
import { placesOf, writeWatching } from "./writer.ts"

/** The edits of watches in SQL; to be used inside transactions of the domain. */
export const watchEditsIn = (database: Sql, zone: DateTime.TimeZone) => {
  const mergeAnew = Effect.fnUntraced(function* (items: ReadonlyArray<Rows.Item>) {
    const edits = yield* editsOf(database)
    yield* mergeItems(database, zone, edits, items)
    yield* sumTitles(database, edits.titles, [...new Set(items.map(({ titleId }) => titleId))])
  })
  return editWatches(editLogOf(database, "watching"), {
    told: Effect.fnUntraced(function* (ids: ReadonlyArray<WatchId>) {
      return yield* sourceVersions(database, zone, yield* editsOf(database), yield* itemsOf(database, ids))
    }, Effect.orDie),
    merge: Effect.fnUntraced(function* (ids: ReadonlyArray<WatchId>) {
      yield* mergeAnew(yield* itemsOf(database, ids))
    }, Effect.orDie),
    add: Effect.fnUntraced(function* (record: WatchRecord) {
      const [before] = yield* placesOf(database, [record])
      if (before === undefined) yield* writeWatching(database, zone, [record])
      const [place] = before === undefined ? yield* placesOf(database, [record]) : [before]
      return { id: mustFind(place, "record", record.ref).id, wasThere: before !== undefined }
    }, Effect.orDie),
    titleOf: Effect.fnUntraced(function* (record: WatchRecord) {
      const naming = namingOf(record)
      const { titles } = yield* loadTitles(database, yield* editsOf(database), [naming])
      return titles.find(naming)
    }, Effect.orDie),
    remove: Effect.fnUntraced(function* (ids: ReadonlyArray<WatchId>) {
      const gone = yield* database.sql`delete from watch_records
        where ${database.amongNumbers("id", ids)} and source = 'manual' and ref like ${`${madeByEdit}%`}
        returning title_id, season, episode`
      yield* mergeAnew(Rows.readItems(gone))
    }, Effect.orDie),
  })
}

/** The edits of films and shows in SQL; to be used inside transactions of the domain. */
export const titleEditsIn = (database: Sql, zone: DateTime.TimeZone) =>
  editTitles(editLogOf(database, "watching"), {
    isShown: (kind: TitleKind, id: TitleId) =>
      database.sql`select 1 from seen_titles where title_id = ${id} and kind = ${kind}`.pipe(
        Effect.map((rows) => rows.length > 0),
        Effect.orDie,
      ),
    show: Effect.fnUntraced(function* (ids: ReadonlyArray<TitleId>) {
      const edits = yield* editsOf(database)
      const all = edits.titles.together(ids)
      yield* writeShown(database, edits.titles, all)
      yield* dropCopies(database, all)
      yield* mergeItems(database, zone, edits, yield* itemsOfTitles(database, all))
      yield* sumTitles(database, edits.titles, all)
    }, Effect.orDie),
  })
