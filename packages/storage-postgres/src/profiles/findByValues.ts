import type { Cohort, Filter, Profile, Sort } from "@daybook/profiles"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { rowsOf, valuesOf } from "../sql/table.ts"
import { profiles } from "./rows.ts"
import type { IndexSizes } from "./valueIndexes.ts"
import { comparisonsIn, type KnownProperties, makeValueRows, partsOf, type ValueRows } from "./valueRows.ts"

const readSizes = rowsOf(Schema.Struct({ way: Schema.Int, size: Schema.Int }))
const readCounts = valuesOf(Schema.Int)

/** Rows of the index with their number, counted up to `few`. */
export interface SizedRows extends ValueRows {
  readonly size: number
}

/** The parts of queries that read a page of profiles by their ids. */
const pagesIn = (sql: SqlClient.SqlClient) => {
  const directionOf = (sort: Sort | undefined) =>
    sort?.descending === true
      ? { direction: sql.literal("desc"), sign: sql.literal("<") }
      : { direction: sql.literal("asc"), sign: sql.literal(">") }

  // A subquery with an offset is not merged into the query around it: each profile is read by its key, in the order of the ids.
  const profileOf = (here: Fragment) => sql`(select workspace, version, ${profiles.columns} from profiles
    where ${here} and distinct_id = named_id offset 0)`

  return { directionOf, profileOf }
}

/** Makes the function that finds profiles in the order of a property's values. */
const byValueIn = (sql: SqlClient.SqlClient, { walked }: typeof IndexSizes.Service) => {
  const { later, ofConditions } = makeValueRows(sql)
  const { directionOf, profileOf } = pagesIn(sql)

  /**
   * Finds the first profiles of a cohort in the order of a property's values; those without one come last. Undefined if too many
   * would have to be visited, as where few profiles match.
   */
  const byValue = Effect.fnUntraced(function* (
    here: Fragment,
    { after, limit, where }: Cohort,
    sort: Sort,
    known: KnownProperties,
  ) {
    const property = known.get(sort.name)
    if (property?.index === undefined) return undefined
    const conditions = comparisonsIn(where, known).get(sort.name) ?? []
    const own = ofConditions(conditions, known)?.parts ?? []
    const { direction, sign } = directionOf(sort)
    const isPast = after !== undefined && after.value === undefined
    const found: Array<Profile> = []
    if (!isPast) {
      const isLater = after === undefined ? sql`true` : later(property.type, after, sign)
      const order = sql`number ${direction}, value ${direction}, named_id ${direction}`
      const most = conditions.length === partsOf(where).length ? limit : Math.max(walked, limit)
      const values = sql`select number, value, distinct_id as named_id from profile_values
        where ${sql.and([sql`property = ${property.index}`, ...own, isLater])} order by ${order} limit ${most}`
      found.push(
        ...profiles.read(
          yield* sql`select ${profiles.columns} from (${values}) as named
            cross join lateral ${profileOf(here)} as found order by ${order} limit ${limit}`,
        ),
      )
      if (found.length === limit) return found
      const [visited = 0] = readCounts(yield* sql`select count(*)::int from (${values}) as visited`)
      if (visited === most) return undefined
    }
    if (own.length > 0) return found
    const isLater = isPast ? sql`distinct_id ${sign} ${after.distinctId}` : sql`true`
    const rest = yield* sql`select ${profiles.columns} from profiles
      where ${here} and not jsonb_exists(properties, ${sort.name}) and ${isLater}
      order by distinct_id ${direction} limit ${limit - found.length}`
    return [...found, ...profiles.read(rest)]
  })

  return byValue
}

/** Makes the functions that find and count profiles by the index on values. `here` is the condition of a profile. */
export const makeFindByValues = (sql: SqlClient.SqlClient, sizes: typeof IndexSizes.Service) => {
  const { few } = sizes
  const { ofConditions, waysOf } = makeValueRows(sql)
  const { directionOf, profileOf } = pagesIn(sql)

  /** The fewest rows of the index that name every profile of a filter; undefined if there are none. */
  const fewestRows = Effect.fnUntraced(function* (where: Filter, known: KnownProperties) {
    const ways = waysOf(where, known)
    if (ways.length === 0) return undefined
    const counts = ways.flatMap(({ parts }, way) =>
      parts.map(
        (part) => sql`select ${way}::int as way, count(*)::int as size
          from (select from profile_values where ${part} limit ${few}) as counted`,
      ),
    )
    const sizes = Map.groupBy(
      readSizes(yield* sql`${sql.join(" union all ", false)(counts)}`),
      ({ way }) => way,
    )
    const sized = ways.map((way, at): SizedRows => {
      return { ...way, size: (sizes.get(at) ?? []).reduce((sum, { size }) => sum + size, 0) }
    })
    return sized.toSorted((one, other) => one.size - other.size)[0]
  })

  const idsIn = ({ parts }: ValueRows, isLater: Fragment) =>
    sql.join(
      " union ",
      false,
    )(parts.map((part) => sql`select distinct_id from profile_values where ${part} and ${isLater}`))

  /** The query of the profiles that rows name, by distinct id. */
  const byId = (rows: ValueRows, here: Fragment, { after, limit, sort }: Omit<Cohort, "where">) => {
    const { direction, sign } = directionOf(sort)
    const isLater = after === undefined ? sql`true` : sql`distinct_id ${sign} ${after.distinctId}`
    return sql`select ${profiles.columns} from (
        select distinct_id as named_id from (${idsIn(rows, isLater)}) as ids order by distinct_id ${direction}
      ) as named cross join lateral ${profileOf(here)} as found order by named_id ${direction} limit ${limit}`
  }

  /** The query of the profiles that rows name, in any order. */
  const inAnyOrder = (rows: ValueRows, here: Fragment) =>
    sql`select found.* from (select distinct_id as named_id from (${idsIn(rows, sql`true`)}) as ids) as named
      cross join lateral ${profileOf(here)} as found`

  /** The number of profiles that match a filter of conditions on one property, if the index has it. */
  const countOf = Effect.fnUntraced(function* (where: Filter, known: KnownProperties) {
    const [conditions = [], ...more] = comparisonsIn(where, known).values()
    const [part] = ofConditions(conditions, known)?.parts ?? []
    if (part === undefined || more.length > 0 || conditions.length < partsOf(where).length) return undefined
    return readCounts(yield* sql`select count(*)::float8 from profile_values where ${part}`)[0]
  })

  return { byId, byValue: byValueIn(sql, sizes), countOf, fewestRows, inAnyOrder }
}
