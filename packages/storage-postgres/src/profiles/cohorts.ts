import {
  type Cohort,
  type Comparison,
  type Condition,
  conditionsOf,
  type Filter,
  instantOf,
  isDate,
  type PageEnd,
  type Place,
  type PropertyType,
  type PropertyValue,
  type Sort,
} from "@daybook/profiles"
import { comparisonSigns } from "@daybook/storage-sql/profiles"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { texts } from "../sql/parameters.ts"
import { valuesOf } from "../sql/table.ts"
import { profiles, types } from "./rows.ts"

const readCount = valuesOf(Schema.Int)

type Types = ReadonlyMap<string, PropertyType>

/** True for filters whose profiles the index on properties finds. */
const isIndexed = (filter: Filter, known: Types): boolean => {
  if ("all" in filter) return filter.all.some((one) => isIndexed(one, known))
  if ("any" in filter) return filter.any.every((one) => isIndexed(one, known))
  if ("not" in filter) return false
  const { name, op } = filter
  return op === "eq" || op === "in" || (op === "contains" && known.get(name) === "list")
}

/** Makes the functions that find and count profiles; see `ProfileStore`. */
export const makeCohorts = (sql: SqlClient.SqlClient) => {
  const holdsAll = (values: Readonly<Record<string, unknown>>) =>
    sql`properties @> ${JSON.stringify(values)}::text::jsonb`
  const has = (name: string, value: unknown) => holdsAll({ [name]: value })
  const valueOf = (name: string) => sql`(properties ->> ${name}::text)`
  const textOf = (name: string) => sql`${valueOf(name)} collate "C"`
  const isSet = (name: string) => sql`jsonb_exists(properties, ${name})`
  const never = sql`false`

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

  /** A comparison, by the type of the property: all its values are of that type. */
  const compared = (
    { name, op, value }: Extract<Condition, { readonly op: Comparison }>,
    type: PropertyType | undefined,
  ): Fragment => {
    const sign = sql.literal(comparisonSigns[op])
    if (type === "number" && typeof value === "number") {
      // The same doubles that the domain compares.
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

  const ofFilter = (place: Place, filter: Filter, known: Types): Fragment => {
    const of = (one: Filter) => ofFilter(place, one, known)
    // A comparison with an unset value is null, and its opposite is true.
    if ("not" in filter) return sql`(${of(filter.not)}) is not true`
    if ("any" in filter) return filter.any.length === 0 ? never : sql.or(filter.any.map(of))
    if (!("all" in filter)) return ofCondition(place, filter, known.get(filter.name))
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

  /** The types of the properties that a filter names, and of the one that sorts, without those whose values are being changed. */
  const typesOf = Effect.fnUntraced(function* ({ workspace, version }: Place, where: Filter, sort?: Sort) {
    const names = new Set(conditionsOf(where).map(({ name }) => name))
    if (sort !== undefined) names.add(sort.name)
    if (names.size === 0) return new Map<string, PropertyType>()
    const found = types.read(
      yield* sql`select ${types.columns} from property_types where workspace = ${workspace}
        and version = ${version} and name = any (${texts([...names])}) and not exists (select from property_changes as c
          where c.workspace = property_types.workspace and c.version = property_types.version
            and c.name = property_types.name)`,
    )
    return new Map(found.map(({ name, type }) => [name, type]))
  })

  const inPlaceOf = ({ version, workspace }: Place) => sql`workspace = ${workspace} and version = ${version}`

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
    return [...(type === "date" ? instantFor(isDate(text) ? text : "0001-01-01") : []), sql`${text}`]
  }

  /** The order of a cohort, and the condition that a profile comes after the end of a page. */
  const orderOf = (place: Place, { after, sort }: Pick<Cohort, "after" | "sort">, known: Types) => {
    const direction = sql.literal(sort?.descending === true ? "desc" : "asc")
    const sign = sql.literal(sort?.descending === true ? "<" : ">")
    const type = sort && known.get(sort.name)
    const laterId = ({ distinctId }: PageEnd) => sql`distinct_id ${sign} ${distinctId}`
    if (sort === undefined || type === undefined || type === "list") {
      return { order: sql`distinct_id ${direction}`, later: after && laterId(after) }
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
      order: sql.csv([sql`${isSet(sort.name)} desc`, ...order, sql`distinct_id ${direction}`]),
      later: after && laterIn(after),
    }
  }

  /** The condition that one of some ids leads to a profile. */
  const isAmong = (place: Place, ids: ReadonlyArray<string>) => {
    const given = texts(ids)
    return sql`distinct_id in (
      select target from profile_aliases where ${inPlaceOf(place)} and distinct_id = any (${given})
      union all
      select id from unnest(${given}::text[]) as given (id) where not exists (select 1 from profile_aliases as a
        where a.workspace = ${place.workspace} and a.version = ${place.version} and a.distinct_id = id))`
  }

  const find = Effect.fn("ProfileStore.find")(function* (place: Place, cohort: Cohort) {
    const { ids, limit, sort, where } = cohort
    const known = yield* typesOf(place, where, sort)
    const { later, order } = orderOf(place, cohort, known)
    const here = sql.and([
      ofFilter(place, where, known),
      inPlaceOf(place),
      ...(ids === undefined ? [] : [isAmong(place, ids)]),
      ...(later === undefined ? [] : [later]),
    ])
    // If the index on properties can be used, the cohort is selected before it is sorted. Otherwise the planner,
    // guessing many matches, may walk all profiles in that order to find a few.
    const found = isIndexed(where, known)
      ? sql`with cohort as materialized (select workspace, version, ${profiles.columns} from profiles where ${here})
          select ${profiles.columns} from cohort`
      : sql`select ${profiles.columns} from profiles where ${here}`
    return profiles.read(yield* sql`${found} order by ${order} limit ${limit}`)
  })

  const count = Effect.fn("ProfileStore.count")(function* (place: Place, where: Filter) {
    const known = yield* typesOf(place, where)
    const [counted = 0] = readCount(
      yield* sql`select count(*)::float8 from profiles where ${sql.and([
        ofFilter(place, where, known),
        inPlaceOf(place),
      ])}`,
    )
    return counted
  })

  return { find, count }
}
