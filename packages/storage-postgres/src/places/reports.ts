import type { EpochMillis } from "@daybook/kernel"
import { CheckIn, devicePrefixes, duplicateVisits, sameVisitMillis } from "@daybook/places"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { inRange } from "../sql/paging.ts"
import { texts } from "../sql/parameters.ts"
import { rowsOf } from "../sql/table.ts"
import { countedCheckIns, sumVenues } from "./migrations.ts"

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

type Place = ReturnType<typeof readPlaces>[number]

/** Which check-ins count, and the totals of their venues, in SQL: `duplicateVisits` of the domain. */
export const reportStore = (sql: SqlClient.SqlClient) => {
  const sumAnew = Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
    const venues = texts(ids.filter((one) => one !== ""))
    yield* sql`delete from venues where id = any(${venues})`
    yield* sumVenues(sql, sql`venue_id = any(${venues})`, countedCheckIns(sql))
  })

  const givesWay = texts(devicePrefixes.map((prefix) => `${prefix}%`))

  const placesOf = (ids: ReadonlyArray<string>) =>
    Effect.map(
      sql`select distinct checked_in_at, venue_id from check_ins where id = any(${texts(ids)})`,
      readPlaces,
    )

  /**
   * Records which check-ins count between two times, after some of them were added or removed. Returns the venues of
   * the changed ones.
   */
  const mark = Effect.fnUntraced(function* (first: EpochMillis, last: EpochMillis) {
    // One that is within an hour of a change depends on those within an hour of it.
    const range = { from: first - 2 * sameVisitMillis, until: last + 2 * sameVisitMillis + 1 }
    const within = inRange(sql, "checked_in_at", range)
    // If only people have reported visits there is nothing to hold against each other.
    const all = readTellings(
      yield* sql`select id, venue_name, lat, lng, checked_in_at, venue_id, is_removed, is_duplicate from check_ins
        where ${within} and exists (select 1 from check_ins
          where ${within} and (is_removed or is_duplicate or id like any(${givesWay})))`,
    )
    const repeated = duplicateVisits(all)
    const changed = all.filter(
      (one) =>
        one.checkedInAt >= first - sameVisitMillis &&
        one.checkedInAt <= last + sameVisitMillis &&
        one.isDuplicate !== (one.isRemoved || repeated.has(one.id)),
    )
    if (changed.length > 0)
      yield* sql`update check_ins set is_duplicate = not is_duplicate where id = any(${texts(changed.map((one) => one.id))})`
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
    yield* sumAnew([...new Set([...places.map(({ venueId }) => venueId), ...marked])])
  })

  return {
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
      yield* follow(readPlaces(yield* sql`select distinct checked_in_at, venue_id from check_ins`))
    }),
  }
}
