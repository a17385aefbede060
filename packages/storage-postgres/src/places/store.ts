import {
  type DateRange,
  editStoreOf,
  dedupeByKey,
  type PageRequest,
  type SourceCursor,
} from "@daybook/kernel"
import { type CheckIn, checkInEntry, CheckInStore, type IncrementalSource } from "@daybook/places"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { cursorsIn } from "../sql/cursors.ts"
import { countRows, inRange, onPage } from "../sql/paging.ts"
import { listsIn } from "./lists.ts"
import { editedCheckInsIn, table } from "./edits.ts"
import { countedCheckIns, migratePlaces, dedupePendingCursor } from "./migrations.ts"
import { statsIn } from "./stats.ts"
import { texts } from "../sql/parameters.ts"
import { placesSearch } from "./search.ts"
import { reportStore } from "./reports.ts"
import { journalIn } from "../journal/index.ts"

/** Check-ins in SQL. */
export const layer = Layer.effect(
  CheckInStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* migratePlaces
    const { journal, write } = yield* journalIn("places", (client) => ({
      select: client`select check_ins.*, checked_in_at as at, false as day_only, 1 as count
        from check_ins where not is_duplicate`,
      ownDays: false,
      columns: table.columns,
      read: (rows) => table.read(rows).map(checkInEntry),
    }))
    const cursors = cursorsIn(sql, "check_in_cursors")

    const tellings = reportStore(sql)
    const byHand = editedCheckInsIn(sql, tellings)

    const judgeStored = Effect.gen(function* () {
      const [found] =
        yield* sql`delete from check_in_cursors where source = ${dedupePendingCursor} returning 1`
      if (found !== undefined) yield* tellings.markAll
    })
    if (Option.isSome(yield* cursors.read(dedupePendingCursor))) yield* write(judgeStored)

    const mergeKnown = table.mergeKnown("id")
    const underKnown = table.underKnown("id")

    const put = Effect.fnUntraced(function* (checkIns: ReadonlyArray<CheckIn>, merge: Fragment) {
      const { changed, untouched } = yield* byHand.tell(dedupeByKey(checkIns, ({ id }) => id))
      const stored = yield* tellings.change(
        untouched.map(({ id }) => id),
        Effect.map(
          sql`${table.insert(untouched)} on conflict (id) ${merge} returning 1`,
          (rows) => rows.length,
        ),
      )
      return changed + stored
    })

    const storeBy = (span: string, merge: Fragment) =>
      Effect.fn(span)(function* (checkIns: ReadonlyArray<CheckIn>, cursor?: SourceCursor) {
        return yield* write(Effect.tap(put(checkIns, merge), () => cursors.save(cursor)))
      }, Effect.orDie)

    const remove = (ids: ReadonlyArray<string>) =>
      tellings.change(
        ids,
        Effect.map(
          sql`delete from check_ins where id = any(${texts(ids)}) returning 1`,
          (rows) => rows.length,
        ),
      )

    const follow = Effect.fn("CheckInStore.follow")(function* (
      source: string,
      step: (saved: Option.Option<string>) => Effect.Effect<IncrementalSource>,
    ) {
      const all = Effect.gen(function* () {
        const { begun, cursor, gone } = yield* step(yield* cursors.read(source))
        const forgotten = yield* byHand.forget(gone)
        const removed = yield* remove(forgotten.untouched)
        const stored = yield* put(begun, underKnown)
        yield* cursors.save({ source, cursor })
        return forgotten.changed + removed + stored
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
      const rows = yield* sql`select ${table.columns} from ${countedCheckIns(sql)} where ${within}
        order by checked_in_at desc, id desc ${onPage(sql, page)}`
      const total = yield* countRows(sql, sql`${countedCheckIns(sql)} where ${within}`)
      return { items: table.read(rows), total }
    }, Effect.orDie)

    const checkIn = Effect.fn("CheckInStore.checkIn")(function* (id: string) {
      const shown = yield* byHand.leadsTo(id)
      return Option.fromUndefinedOr(
        table.read(
          yield* sql`select ${table.columns} from check_ins where id = ${shown} and not is_removed`,
        )[0],
      )
    }, Effect.orDie)

    const { matching, searchable } = yield* placesSearch

    return CheckInStore.of({
      searchable,
      storeCheckIns: storeBy("CheckInStore.storeCheckIns", mergeKnown),
      fillCheckIns: storeBy("CheckInStore.fillCheckIns", underKnown),
      follow,
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
