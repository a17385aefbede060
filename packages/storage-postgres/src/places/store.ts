import { type DateRange, lastOfEach, type PageRequest, type SourceCursor } from "@daybook/kernel"
import { CheckIn, checkInEntry, CheckInStore } from "@daybook/places"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { cursorsIn } from "../sql/cursors.ts"
import { countRows, inRange, onPage } from "../sql/paging.ts"
import { migratePlaces } from "./migrations.ts"
import { tableOf } from "../sql/table.ts"
import { journalIn, migrateJournal } from "../journal/index.ts"

const table = tableOf("check_ins", CheckIn, { position: { flat: {} } })

/** Check-ins in SQL. */
export const layer = Layer.effect(
  CheckInStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* migrateJournal
    yield* migratePlaces
    const { journal, write } = yield* journalIn("places", (client) => ({
      select: client`select check_ins.*, checked_in_at as at, false as day_only, 1 as count from check_ins`,
      ownDays: false,
      columns: table.columns,
      read: (rows) => table.read(rows).map(checkInEntry),
    }))
    const cursors = cursorsIn(sql, "check_in_cursors")

    const storeCheckIns = Effect.fn("CheckInStore.storeCheckIns")(function* (
      checkIns: ReadonlyArray<CheckIn>,
      cursor?: SourceCursor,
    ) {
      const latest = lastOfEach(checkIns, ({ id }) => id)
      const all = Effect.gen(function* () {
        const changed =
          latest.length === 0
            ? []
            : yield* sql`${table.insert(latest)} on conflict (id) ${table.overKnown("id")} returning 1`
        yield* cursors.save(cursor)
        return changed.length
      })
      return yield* write(all)
    }, Effect.orDie)

    const checkIns = Effect.fn("CheckInStore.checkIns")(function* (range: DateRange, page: PageRequest) {
      const within = inRange(sql, "checked_in_at", range)
      const rows = yield* sql`select ${table.columns} from check_ins where ${within}
        order by checked_in_at desc, id desc ${onPage(sql, page)}`
      const total = yield* countRows(sql, sql`check_ins where ${within}`)
      return { items: table.read(rows), total }
    }, Effect.orDie)

    return CheckInStore.of({ storeCheckIns, cursor: cursors.read, checkIns, journal })
  }),
)
