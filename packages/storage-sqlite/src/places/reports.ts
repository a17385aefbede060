import type { EpochMillis } from "@daybook/kernel"
import { CheckIn, devicePrefixes, duplicateVisits, sameVisitMillis } from "@daybook/places"
import * as Schema from "effect/Schema"
import type { Database } from "../sql/database.ts"
import { inRange } from "../sql/paging.ts"
import { jsonList, rowsOf } from "../sql/table.ts"

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

/** Which check-ins count, and the totals of their venues: `duplicateVisits` of the domain. */
export const reportStore = ({ all, sql }: Database["Service"]) => {
  const sumVenues = (ids?: ReadonlyArray<string>): void => {
    const these = (column: string) =>
      ids === undefined
        ? sql`${sql(column)} <> ''`
        : sql`${sql(column)} in (select value from json_each(${jsonList(ids.filter((one) => one !== ""))}))`
    all(sql`delete from venues where ${these("id")}`)
    // A venue is as its latest check-in describes it.
    all(sql`insert into venues
      select venue_id, venue_name, category, city, country, lat, lng, visits, first_visited_at, last_visited_at from (
        select *, count(*) over venue as visits, min(checked_in_at) over venue as first_visited_at,
          max(checked_in_at) over venue as last_visited_at,
          row_number() over (partition by venue_id order by checked_in_at desc, id desc) as place
        from check_ins where not is_duplicate and ${these("venue_id")}
        window venue as (partition by venue_id)
      ) where place = 1`)
  }

  const notedByPhone = sql.or(devicePrefixes.map((prefix) => sql`id like ${`${prefix}%`}`))

  const placesOf = (ids: ReadonlyArray<string>) =>
    readPlaces(
      all(sql`select distinct checked_in_at, venue_id from check_ins
        where id in (select value from json_each(${jsonList(ids)}))`),
    )

  /** Notes which check-ins count between two times, after some there have come or gone. Returns the venues of those that changed. */
  const mark = (first: EpochMillis, last: EpochMillis) => {
    // One that is within an hour of a change depends on those within an hour of it.
    const range = { from: first - 2 * sameVisitMillis, until: last + 2 * sameVisitMillis + 1 }
    const within = inRange(sql, "checked_in_at", range)
    // Visits that only people have reported are not held against each other.
    const found = readTellings(
      all(sql`select id, venue_name, lat, lng, checked_in_at, venue_id, is_removed, is_duplicate from check_ins
        where ${within} and exists (select 1 from check_ins
          where ${within} and (is_removed or is_duplicate or ${notedByPhone}))`),
    )
    const repeated = duplicateVisits(found)
    const changed = found.filter(
      (one) =>
        one.checkedInAt >= first - sameVisitMillis &&
        one.checkedInAt <= last + sameVisitMillis &&
        one.isDuplicate !== (one.isRemoved || repeated.has(one.id)),
    )
    all(sql`update check_ins set is_duplicate = not is_duplicate
      where id in (select value from json_each(${jsonList(changed.map((one) => one.id))}))`)
    return changed.map(({ venueId }) => venueId)
  }

  /** Notes what follows from changes of check-ins that were and are at these places. */
  const follow = (places: ReadonlyArray<Place>): void => {
    if (places.length === 0) return
    const [first, last] = places.reduce(
      ([from, until], { checkedInAt: at }) => [Math.min(from, at), Math.max(until, at)],
      [Infinity, -Infinity],
    )
    const marked = mark(first, last)
    sumVenues([...new Set([...places.map(({ venueId }) => venueId), ...marked])])
  }

  return {
    /** Sums up all venues again. */
    sumAll: () => sumVenues(),
    /** Changes these check-ins by work that returns how many changed, and notes what follows from it. */
    change: (ids: ReadonlyArray<string>, work: () => number): number => {
      if (ids.length === 0) return 0
      const before = placesOf(ids)
      const changed = work()
      if (changed > 0) follow([...before, ...placesOf(ids)])
      return changed
    },
  }
}
