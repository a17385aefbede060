import { mustFind } from "@daybook/storage-sql"
import { editTitles, editWatches, madeByEdit, namingOf } from "@daybook/watching"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { editLogIn } from "../kernel/edits.ts"
import type { Database } from "../sql/database.ts"
import { jsonList } from "../sql/table.ts"
import { dropCopies, editsOf, itemsOfTitles, writeShown } from "./editedTitles.ts"
import { itemsOf, mergeItems, sourceVersions } from "./merge.ts"
import * as Rows from "./rows.ts"
import { sumTitles } from "./seenTitles.ts"
import { loadTitles } from "./titles.ts"
import { placesOf, writeWatching } from "./writer.ts"

/** The edits of watches; to be used in transactions of the domain's writer. */
export const watchEditsIn = (database: Database["Service"], zone: DateTime.TimeZone) => {
  const { all, sql } = database
  const mergeAgain = (items: ReadonlyArray<Rows.Item>) =>
    Effect.map(editsOf(database), (edits) => {
      mergeItems(database, zone, edits, items)
      sumTitles(database, edits.titles, [...new Set(items.map(({ titleId }) => titleId))])
    })
  return editWatches(editLogIn(database, "watching"), {
    told: (ids) =>
      Effect.map(editsOf(database), (edits) => sourceVersions(database, zone, edits, itemsOf(database, ids))),
    merge: (ids) => Effect.suspend(() => mergeAgain(itemsOf(database, ids))),
    add: Effect.fnUntraced(function* (record) {
      const [before] = placesOf(database, [record])
      if (before === undefined) yield* writeWatching(database, zone, [record])
      const { id } = mustFind(before ?? placesOf(database, [record])[0], "record", record.ref)
      return { id, wasThere: before !== undefined }
    }),
    titleOf: Effect.fnUntraced(function* (record) {
      const naming = namingOf(record)
      const { titles } = yield* loadTitles(database, yield* editsOf(database), [naming])
      return titles.find(naming)
    }),
    remove: (ids) =>
      Effect.suspend(() =>
        mergeAgain(
          Rows.readItems(
            all(sql`delete from watch_records where id in (select value from json_each(${jsonList(ids)}))
              and source = 'manual' and substr(ref, 1, ${madeByEdit.length}) = ${madeByEdit}
              returning title_id, season, episode`),
          ),
        ),
      ),
  })
}

/** The edits of films and shows; to be used in transactions of the domain's writer. */
export const titleEditsIn = (database: Database["Service"], zone: DateTime.TimeZone) => {
  const { all, sql } = database
  return editTitles(editLogIn(database, "watching"), {
    isShown: (kind, id) =>
      Effect.sync(
        () => all(sql`select 1 from seen_titles where title_id = ${id} and kind = ${kind}`).length > 0,
      ),
    show: Effect.fnUntraced(function* (ids) {
      const edits = yield* editsOf(database)
      const together = edits.titles.together(ids)
      yield* writeShown(database, edits.titles, together)
      dropCopies(database, together)
      mergeItems(database, zone, edits, itemsOfTitles(database, together))
      sumTitles(database, edits.titles, together)
    }),
  })
}
