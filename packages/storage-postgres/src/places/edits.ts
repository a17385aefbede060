import { editItems, foldName } from "@daybook/kernel"
import { CheckIn, editedCheckIns } from "@daybook/places"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { editLogIn } from "../kernel/edits.ts"
import { instant, texts } from "../sql/parameters.ts"
import { tableOf, valuesOf } from "../sql/table.ts"

/** Check-ins as they are stored. */
export const table = tableOf("check_ins", CheckIn, { position: { flat: {} } })

const readVenues = valuesOf(Schema.String)

const sameMillis = 60_000

/** The venues of check-ins. */
export const venuesOf = (sql: SqlClient.SqlClient, ids: ReadonlyArray<string>) =>
  Effect.map(sql`select distinct venue_id from check_ins where id = any(${texts(ids)})`, readVenues)

/** The edits by hand of check-ins and places in SQL. `sumAnew` sums up venues. */
export const editedCheckInsIn = (
  sql: SqlClient.SqlClient,
  sumAnew: (venues: ReadonlyArray<string>) => Effect.Effect<void, SqlError>,
) => {
  /** Changes check-ins, and sums up the venues that they were and are at. */
  const change = (ids: ReadonlyArray<string>, work: Effect.Effect<unknown, SqlError>) =>
    Effect.gen(function* () {
      const before = yield* venuesOf(sql, ids)
      yield* work
      yield* sumAnew([...new Set([...before, ...(yield* venuesOf(sql, ids))])])
    }).pipe(Effect.orDie)

  return editItems(editLogIn(sql, "places"), editedCheckIns, {
    read: Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
      return table.read(yield* sql`select ${table.columns} from check_ins where id = any(${texts(ids)})`)
    }, Effect.orDie),
    put: (checkIns) =>
      checkIns.length === 0
        ? Effect.void
        : change(
            checkIns.map(({ id }) => id),
            sql`${table.insert(checkIns)} on conflict (id) ${table.replace("id")}`,
          ),
    remove: (ids) => change(ids, sql`delete from check_ins where id = any(${texts(ids)})`),
    same: Effect.fnUntraced(function* ({ checkedInAt, venueName }: CheckIn) {
      const near = table.read(
        yield* sql`select ${table.columns} from check_ins
          where checked_in_at between ${instant(checkedInAt - sameMillis)} and ${instant(checkedInAt + sameMillis)}
          order by id`,
      )
      return near.find((one) => foldName(one.venueName) === foldName(venueName))?.id
    }, Effect.orDie),
    inGroup: Effect.fnUntraced(function* (_type: string, id: string) {
      return table.read(
        yield* sql`select ${table.columns} from check_ins where venue_id = ${id} and venue_id <> ''
          order by checked_in_at desc, id desc`,
      )
    }, Effect.orDie),
  })
}
