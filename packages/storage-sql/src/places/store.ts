import {
  type DateRange,
  editStoreOf,
  dedupeByKey,
  type PageRequest,
  type SourceCursor,
} from "@daybook/kernel"
import { type CheckIn, checkInEntry, CheckInStore, type IncrementalSource } from "@daybook/places"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { cursorsOf } from "../cursors.ts"
import { countRows, inRange, onPage } from "../paging.ts"
import type { EntrySelect, ItemSelect, StoreParts } from "../parts.ts"
import { type Sql, writtenBy } from "../sql.ts"
import { checkIns as described, editedCheckInsOf } from "./edits.ts"
import { listsOf } from "./lists.ts"
import { countedCheckIns, reportStore } from "./reports.ts"
import { statsOf } from "./stats.ts"

/** Check-ins as entries. */
export const entries = ({ sql, tableOf }: Sql): EntrySelect => {
  const table = tableOf(described)
  return {
    select: sql`select check_ins.*, checked_in_at as at, false as day_only, 1 as count
      from check_ins where not is_duplicate`,
    ownDays: false,
    columns: table.columns,
    read: (rows) => table.read(rows).map(checkInEntry),
  }
}

/** Venues as items that a search finds. */
export const items = ({ sql }: Sql): Readonly<Record<string, ItemSelect>> => ({
  place: {
    id: "text",
    select: sql`select id, name as title,
        city || case when city <> '' and country <> '' then ', ' else '' end || country as subtitle,
        last_visited_at as at, '' as url, '' as image_url, '' as text
      from venues`,
  },
})

type EditedCheckIns = ReturnType<typeof editedCheckInsOf>

/** Check-ins as sources report them. */
const reportedIn = (
  { database, write }: StoreParts,
  byHand: EditedCheckIns,
  tellings: ReturnType<typeof reportStore>,
) => {
  const { amongTexts, sql } = database
  const table = database.tableOf(described)
  const cursors = cursorsOf(database, "check_in_cursors")

  type Merge = "mergeKnown" | "underKnown"

  const put = Effect.fnUntraced(function* (checkIns: ReadonlyArray<CheckIn>, merge: Merge) {
    const { changed, untouched } = yield* byHand.tell(dedupeByKey(checkIns, ({ id }) => id))
    const stored = yield* tellings.change(
      untouched.map(({ id }) => id),
      table[merge](untouched, "id"),
    )
    return changed + stored
  })

  const storeBy = (span: string, merge: Merge) =>
    Effect.fn(span)((checkIns: ReadonlyArray<CheckIn>, cursor?: SourceCursor) =>
      write(Effect.tap(put(checkIns, merge), () => cursors.save(cursor))),
    )

  const remove = (ids: ReadonlyArray<string>) =>
    tellings.change(
      ids,
      Effect.map(
        sql`delete from check_ins where ${amongTexts("id", ids)} returning id`,
        (rows) => rows.length,
      ),
    )

  return {
    cursor: cursors.read,
    storeCheckIns: storeBy("CheckInStore.storeCheckIns", "mergeKnown"),
    fillCheckIns: storeBy("CheckInStore.fillCheckIns", "underKnown"),
    follow: Effect.fn("CheckInStore.follow")(function* (
      source: string,
      step: (saved: Option.Option<string>) => Effect.Effect<IncrementalSource>,
    ) {
      const { begun, cursor, gone } = yield* step(yield* cursors.read(source))
      const forgotten = yield* byHand.forget(gone)
      const removed = yield* remove(forgotten.untouched)
      const stored = yield* put(begun, "underKnown")
      yield* cursors.save({ source, cursor })
      return forgotten.changed + removed + stored
    }, writtenBy(write)),
  } satisfies Partial<CheckInStore["Service"]>
}

/** Check-ins that are shown. */
const shownIn = ({ database }: StoreParts, byHand: EditedCheckIns) => {
  const { read, sql } = database
  const table = database.tableOf(described)
  const counted = countedCheckIns(database)
  return {
    checkIns: Effect.fn("CheckInStore.checkIns")(function* (
      range: DateRange,
      page: PageRequest,
      asked?: string,
    ) {
      const venueId = asked === undefined ? undefined : yield* byHand.leadsTo(asked, "place")
      const within = sql.and([
        inRange(database, "checked_in_at", range),
        ...(venueId === undefined ? [] : [sql`venue_id = ${venueId} and venue_id <> ''`]),
      ])
      const rows = yield* sql`select ${table.columns} from ${counted} where ${within}
        order by checked_in_at desc, id desc ${onPage(sql, page)}`
      const total = yield* countRows(sql, sql`${counted} where ${within}`)
      return { items: table.read(rows), total }
    }, read),
    checkIn: Effect.fn("CheckInStore.checkIn")(function* (id: string) {
      const shown = yield* byHand.leadsTo(id)
      return Option.fromUndefinedOr(
        table.read(
          yield* sql`select ${table.columns} from check_ins where id = ${shown} and not is_removed`,
        )[0],
      )
    }, read),
  } satisfies Partial<CheckInStore["Service"]>
}

/** The store of places. */
export const storeOf = (parts: StoreParts) => {
  const { database, journal, searchable, write } = parts
  const tellings = reportStore(database)
  const byHand = editedCheckInsOf(database, tellings)
  return CheckInStore.of({
    searchable,
    journal,
    edits: editStoreOf([byHand], (change) => write(change)),
    lists: listsOf(parts, (id) => byHand.leadsTo(id, "place")),
    stats: statsOf(database),
    reportsNear: tellings.reportsNear,
    ...reportedIn(parts, byHand, tellings),
    ...shownIn(parts, byHand),
  })
}
