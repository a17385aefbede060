import {
  type Comparison,
  type Condition,
  type Filter,
  instantOf,
  isDate,
  type PageEnd,
  type PropertyType,
  type Scalar,
} from "@daybook/profiles"
import { comparisonSigns, textAfter } from "@daybook/storage-sql/profiles"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { doubles, texts } from "../sql/parameters.ts"

/** A property with the number of its index, once that is complete. */
export interface KnownProperty {
  readonly type: PropertyType
  readonly index: number | undefined
  /** The number of profiles of its place. */
  readonly among: number
}

/** Properties that no change is in progress for, by name. */
export type KnownProperties = ReadonlyMap<string, KnownProperty>

/** Rows of the index that name every profile that can match. */
export interface ValueRows {
  /** A condition of rows each; no profile is named twice by one. */
  readonly parts: ReadonlyArray<Fragment>
  /** True if the rows have one value: the index has them by distinct id. */
  readonly isInOrder: boolean
}

/** True for conditions whose profiles an index on the values of a property of this type finds, all of them and no others. */
export const isCompared = ({ op }: Condition, type: PropertyType | undefined): boolean =>
  type !== undefined &&
  type !== "list" &&
  (op === "eq" || op === "in" || op in comparisonSigns || (op === "starts_with" && type === "string"))

/** True for filters that are such a condition. */
const isComparison = (filter: Filter, known: KnownProperties): filter is Condition =>
  "op" in filter && isCompared(filter, known.get(filter.name)?.type)

/** The filters that a profile must all match. */
export const partsOf = (filter: Filter): ReadonlyArray<Filter> => ("all" in filter ? filter.all : [filter])

/** The parts of a filter that are such conditions, of each property. */
export const comparisonsIn = (
  filter: Filter,
  known: KnownProperties,
): ReadonlyMap<string, ReadonlyArray<Condition>> =>
  Map.groupBy(
    partsOf(filter).filter((one): one is Condition => isComparison(one, known)),
    ({ name }) => name,
  )

/** A value as the index has it: its number, and its text among equal ones. */
type Key = readonly [number: number, text: string]

// The fraction of a second comes before the date itself. A space is less than any digit, and the sign ! is between them.
const dateKey = (date: string, end: string): Key => {
  const { fraction, seconds } = instantOf(date)
  return [seconds, `${fraction}${end}`]
}

/** The key of a value; undefined if no property of this type has it. */
const keyOf = (type: PropertyType, value: Scalar): Key | undefined => {
  if (type === "date") {
    return typeof value === "string" && isDate(value) ? dateKey(value, ` ${value}`) : undefined
  }
  if (typeof value !== type) return undefined
  return typeof value === "string" ? [0, value] : [Number(value), ""]
}

/** Makes the function that returns the condition of the index's rows for one of a profile. */
const testsIn = (sql: SqlClient.SqlClient) => {
  const pair = ([number, text]: Key) => sql`(${String(number)}::text::float8, ${text}::text)`
  const none = sql`false`

  const equal = (type: PropertyType, value: Scalar): Fragment => {
    const key = keyOf(type, value)
    return key === undefined ? none : sql`(number, value) = ${pair(key)}`
  }

  const among = (type: PropertyType, values: ReadonlyArray<Scalar>): Fragment => {
    const keys = values.map((one) => keyOf(type, one)).filter((one) => one !== undefined)
    return sql`(number, value) in (select * from unnest(${doubles(keys.map(([number]) => number))}::float8[],
      ${texts(keys.map(([, text]) => text))}::text[]))`
  }

  const compared = (op: Comparison, type: PropertyType, other: string | number): Fragment => {
    if (type !== "date") {
      const key = type === "boolean" ? undefined : keyOf(type, other)
      return key === undefined ? none : sql`(number, value) ${sql.literal(comparisonSigns[op])} ${pair(key)}`
    }
    if (typeof other !== "string" || !isDate(other)) return none
    const sign = sql.literal(op === "gt" || op === "gte" ? ">=" : "<")
    return sql`(number, value) ${sign} ${pair(dateKey(other, op === "gt" || op === "lte" ? "!" : " "))}`
  }

  const startingWith = (text: string): Fragment => {
    const next = textAfter(text)
    const before = next === undefined ? sql`true` : sql`(number, value) < ${pair([0, next])}`
    return sql`(number, value) >= ${pair([0, text])} and ${before}`
  }

  const testOf = (condition: Condition, type: PropertyType): Fragment => {
    switch (condition.op) {
      case "eq":
        return equal(type, condition.value)
      case "in":
        return among(type, condition.value)
      case "starts_with":
        return startingWith(condition.value)
      case "gt":
      case "gte":
      case "lt":
      case "lte":
        return compared(condition.op, type, condition.value)
      default:
        return none
    }
  }

  return testOf
}

/** Makes the functions that name the rows of the index. */
export const makeValueRows = (sql: SqlClient.SqlClient) => {
  const testOf = testsIn(sql)

  /**
   * The rows of conditions on one property that all apply: of their profiles and no others. Undefined without a complete index, or if
   * one is not by comparison.
   */
  const ofConditions = (
    conditions: ReadonlyArray<Condition>,
    known: KnownProperties,
  ): ValueRows | undefined => {
    const [first] = conditions
    const property = first && known.get(first.name)
    if (property?.index === undefined || !conditions.every((one) => isCompared(one, property.type)))
      return undefined
    const tests = conditions.map((one) => testOf(one, property.type))
    return {
      parts: [sql.and([sql`property = ${property.index}`, ...tests])],
      isInOrder: conditions.some(({ op }) => op === "eq"),
    }
  }

  /** Every way to name the profiles of a filter by rows of the index. */
  const waysOf = (filter: Filter, known: KnownProperties): ReadonlyArray<ValueRows> => {
    if ("not" in filter) return []
    if (!("any" in filter)) {
      const own = Array.from(comparisonsIn(filter, known).values(), (some) => ofConditions(some, known))
      const others = "all" in filter ? filter.all.filter((one) => !isComparison(one, known)) : []
      return [...own.filter((one) => one !== undefined), ...others.flatMap((one) => waysOf(one, known))]
    }
    const [only, ...more] = filter.any.map((one) => waysOf(one, known)[0])
    if (only === undefined || more.length === 0) return only === undefined ? [] : [only]
    const all = [only, ...more].filter((one) => one !== undefined)
    return all.length <= more.length ? [] : [{ parts: all.flatMap(({ parts }) => parts), isInOrder: false }]
  }

  /** The rows after the end of a page, in the order of values or against it. */
  const later = (type: PropertyType, { distinctId, value }: PageEnd, sign: Fragment): Fragment => {
    const known = value === undefined || typeof value === "object" ? undefined : keyOf(type, value)
    const [number, text] = known ?? [0, ""]
    return sql`(number, value, distinct_id) ${sign} (${String(number)}::text::float8, ${text}::text, ${distinctId}::text)`
  }

  return { later, ofConditions, waysOf }
}
