import { type DateRange, editStoreOf, lastOfEach, type PageRequest, type SourceCursor } from "@daybook/kernel"
import { type CheckIn, checkInEntry, CheckInStore } from "@daybook/places"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { cursorsIn } from "../sql/cursors.ts"
import { countRows, inRange, onPage } from "../sql/paging.ts"
import { listsIn } from "./lists.ts"
import { editedCheckInsIn, table, venuesOf } from "./edits.ts"
import { migratePlaces, sumVenues } from "./migrations.ts"
import { statsIn } from "./stats.ts"
import { texts } from "../sql/parameters.ts"
import { valuesOf } from "../sql/table.ts"
import { placesSearch } from "./search.ts"
import { journalIn } from "../journal/index.ts"

const readIds = valuesOf(Schema.String)

/** Check-ins in SQL. */
export const layer = Layer.effect(
  CheckInStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* migratePlaces
    const { journal, write } = yield* journalIn("places", (client) => ({
      select: client`select check_ins.*, checked_in_at as at, false as day_only, 1 as count from check_ins`,
      ownDays: false,
      columns: table.columns,
      read: (rows) => table.read(rows).map(checkInEntry),
    }))
    const cursors = cursorsIn(sql, "check_in_cursors")

    const sumAnew = Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
      const venues = texts(ids.filter((id) => id !== ""))
      yield* sql`delete from venues where id = any(${venues})`
      yield* sumVenues(sql, sql`venue_id = any(${venues})`)
    })

    const byHand = editedCheckInsIn(sql, sumAnew)

    const storeBy = (span: string, merge: Fragment) =>
      Effect.fn(span)(function* (checkIns: ReadonlyArray<CheckIn>, cursor?: SourceCursor) {
        const told = lastOfEach(checkIns, ({ id }) => id)
        const all = Effect.gen(function* () {
          const { changed, untouched: latest } = yield* byHand.tell(told)
          const before = yield* venuesOf(
            sql,
            latest.map(({ id }) => id),
          )
          const after =
            latest.length === 0
              ? []
              : readIds(yield* sql`${table.insert(latest)} on conflict (id) ${merge} returning venue_id`)
          if (after.length > 0) yield* sumAnew([...new Set([...before, ...after])])
          yield* cursors.save(cursor)
          return changed + after.length
        })
        return yield* write(all)
      }, Effect.orDie)

    const checkIns = Effect.fn("CheckInStore.checkIns")(function* (
      range: DateRange,
      page: PageRequest,
      asked?: string,
    ) {
      const venueId = asked === undefined ? undefined : yield* byHand.leadsTo(asked, "place")
      const within = sql.and([
        inRange(sql, "checked_in_at", range),
        ...(venueId === undefined ? [] : [sql`venue_id = ${venueId} and venue_id <> ''`]),
      ])
      const rows = yield* sql`select ${table.columns} from check_ins where ${within}
        order by checked_in_at desc, id desc ${onPage(sql, page)}`
      const total = yield* countRows(sql, sql`check_ins where ${within}`)
      return { items: table.read(rows), total }
    }, Effect.orDie)

    const checkIn = Effect.fn("CheckInStore.checkIn")(function* (id: string) {
      const shown = yield* byHand.leadsTo(id)
      return Option.fromUndefinedOr(
        table.read(yield* sql`select ${table.columns} from check_ins where id = ${shown}`)[0],
      )
    }, Effect.orDie)

    const { matching, searchable } = yield* placesSearch

    return CheckInStore.of({
      searchable,
      storeCheckIns: storeBy("CheckInStore.storeCheckIns", table.overKnown("id")),
      fillCheckIns: storeBy("CheckInStore.fillCheckIns", table.underKnown("id")),
      cursor: cursors.read,
      checkIn,
      checkIns,
      edits: editStoreOf([byHand], (change) => Effect.catchTag(write(change), "SqlError", Effect.die)),
      lists: listsIn(sql, (id) => byHand.leadsTo(id, "place"), matching),
      stats: statsIn(sql),
      journal,
    })
  }),
)
