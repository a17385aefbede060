import { type DateRange, type PageRequest, pageOffset, type SourceCursor } from "@daybook/kernel"
import { CheckIn, CheckInStore } from "@daybook/places"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { cursorsIn } from "../sql/cursors.ts"
import { migratePlaces } from "./migrations.ts"
import { instant } from "../sql/parameters.ts"
import { tableOf } from "../sql/table.ts"
import { migrateVersions, writerOf } from "../kernel/dataVersions.ts"

const table = tableOf("check_ins", CheckIn, { position: { flat: {} } })

/** Check-ins in SQL. */
export const layer = Layer.effect(
  CheckInStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* migrateVersions
    yield* migratePlaces
    const write = writerOf(sql, "places")
    const cursors = cursorsIn(sql, "check_in_cursors")

    const storeCheckIns = Effect.fn("CheckInStore.storeCheckIns")(function* (
      checkIns: ReadonlyArray<CheckIn>,
      cursor?: SourceCursor,
    ) {
      // Of a check-in that comes more than once in its batch the last one stands.
      const latest = new Map(checkIns.map((checkIn) => [checkIn.id, checkIn]))
      const all = Effect.gen(function* () {
        const changed =
          latest.size === 0
            ? []
            : yield* sql`${table.insert([...latest.values()])} on conflict (id) ${table.overKnown("id")} returning 1`
        yield* cursors.save(cursor)
        return changed.length
      })
      return yield* write(all)
    }, Effect.orDie)

    const checkIns = Effect.fn("CheckInStore.checkIns")(function* (
      { from, until }: DateRange,
      page: PageRequest,
    ) {
      const within = sql.and([
        sql`true`,
        ...(from === undefined ? [] : [sql`checked_in_at >= ${instant(from)}`]),
        ...(until === undefined ? [] : [sql`checked_in_at < ${instant(until)}`]),
      ])
      const rows = yield* sql`select ${table.columns} from check_ins where ${within}
        order by checked_in_at desc, id desc limit ${page.limit} offset ${pageOffset(page)}`
      const [count] = yield* sql<{ total: number }>`
        select count(*)::int as total from check_ins where ${within}`
      return { items: table.read(rows), total: count?.total ?? 0 }
    }, Effect.orDie)

    return CheckInStore.of({ storeCheckIns, cursor: cursors.read, checkIns })
  }),
)
