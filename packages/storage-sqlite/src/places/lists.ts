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
import type { Fragment } from "effect/sql/Statement"
import type { searchIn } from "../search/index.ts"
import type { Database } from "../sql/database.ts"
import { countRows, inRange, onPage } from "../sql/paging.ts"
import { rowsOf, tableOf } from "../sql/table.ts"

const venueTable = tableOf("venues", Venue, { position: { flat: {} } })
const readGroups = rowsOf(PlaceGroup)
const readVisited = rowsOf(VisitedVenue, { position: { flat: {} } })

const keys: Readonly<Record<PlaceSort, string>> = {
  visits: "visits",
  name: "name",
  first_visited: "first_visited_at",
  last_visited: "last_visited_at",
}

/** The columns that a group is of, and its id, name and country. */
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
export const listsIn = (
  database: Database["Service"],
  leadsTo: (id: string) => Effect.Effect<string>,
  matching: Effect.Success<ReturnType<typeof searchIn>>["matching"],
): PlacesLists => {
  const { all, read, sql } = database
  const inOrder = ({ order, sort }: PlaceOrder): Fragment =>
    sql.literal(`order by ${keys[sort]} ${order}, last_visited_at desc, id`)

  // SQLite's `lower` is that of the letters A to Z.
  const isNamed = (column: string, name: string | undefined): ReadonlyArray<Fragment> =>
    name === undefined ? [] : [sql`lower(${sql(column)}) = lower(${name}) and ${sql(column)} <> ''`]

  const within = ({ east, north, south, west }: Bounds): Fragment =>
    sql`lat between ${south} and ${north} and ${
      west <= east ? sql`lng between ${west} and ${east}` : sql`(lng >= ${west} or lng <= ${east})`
    }`

  return {
    venues: Effect.fn("CheckInStore.venues")((query: VenuesQuery, page: PageRequest) =>
      read(() => {
        const from = sql`venues where ${sql.and([
          ...isNamed("city", query.city),
          ...isNamed("country", query.country),
          ...isNamed("category", query.category),
          matching("place", "id", query.q),
        ])}`
        return {
          items: venueTable.read(
            all(sql`select ${venueTable.columns} from ${from} ${inOrder(query)} ${onPage(sql, page)}`),
          ),
          total: countRows(database, from),
        }
      }),
    ),

    venue: Effect.fn("CheckInStore.venue")((id: string) => {
      const find = (wanted: string) =>
        venueTable.read(all(sql`select ${venueTable.columns} from venues where id = ${wanted}`))[0]
      return read(Effect.map(leadsTo(id), (shown) => Option.fromUndefinedOr(find(id) ?? find(shown))))
    }),

    groups: Effect.fn("CheckInStore.groups")((kind: GroupKind, order: PlaceOrder, page: PageRequest) =>
      read(() => {
        const { by, columns } = groups[kind]
        const from = sql`(select ${sql.literal(columns)}, count(*) as visits,
            count(distinct nullif(venue_id, '')) as venues, min(checked_in_at) as first_visited_at,
            max(checked_in_at) as last_visited_at
          from check_ins where not is_duplicate and ${sql.literal(named[kind])} group by ${sql.literal(by)})`
        return {
          items: readGroups(all(sql`select * from ${from} ${inOrder(order)} ${onPage(sql, page)}`)),
          total: countRows(database, from),
        }
      }),
    ),

    visited: Effect.fn("CheckInStore.visited")((range: DateRange, bounds?: Bounds) =>
      read(() =>
        readVisited(
          all(sql`select venues.id, name, category, city, country, seen.visits, lat, lng, first_visited_at
            from (select venue_id, count(*) as visits from check_ins
              where not is_duplicate and ${inRange(sql, "checked_in_at", range)} group by venue_id) as seen
            join venues on venues.id = seen.venue_id
            where ${bounds === undefined ? sql`true` : within(bounds)}
            order by venues.id limit ${maxVisitedVenues}`),
        ),
      ),
    ),
  }
}
