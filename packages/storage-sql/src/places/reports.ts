import type { EpochMillis } from "@daybook/kernel"
import { CheckIn, devicePrefixes, duplicateVisits, sameVisitMillis, Venue } from "@daybook/places"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { SqlError } from "effect/sql/SqlError"
import type { Fragment } from "effect/sql/Statement"
import { inRange } from "../paging.ts"
import type { Sql } from "../sql.ts"
import { rowsOf } from "../table.ts"

const { checkedInAt, id, position, venueName } = CheckIn.fields

const readTellings = rowsOf(
  Schema.Struct({
    id,
    venueName,
    position,
    checkedInAt,
    venueId: Schema.String,
    isRemoved: Schema.Boolean,
    isDuplicate: Schema.Boolean,
  }),
  { position: { flat: {} } },
)

const readPlaces = rowsOf(Schema.Struct({ checkedInAt, venueId: Schema.String }))

// A report gives way to one that gives way to another, and so on, up to the owner's.
const giveWayWithin = devicePrefixes.length * sameVisitMillis

type Place = ReturnType<typeof readPlaces>[number]

/** The check-ins that count, as a table in a statement. */
export const countedCheckIns = ({ sql }: Sql): Fragment =>
  sql`(select * from check_ins where not is_duplicate) as check_ins`

const venue = { position: { flat: {} } }
const venues = rowsOf(Venue, venue).selected
const latest = rowsOf(Venue, { ...venue, id: "venue_id", name: "venue_name" }).selected

/** Sums up the check-ins of venues that have none, or of these. A venue is as its latest check-in describes it. */
export const sumVenues = ({ amongTexts, sql }: Sql, ids?: ReadonlyArray<string>) =>
  sql`insert into venues (${sql.literal(venues)})
    select ${sql.literal(latest)} from (
      select *, count(*) over venue as visits, min(checked_in_at) over venue as first_visited_at,
        max(checked_in_at) over venue as last_visited_at,
        row_number() over (partition by venue_id order by checked_in_at desc, id desc) as place
      from check_ins where not is_duplicate and ${ids === undefined ? sql`venue_id <> ''` : amongTexts("venue_id", ids)}
      window venue as (partition by venue_id)
    ) as visited where place = 1`

/** Which check-ins count, and the totals of their venues: `duplicateVisits` of the domain. */
export const reportStore = (database: Sql) => {
  const { amongTexts, given, read, sql } = database
  const sumAgain = Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
    const venues = ids.filter((one) => one !== "")
    yield* sql`delete from venues where ${amongTexts("id", venues)}`
    yield* sumVenues(database, venues)
  })

  const notedByPhone = sql.or(devicePrefixes.map((prefix) => sql`id like ${`${prefix}%`}`))

  const placesOf = (ids: ReadonlyArray<string>) =>
    Effect.map(
      sql`select distinct ${sql.literal(readPlaces.selected)} from check_ins where ${amongTexts("id", ids)}`,
      readPlaces,
    )

  /**
   * Records which check-ins count between two times, after some of them were added or removed. Returns the venues of
   * the changed ones.
   */
  const mark = Effect.fnUntraced(function* (first: EpochMillis, last: EpochMillis) {
    // A report within an hour of a change depends on the reports within an hour of it.
    const range = { from: first - 2 * sameVisitMillis, until: last + 2 * sameVisitMillis + 1 }
    const within = inRange(database, "checked_in_at", range)
    // If only people have reported visits there is nothing to compare.
    const all = readTellings(
      yield* sql`select ${sql.literal(readTellings.selected)} from check_ins
        where ${within} and exists (select 1 from check_ins
          where ${within} and (is_removed or is_duplicate or ${notedByPhone}))`,
    )
    const repeated = duplicateVisits(all)
    const changed = all.filter(
      (one) =>
        one.checkedInAt >= first - sameVisitMillis &&
        one.checkedInAt <= last + sameVisitMillis &&
        one.isDuplicate !== (one.isRemoved || repeated.has(one.id)),
    )
    if (changed.length > 0)
      yield* sql`update check_ins set is_duplicate = not is_duplicate where ${amongTexts(
        "id",
        changed.map((one) => one.id),
      )}`
    return changed.map(({ venueId }) => venueId)
  })

  /** Notes what follows from changes of check-ins that were and are at these places. */
  const follow = Effect.fnUntraced(function* (places: ReadonlyArray<Place>) {
    if (places.length === 0) return
    const [first, last] = places.reduce(
      ([from, until], { checkedInAt: at }) => [Math.min(from, at), Math.max(until, at)],
      [Infinity, -Infinity],
    )
    const marked = yield* mark(first, last)
    yield* sumAgain([...new Set([...places.map(({ venueId }) => venueId), ...marked])])
  })

  return {
    reportsNear: Effect.fn("CheckInStore.reportsNear")(function* (ids: ReadonlyArray<string>) {
      const times = (yield* placesOf(ids)).map(({ checkedInAt }) => checkedInAt)
      const around = given("around", {
        first: ["instant", times.map((at) => at - giveWayWithin)],
        last: ["instant", times.map((at) => at + giveWayWithin)],
      })
      return readTellings(
        yield* sql`select ${sql.literal(readTellings.selected)} from check_ins where id in (
          select near.id from ${around} join check_ins as near on near.checked_in_at between first and last)`,
      )
    }, read),
    /** Changes these check-ins by work that gives how many changed, and notes what follows from it. */
    change: Effect.fnUntraced(function* (ids: ReadonlyArray<string>, work: Effect.Effect<number, SqlError>) {
      if (ids.length === 0) return 0
      const before = yield* placesOf(ids)
      const changed = yield* work
      if (changed > 0) yield* follow([...before, ...(yield* placesOf(ids))])
      return changed
    }),
    /** Notes which of all check-ins count. */
    markAll: Effect.gen(function* () {
      yield* follow(
        readPlaces(yield* sql`select distinct ${sql.literal(readPlaces.selected)} from check_ins`),
      )
    }),
  }
}
