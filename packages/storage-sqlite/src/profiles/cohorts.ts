import {
  type Cohort,
  type Comparison,
  type Condition,
  isDate,
  type Place,
  type Profile,
  type PropertyType,
} from "@daybook/profiles"
import type { Fragment } from "effect/sql/Statement"
import type { Database } from "../sql/database.ts"
import { countRows } from "../sql/paging.ts"
import { anyList, firstAfter, firstAt, indexedDate, type IndexedValue } from "./indexedValues.ts"
import { profiles } from "./rows.ts"
import { propertyTypesIn } from "./propertyTypes.ts"

type Scalar = string | number | boolean

/** The signs of comparisons in SQL. */
const signs: Readonly<Record<Comparison, string>> = { gt: ">", gte: ">=", lt: "<", lte: "<=" }

/** A value as the index has it in a property or a list; undefined where none can be equal. */
const indexed = (type: PropertyType, value: Scalar): IndexedValue | undefined => {
  if (type === "date") return typeof value === "string" && isDate(value) ? indexedDate(value) : undefined
  return typeof value === type ? value : undefined
}

/** Conditions that hold for all profiles that a test does not find. */
const isNegative = (condition: Condition): boolean =>
  condition.op === "ne" || (condition.op === "exists" && !condition.value)

/** Conditions that one value of the index answers. */
const isOneValue = (type: PropertyType, { op }: Condition): boolean =>
  op === "eq" || (op === "contains" && type === "list")

/** Makes the functions that find and count profiles; see `ProfileStore`. */
export const makeCohorts = (database: Database["Service"]) => {
  const { all, read, sql } = database
  const types = propertyTypesIn(database)

  const oneOf = (type: PropertyType, values: ReadonlyArray<Scalar>): Fragment | undefined => {
    const known = values.map((one) => indexed(type, one)).filter((one) => one !== undefined)
    return known.length === 0 ? undefined : sql`value in ${sql.in(known)}`
  }

  const compared = (op: Comparison, type: PropertyType, other: string | number): Fragment | undefined => {
    if (type !== "date")
      return typeof other === type ? sql`value ${sql.literal(signs[op])} ${other}` : undefined
    if (typeof other !== "string" || !isDate(other)) return undefined
    switch (op) {
      case "gt":
        return sql`value >= ${firstAfter(other)}`
      case "gte":
        return sql`value >= ${firstAt(other)}`
      case "lt":
        return sql`value < ${firstAt(other)}`
      case "lte":
        return sql`value < ${firstAfter(other)}`
    }
  }

  const contains = (type: PropertyType, part: string | number): Fragment | undefined => {
    if (type === "list") return sql`value = ${part}`
    if (typeof part !== "string") return undefined
    if (type === "string") return sql`instr(value, ${part}) > 0`
    return type === "date" ? sql`instr(substr(value, instr(value, ' ') + 1), ${part}) > 0` : undefined
  }

  /** The test of a property's values in the index; undefined where none can pass it. */
  const testOf = (type: PropertyType, condition: Condition): Fragment | undefined => {
    switch (condition.op) {
      case "eq":
      case "ne":
        return oneOf(type, [condition.value])
      case "in":
        return oneOf(type, condition.value)
      case "exists":
        return type === "list" ? sql`value = ${anyList}` : sql`true`
      case "contains":
        return contains(type, condition.value)
      default:
        return compared(condition.op, type, condition.value)
    }
  }

  const idsIn = (rows: Fragment) => sql`(select distinct_id from profile_values where ${rows})`
  const inPlace = ({ version, workspace }: Place) => sql`workspace = ${workspace} and version = ${version}`

  // Enough to tell a rare value from a common one.
  const mostCounted = 1_000
  const rarestFirst = (all: ReadonlyArray<Fragment>): ReadonlyArray<Fragment> => {
    if (all.length < 2) return all
    const sizeOf = (rows: Fragment) =>
      countRows(database, sql`(select 1 from profile_values where ${rows} limit ${mostCounted})`)
    return all
      .map((rows) => ({ rows, size: sizeOf(rows) }))
      .toSorted((a, b) => a.size - b.size)
      .map(({ rows }) => rows)
  }

  /**
   * The source of a cohort's distinct ids, named `one`: those with its rarest value, or else all of the place. Both are indexed
   * in the order of the ids, so a page ends as soon as it is full. Undefined where there can be none.
   */
  const cohortOf = (place: Place, where: ReadonlyArray<Condition>): Fragment | undefined => {
    const equal: Array<Fragment> = []
    const tests: Array<Fragment> = []
    for (const condition of where) {
      const property = types.find(place, condition.name)
      const test = property && testOf(property.type, condition)
      if (test === undefined && !isNegative(condition)) return undefined
      if (property === undefined || test === undefined) continue
      const rows = sql`property = ${property.id} and ${test}`
      if (isOneValue(property.type, condition)) equal.push(rows)
      else if (isNegative(condition)) tests.push(sql`one.distinct_id not in ${idsIn(rows)}`)
      else tests.push(sql`one.distinct_id in ${idsIn(rows)}`)
    }
    const [rarest, ...others] = rarestFirst(equal)
    for (const rows of others) {
      tests.push(sql`exists (select 1 from profile_values as other
        where ${rows} and other.distinct_id = one.distinct_id)`)
    }
    return rarest === undefined
      ? sql`profiles as one where ${sql.and([inPlace(place), ...tests])}`
      : sql`profile_values as one where ${sql.and([rarest, ...tests])}`
  }

  return {
    find: (place: Place, { after, limit, where }: Cohort) =>
      read((): ReadonlyArray<Profile> => {
        const cohort = cohortOf(place, where)
        if (cohort === undefined) return []
        const later = after === undefined ? sql`true` : sql`one.distinct_id > ${after}`
        return profiles.read(
          all(sql`select ${profiles.columns} from profiles where ${inPlace(place)} and distinct_id in (
            select distinct_id from ${cohort} and ${later} order by distinct_id limit ${limit}
          ) order by distinct_id`),
        )
      }),
    count: (place: Place, where: ReadonlyArray<Condition>) =>
      read(() => {
        const cohort = cohortOf(place, where)
        return cohort === undefined ? 0 : countRows(database, cohort)
      }),
  }
}
