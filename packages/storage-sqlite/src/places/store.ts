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
import { journalIn } from "../journal/index.ts"
import { writerOf } from "../kernel/dataVersions.ts"
import { cursorsIn } from "../sql/cursors.ts"
import { Database } from "../sql/database.ts"
import { countRows, inRange, onPage } from "../sql/paging.ts"
import { jsonList } from "../sql/table.ts"
import { editedCheckInsIn, table } from "./edits.ts"
import { listsIn } from "./lists.ts"
import { migratePlaces } from "./migrations.ts"
import { placesSearch } from "./search.ts"
import { statsIn } from "./stats.ts"
import { reportStore } from "./reports.ts"

/** Check-ins in SQLite. */
export const layer = Layer.effect(
  CheckInStore,
  Effect.gen(function* () {
    const database = yield* Database
    const { all, many, read, sql } = database
    yield* migratePlaces
    const tellings = reportStore(database)
    const { journal, settle } = yield* journalIn(
      "places",
      {
        select: sql`select check_ins.*, checked_in_at as at, 0 as day_only, 1 as count
          from check_ins where not is_duplicate`,
        ownDays: false,
        columns: table.columns,
        read: (rows) => table.read(rows).map(checkInEntry),
      },
      { findDays: tellings.sumAll },
    )
    const search = yield* placesSearch(database)
    const write = yield* writerOf("places", [settle, search.settle])
    const cursors = cursorsIn(database, "check_in_cursors")

    const byHand = editedCheckInsIn(database, tellings)

    const put = (checkIns: ReadonlyArray<CheckIn>, merge: string) =>
      Effect.map(byHand.tell(dedupeByKey(checkIns, ({ id }) => id)), ({ changed, untouched }) => {
        const stored = tellings.change(
          untouched.map(({ id }) => id),
          () => many(table.insert(untouched, `${merge} returning id`)).length,
        )
        return changed + stored
      })

    const storeBy = (span: string, merge: string) =>
      Effect.fn(span)((checkIns: ReadonlyArray<CheckIn>, cursor?: SourceCursor) =>
        write(Effect.tap(put(checkIns, merge), cursors.save(cursor))),
      )

    const remove = (ids: ReadonlyArray<string>) =>
      tellings.change(
        ids,
        () =>
          all(
            sql`delete from check_ins where id in (select value from json_each(${jsonList(ids)})) returning id`,
          ).length,
      )

    const follow = Effect.fn("CheckInStore.follow")(
      (source: string, step: (saved: Option.Option<string>) => Effect.Effect<IncrementalSource>) =>
        write(
          Effect.gen(function* () {
            const { begun, cursor, gone } = yield* step(yield* cursors.read(source))
            const forgotten = yield* byHand.forget(gone)
            const removed = remove(forgotten.untouched)
            const stored = yield* put(begun, table.underKnown("id"))
            yield* cursors.save({ source, cursor })
            return forgotten.changed + removed + stored
          }),
        ),
    )

    const checkIns = Effect.fn("CheckInStore.checkIns")(
      (range: DateRange, page: PageRequest, asked?: string) =>
        read(
          Effect.gen(function* () {
            const venueId = asked === undefined ? undefined : yield* byHand.leadsTo(asked, "place")
            const from = sql`check_ins where not is_duplicate and ${inRange(sql, "checked_in_at", range)} and ${
              venueId === undefined ? sql`true` : sql`venue_id = ${venueId} and venue_id <> ''`
            }`
            return {
              items: table.read(
                all(
                  sql`select ${table.columns} from ${from} order by checked_in_at desc, id desc ${onPage(sql, page)}`,
                ),
              ),
              total: countRows(database, from),
            }
          }),
        ),
    )

    const checkIn = Effect.fn("CheckInStore.checkIn")((id: string) =>
      read(
        Effect.map(byHand.leadsTo(id), (shown) =>
          Option.fromUndefinedOr(
            table.read(
              all(sql`select ${table.columns} from check_ins where id = ${shown} and not is_removed`),
            )[0],
          ),
        ),
      ),
    )

    return CheckInStore.of({
      searchable: search.searchable,
      storeCheckIns: storeBy("CheckInStore.storeCheckIns", table.mergeKnown("id")),
      fillCheckIns: storeBy("CheckInStore.fillCheckIns", table.underKnown("id")),
      follow,
      cursor: cursors.read,
      checkIn,
      checkIns,
      edits: editStoreOf([byHand], write),
      lists: listsIn(database, (id) => byHand.leadsTo(id, "place"), search.matching),
      stats: statsIn(database),
      journal,
    })
  }),
)
