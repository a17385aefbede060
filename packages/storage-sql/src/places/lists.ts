import type { Bounds, DateRange, PageRequest } from "@daybook/kernel"
import {
  type GroupKind,
  maxIdLength,
  maxVisitedVenues,
  PlaceGroup,
  type PlaceOrder,
  type PlacesLists,
  type PlaceSort,
  Venue,
  type VenuesQuery,
  VisitedVenue,
} from "@daybook/places"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Fragment } from "effect/sql/Statement"
import { countRows, inRange, onPage } from "../paging.ts"
import type { StoreParts } from "../parts.ts"
import { described, rowsOf } from "../table.ts"
import { countedCheckIns } from "./reports.ts"

const venues = described("venues", Venue, { position: { flat: {} } })
const readGroups = rowsOf(PlaceGroup)
const readTotals = rowsOf(Schema.Struct({ total: Schema.Int }))
const readVisited = rowsOf(VisitedVenue, { position: { flat: {} }, visits: "seen.visits" }, "venues")

const keys: Readonly<Record<PlaceSort, string>> = {
  visits: "visits",
  name: "name",
  first_visited: "first_visited_at",
  last_visited: "last_visited_at",
}

/** The columns that a group is of: its id, its name and its country. */
const groups: Readonly<Record<GroupKind, { readonly by: string; readonly columns: string }>> = {
  cities: {
    by: "city, country",
    columns: `substr(city || ', ' || country, 1, ${maxIdLength}) as id, city as name, country`,
  },
  countries: { by: "country", columns: "country as id, country as name, '' as country" },
  categories: { by: "category", columns: "category as id, category as name, '' as country" },
}

const named: Readonly<Record<GroupKind, string>> = {
  cities: "city <> ''",
  countries: "country <> ''",
  categories: "category <> ''",
}

/** Lists of places. */
export const listsOf = (
  { database, matching }: StoreParts,
  leadsTo: (id: string) => Effect.Effect<string>,
): PlacesLists => {
  const { byCodeUnits, read, sql, tableOf } = database
  const counted = countedCheckIns(database)
  const venueTable = tableOf(venues)
  const inOrder = ({ order, sort }: PlaceOrder): Fragment => {
    const key = sort === "name" ? `name ${byCodeUnits}` : keys[sort]
    return sql.literal(`order by ${key} ${order}, last_visited_at desc, id ${byCodeUnits}`)
  }

  // The lower case of code units covers the letters A to Z, on every database.
  const isNamed = (column: string, name: string | undefined): ReadonlyArray<Fragment> => {
    if (name === undefined) return []
    const units = sql.literal(byCodeUnits)
    return [
      sql`lower(${sql(column)} ${units}) = lower(cast(${name} as text) ${units}) and ${sql(column)} <> ''`,
    ]
  }

  const within = ({ east, north, south, west }: Bounds): Fragment =>
    sql`lat between ${south} and ${north} and ${
      west <= east ? sql`lng between ${west} and ${east}` : sql`(lng >= ${west} or lng <= ${east})`
    }`

  return {
    venues: Effect.fn("CheckInStore.venues")(function* (query: VenuesQuery, page: PageRequest) {
      const where = sql.and([
        sql`true`,
        ...isNamed("city", query.city),
        ...isNamed("country", query.country),
        ...isNamed("category", query.category),
        yield* matching("place", "venues.id", query.q),
      ])
      const rows =
        yield* sql`select ${venueTable.columns} from venues where ${where} ${inOrder(query)} ${onPage(sql, page)}`
      return { items: venueTable.read(rows), total: yield* countRows(sql, sql`venues where ${where}`) }
    }, read),
    venue: Effect.fn("CheckInStore.venue")(function* (id: string) {
      const find = (wanted: string) =>
        Effect.map(
          sql`select ${venueTable.columns} from venues where id = ${wanted}`,
          (rows) => venueTable.read(rows)[0],
        )
      return Option.fromUndefinedOr((yield* find(id)) ?? (yield* find(yield* leadsTo(id))))
    }, read),
    groups: Effect.fn("CheckInStore.groups")(function* (
      kind: GroupKind,
      order: PlaceOrder,
      page: PageRequest,
    ) {
      const { by, columns } = groups[kind]
      // By venue first: a sum of groups takes less than a count of distinct venues.
      const all = sql`(select ${sql.literal(columns)}, cast(sum(visits) as int) as visits,
          count(*) filter (where venue_id <> '') as venues, min(first_visited_at) as first_visited_at,
          max(last_visited_at) as last_visited_at
        from (
          select ${sql.literal(by)}, venue_id, count(*) as visits, min(checked_in_at) as first_visited_at,
            max(checked_in_at) as last_visited_at
          from ${counted} where ${sql.literal(named[kind])} group by ${sql.literal(by)}, venue_id
        ) as venue group by ${sql.literal(by)}) as place`
      const rows =
        yield* sql`select *, count(*) over () as total from ${all} ${inOrder(order)} ${onPage(sql, page)}`
      // A page past the end reports no total.
      const total = readTotals(rows)[0]?.total ?? (page.page === 1 ? 0 : yield* countRows(sql, all))
      return { items: readGroups(rows), total }
    }, read),
    visited: Effect.fn("CheckInStore.visited")(function* (range: DateRange, bounds?: Bounds) {
      return readVisited(
        yield* sql`select ${sql.literal(readVisited.selected)}
          from (select venue_id, count(*) as visits from ${counted}
            where ${inRange(database, "checked_in_at", range)} group by venue_id) as seen
          join venues on venues.id = seen.venue_id
          where ${bounds === undefined ? sql`true` : within(bounds)}
          order by venues.id limit ${maxVisitedVenues}`,
      )
    }, read),
  }
}
