import { editItems, foldName } from "@daybook/kernel"
import { CheckIn, editedCheckIns } from "@daybook/places"
import * as Effect from "effect/Effect"
import { editLogIn } from "../kernel/edits.ts"
import type { Database } from "../sql/database.ts"
import { jsonList, tableOf } from "../sql/table.ts"
import type { reportStore } from "./reports.ts"

/** Check-ins as they are stored. */
export const table = tableOf("check_ins", CheckIn, { position: { flat: {} } })

const sameMillis = 60_000

/** The edits of check-ins and places. */
export const editedCheckInsIn = (
  database: Database["Service"],
  { change }: ReturnType<typeof reportStore>,
) => {
  const { all, many, sql } = database
  const among = (ids: ReadonlyArray<string>) => sql`id in (select value from json_each(${jsonList(ids)}))`
  return editItems(editLogIn(database, "places"), editedCheckIns, {
    read: (ids) =>
      Effect.sync(() =>
        table.read(all(sql`select ${table.columns} from check_ins where ${among(ids)} and not is_removed`)),
      ),
    put: (checkIns) =>
      Effect.sync(() => {
        const ids = checkIns.map(({ id }) => id)
        change(ids, () => {
          many(table.insert(checkIns, table.replace("id")))
          all(sql`update check_ins set is_removed = 0 where is_removed and ${among(ids)}`)
          return ids.length
        })
      }),
    remove: (ids, gone) =>
      Effect.sync(() => {
        change(ids, () => {
          all(
            gone
              ? sql`delete from check_ins where ${among(ids)}`
              : sql`update check_ins set is_removed = 1 where not is_removed and ${among(ids)}`,
          )
          return ids.length
        })
      }),
    same: ({ checkedInAt, venueName }) =>
      Effect.sync(
        () =>
          table
            .read(
              all(sql`select ${table.columns} from check_ins where not is_duplicate
                and checked_in_at between ${checkedInAt - sameMillis} and ${checkedInAt + sameMillis} order by id`),
            )
            .find((one) => foldName(one.venueName) === foldName(venueName))?.id,
      ),
    inGroup: (_type, id) =>
      Effect.sync(() =>
        table.read(
          all(sql`select ${table.columns} from check_ins
            where venue_id = ${id} and venue_id <> '' and not is_removed order by checked_in_at desc, id desc`),
        ),
      ),
  })
}
