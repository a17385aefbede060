import {
  type Cohort,
  type Comparison,
  type Condition,
  conditionsOf,
  type Filter,
  instantOf,
  isDate,
  type PageEnd,
  pageEndIn,
  type Place,
  PropertyType,
  type PropertyValue,
  type Sort,
} from "@daybook/profiles"
import { comparisonSigns } from "@daybook/storage-sql/profiles"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { texts } from "../sql/parameters.ts"
import { rowsOf, valuesOf } from "../sql/table.ts"
import { makeFindByValues, type SizedRows } from "./findByValues.ts"
import { profiles } from "./rows.ts"
import { type IndexSizes, wantIndexes } from "./valueIndexes.ts"
import { isCompared, type KnownProperties, type KnownProperty } from "./valueRows.ts"

const readKnown = rowsOf(
  Schema.Struct({
    name: Schema.String,
    type: PropertyType,
    index: Schema.UndefinedOr(Schema.Int),
    isWanted: Schema.Boolean,
    among: Schema.Int,
  }),
)

const readCount = valuesOf(Schema.Int)

/** True for filters whose profiles the index on properties finds. */
const isIndexed = (filter: Filter, known: KnownProperties): boolean => {
  if ("all" in filter) return filter.all.some((one) => isIndexed(one, known))
  if ("any" in filter) return filter.any.every((one) => isIndexed(one, known))
  if ("not" in filter) return false
  const { name, op } = filter
  return op === "eq" || op === "in" || (op === "contains" && known.get(name)?.type === "list")
}

/** The properties by whose values a filter can find profiles. */
const comparedIn = (filter: Filter, known: KnownProperties): ReadonlyArray<string> => {
  if ("not" in filter) return []
  if ("all" in filter) return filter.all.flatMap((one) => comparedIn(one, known))
  if ("any" in filter) return filter.any.flatMap((one) => comparedIn(one, known))
  return isCompared(filter, known.get(filter.name)?.type) ? [filter.name] : []
}

const placeIn =
  (sql: SqlClient.SqlClient) =>
  ({ version, workspace }: Place) =>
    sql`workspace = ${workspace} and version = ${version}`

/** The values of properties in a row, as statements compare them. */
const columnsIn = (sql: SqlClient.SqlClient) => {
  const valueOf = (name: string) => sql`(properties ->> ${name}::text)`
  const textOf = (name: string) => sql`${valueOf(name)} collate "C"`
  const isSet = (name: string) => sql`jsonb_exists(properties, ${name})`

  // A timestamp only has microseconds, and rounds finer fractions: the fraction is compared by its digits.
  const instantIn = (name: string) => [
    sql`extract(epoch from (regexp_replace(${valueOf(name)}, '[.][0-9]+', '') ||
      case length(${valueOf(name)}) when 10 then 'T00:00:00Z' else '' end)::timestamptz)::float8`,
    sql`rtrim(coalesce(substring(${valueOf(name)} from '[.]([0-9]+)'), ''), '0') collate "C"`,
  ]
  const instantFor = (date: string) => {
    const { fraction, seconds } = instantOf(date)
    return [sql`${seconds}::float8`, sql`${fraction}::text`]
  }

  return { instantFor, instantIn, isSet, textOf, valueOf }
}

/** The conditions of filters on the properties of a row. */
const filtersIn = (sql: SqlClient.SqlClient) => {
  const holdsAll = (values: Readonly<Record<string, unknown>>) =>
    sql`properties @> ${JSON.stringify(values)}::text::jsonb`
  const has = (name: string, value: unknown) => holdsAll({ [name]: value })
  const columns = columnsIn(sql)
  const { instantFor, instantIn, isSet, textOf, valueOf } = columns
  const never = sql`false`

  /** A comparison, by the type of the property: all its values are of that type. */
  const compared = (
    { name, op, value }: Extract<Condition, { readonly op: Comparison }>,
    type: PropertyType | undefined,
  ): Fragment => {
    const sign = sql.literal(comparisonSigns[op])
    if (type === "number" && typeof value === "number") {
      // The same numbers that the domain compares.
      return sql`${valueOf(name)}::float8 ${sign} ${String(value)}::text::float8`
    }
    if (type === "string" && typeof value === "string") return sql`${textOf(name)} ${sign} ${value}`
    if (type !== "date" || typeof value !== "string" || !isDate(value)) return never
    return sql`(${sql.csv(instantIn(name))}) ${sign} (${sql.csv(instantFor(value))})`
  }

  // Another place's property of the same name may contain what cannot be cast.
  const inPlace = ({ workspace, version }: Place, condition: Fragment) =>
    sql`case when workspace = ${workspace} and version = ${version} then ${condition} end`

  const isText = (type: PropertyType | undefined) => type === "string" || type === "date"

  const ofCondition = (place: Place, condition: Condition, type: PropertyType | undefined): Fragment => {
    const { name } = condition
    switch (condition.op) {
      case "eq":
        return has(name, condition.value)
      case "ne":
        return sql`not (${has(name, condition.value)})`
      case "in":
        return sql.or(condition.value.map((one) => has(name, one)))
      case "exists":
        return sql`${isSet(name)} = ${condition.value}`
      case "contains":
        if (type === "list") return has(name, [condition.value])
        return isText(type) && typeof condition.value === "string"
          ? sql`strpos(${textOf(name)}, ${condition.value}) > 0`
          : never
      case "starts_with":
        return isText(type) ? sql`starts_with(${textOf(name)}, ${condition.value})` : never
      default:
        return inPlace(place, compared(condition, type))
    }
  }

  const ofFilter = (place: Place, filter: Filter, known: KnownProperties): Fragment => {
    const of = (one: Filter) => ofFilter(place, one, known)
    // A comparison with an unset value is null, and its opposite is true.
    if ("not" in filter) return sql`(${of(filter.not)}) is not true`
    if ("any" in filter) return filter.any.length === 0 ? never : sql.or(filter.any.map(of))
    if (!("all" in filter)) return ofCondition(place, filter, known.get(filter.name)?.type)
    // Equalities are one containment, which the index starts with the rarest value; two may be of one property.
    const equal = new Map<string, Condition>()
    for (const one of filter.all) {
      if ("op" in one && one.op === "eq" && !equal.has(one.name)) equal.set(one.name, one)
    }
    const values = Array.from(equal, ([name, { value }]) => [name, value] as const)
    const others = filter.all.filter((one) => !("op" in one) || equal.get(one.name) !== one)
    return sql.and([
      ...(values.length === 0 ? [] : [holdsAll(Object.fromEntries(values))]),
      ...others.map(of),
    ])
  }

  return { ...columns, inPlace, ofFilter }
}

/** Makes the function that finds the properties of a filter and an order. */
const knownIn = (sql: SqlClient.SqlClient, { indexedFrom }: typeof IndexSizes.Service) => {
  const inPlaceOf = placeIn(sql)

  /**
   * The properties that a filter names, and the one that sorts, without those that are being changed. Compared ones
   * by get an index, if there are many profiles.
   */
  const knownOf = Effect.fnUntraced(function* (place: Place, where: Filter, sort?: Sort) {
    const names = new Set(conditionsOf(where).map(({ name }) => name))
    if (sort !== undefined) names.add(sort.name)
    if (names.size === 0) return new Map<string, KnownProperty>()
    const isSame = (other: string) =>
      sql.literal(`(${other}.workspace, ${other}.version, ${other}.name) =
      (property_types.workspace, property_types.version, property_types.name)`)
    const found = readKnown(
      yield* sql`select name, type, (select id from property_indexes as i where ${isSame("i")} and state = 'ready') as index,
          exists (select from property_indexes as i where ${isSame("i")}) as is_wanted,
          (select coalesce(sum(number), 0)::float8 from profile_totals where ${inPlaceOf(place)} and kind = 'profile') as among
        from property_types where ${inPlaceOf(place)} and name = any (${texts([...names])})
          and not exists (select from property_changes as c where ${isSame("c")})`,
    )
    const known: KnownProperties = new Map(found.map(({ name, ...property }) => [name, property]))
    const compared = new Set(comparedIn(where, known))
    if (sort !== undefined && known.get(sort.name)?.type !== "list") compared.add(sort.name)
    const wanted = found.flatMap(({ among, isWanted, name }) =>
      among >= indexedFrom && !isWanted && compared.has(name) ? [name] : [],
    )
    // A database that only reads finds profiles without.
    if (wanted.length > 0) yield* Effect.ignore(wantIndexes(sql, place, wanted))
    return known
  })

  return knownOf
}

/** Makes the function that returns the order of a cohort. */
const ordersIn = (
  sql: SqlClient.SqlClient,
  { inPlace, instantFor, instantIn, isSet, textOf, valueOf }: ReturnType<typeof filtersIn>,
) => {
  /** The columns that order a property's values, and a value's. */
  const keysOf = (name: string, type: PropertyType): ReadonlyArray<Fragment> => {
    if (type === "number") return [sql`${valueOf(name)}::float8`]
    if (type === "boolean") return [sql`${valueOf(name)}::boolean`]
    return [...(type === "date" ? instantIn(name) : []), textOf(name)]
  }
  const keysFor = (value: PropertyValue, type: PropertyType): ReadonlyArray<Fragment> => {
    if (type === "number") return [sql`${String(value)}::text::float8`]
    if (type === "boolean") return [sql`${String(value)}::text::boolean`]
    const text = String(value)
    return [...(type === "date" ? instantFor(text) : []), sql`${text}`]
  }

  /** The order of a cohort, and the condition that a profile follows the end of a page. */
  const orderOf = (place: Place, { after, sort }: Pick<Cohort, "after" | "sort">, known: KnownProperties) => {
    const direction = sql.literal(sort?.descending === true ? "desc" : "asc")
    const sign = sql.literal(sort?.descending === true ? "<" : ">")
    const type = sort && known.get(sort.name)?.type
    const laterId = ({ distinctId }: PageEnd) => sql`distinct_id ${sign} ${distinctId}`
    if (sort === undefined || type === undefined || type === "list") {
      return { type: undefined, order: sql`distinct_id ${direction}`, later: after && laterId(after) }
    }
    const keys = keysOf(sort.name, type)
    const laterIn = (end: PageEnd) =>
      end.value === undefined
        ? sql`not ${isSet(sort.name)} and ${laterId(end)}`
        : sql`(not ${isSet(sort.name)} or ${inPlace(
            place,
            sql`(${sql.csv([...keys, sql`distinct_id`])}) ${sign}
              (${sql.csv([...keysFor(end.value, type), sql`${end.distinctId}`])})`,
          )})`
    const order = keys.map((key) => sql`${inPlace(place, key)} ${direction} nulls last`)
    return {
      type,
      order: sql.csv([sql`${isSet(sort.name)} desc`, ...order, sql`distinct_id ${direction}`]),
      later: after && laterIn(after),
    }
  }

  return orderOf
}

/** Makes the functions that find and count profiles; see `ProfileStore`. */
export const makeCohorts = (sql: SqlClient.SqlClient, sizes: typeof IndexSizes.Service) => {
  const { few } = sizes
  const inPlaceOf = placeIn(sql)
  const knownOf = knownIn(sql, sizes)
  const filters = filtersIn(sql)
  const { ofFilter } = filters
  const orderOf = ordersIn(sql, filters)
  const { byId, byValue, countOf, fewestRows, inAnyOrder } = makeFindByValues(sql, sizes)
  /** The condition that one of some ids resolves to a profile. */
  const isAmong = (place: Place, ids: ReadonlyArray<string>) => {
    const given = texts(ids)
    return sql`distinct_id in (
      select target from profile_aliases where ${inPlaceOf(place)} and distinct_id = any (${given})
      union all
      select id from unnest(${given}::text[]) as given (id) where not exists (select 1 from profile_aliases as a
        where a.workspace = ${place.workspace} and a.version = ${place.version} and a.distinct_id = id))`
  }

  /** True for rows whose profiles are read one by one. Profiles with an equal value are found faster by the index on properties. */
  const isCollected = (rows: SizedRows | undefined): rows is SizedRows =>
    rows !== undefined && rows.size < few && !rows.isInOrder

  const find = Effect.fn("ProfileStore.find")(function* (place: Place, asked: Cohort) {
    const { ids, limit, sort, where } = asked
    const known = yield* knownOf(place, where, sort)
    const cohort = { ...asked, after: pageEndIn(asked.after, sort && known.get(sort.name)?.type) }
    const { later, order, type } = orderOf(place, cohort, known)
    const matching = [ofFilter(place, where, known), inPlaceOf(place)]
    const here = sql.and([
      ...matching,
      ...(ids === undefined ? [] : [isAmong(place, ids)]),
      ...(later === undefined ? [] : [later]),
    ])
    const rows = ids === undefined ? yield* fewestRows(where, known) : undefined
    if (rows !== undefined && type === undefined && (rows.isInOrder || rows.size < few)) {
      return profiles.read(yield* byId(rows, here, cohort))
    }
    // In the order of values a page is full after this many, if what the filter matches is spread evenly.
    const among = (sort && known.get(sort.name)?.among) ?? 0
    const isSpread = rows === undefined || rows.size >= few || rows.size ** 2 > limit * among
    if (ids === undefined && sort !== undefined && isSpread) {
      const page = yield* byValue(sql.and(matching), cohort, sort, known)
      if (page !== undefined) return page
    }
    // If an index can be used, the cohort is selected before it is sorted. Otherwise the planner, guessing many matches, may
    // walk all profiles in that order to find a few.
    const selected = sql`select workspace, version, ${profiles.columns} from profiles where ${here}`
    const named = isCollected(rows) ? inAnyOrder(rows, here) : isIndexed(where, known) ? selected : undefined
    const found =
      named === undefined ? selected : sql`with cohort as materialized (${named}) select * from cohort`
    return profiles.read(
      yield* sql`select ${profiles.columns} from (${found}) as found order by ${order} limit ${limit}`,
    )
  })

  const count = Effect.fn("ProfileStore.count")(function* (place: Place, where: Filter) {
    const known = yield* knownOf(place, where)
    const exactly = yield* countOf(where, known)
    if (exactly !== undefined) return exactly
    const here = sql.and([ofFilter(place, where, known), inPlaceOf(place)])
    const rows = yield* fewestRows(where, known)
    const found = isCollected(rows) ? inAnyOrder(rows, here) : sql`select from profiles where ${here}`
    const [counted = 0] = readCount(yield* sql`select count(*)::float8 from (${found}) as found`)
    return counted
  })

  return { find, count }
}
