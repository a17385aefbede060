import { editItems, foldName } from "@daybook/kernel"
import { CheckIn, editedCheckIns, otherReportsOfVisit } from "@daybook/places"
import * as Effect from "effect/Effect"
import { editLogOf } from "../kernel/edits.ts"
import type { Sql } from "../sql.ts"
import { described } from "../table.ts"
import type { reportStore } from "./reports.ts"

/** Check-ins as they are stored. */
export const checkIns = described("check_ins", CheckIn, { position: { flat: {} } })

const sameMillis = 60_000

/** The edits of check-ins and places. */
export const editedCheckInsOf = (
  database: Sql,
  { change, reportsNear }: Pick<ReturnType<typeof reportStore>, "change" | "reportsNear">,
) => {
  const { amongTexts, instant, sql } = database
  const table = database.tableOf(checkIns)
  return editItems(editLogOf(database, "places"), editedCheckIns, {
    read: Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
      return table.read(
        yield* sql`select ${table.columns} from check_ins where ${amongTexts("id", ids)} and not is_removed`,
      )
    }, Effect.orDie),
    put: Effect.fnUntraced(function* (all: ReadonlyArray<CheckIn>) {
      const ids = all.map(({ id }) => id)
      yield* change(
        ids,
        Effect.gen(function* () {
          yield* table.replace(all, "id")
          yield* sql`update check_ins set is_removed = ${false} where is_removed and ${amongTexts("id", ids)}`
          return ids.length
        }),
      )
    }, Effect.orDie),
    remove: Effect.fnUntraced(function* (ids: ReadonlyArray<string>, gone: boolean) {
      const these = amongTexts("id", ids)
      yield* change(
        ids,
        Effect.as(
          gone
            ? sql`delete from check_ins where ${these}`
            : sql`update check_ins set is_removed = ${true} where not is_removed and ${these}`,
          ids.length,
        ),
      )
    }, Effect.orDie),
    otherReports: (id) => Effect.map(reportsNear([id]), (near) => otherReportsOfVisit(near, id)),
    same: Effect.fnUntraced(function* ({ checkedInAt, venueName }: CheckIn) {
      const near = table.read(
        yield* sql`select ${table.columns} from check_ins
          where not is_duplicate and checked_in_at between ${instant(checkedInAt - sameMillis)} and ${instant(checkedInAt + sameMillis)}
          order by id`,
      )
      return near.find((one) => foldName(one.venueName) === foldName(venueName))?.id
    }, Effect.orDie),
    inGroup: Effect.fnUntraced(function* (_type: string, id: string) {
      return table.read(
        yield* sql`select ${table.columns} from check_ins where venue_id = ${id} and venue_id <> '' and not is_removed
          order by checked_in_at desc, id desc`,
      )
    }, Effect.orDie),
  })
}
