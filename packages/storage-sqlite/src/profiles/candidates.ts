import {
  type Comparison,
  type Condition,
  conditionsOf,
  type Filter,
  isDate,
  type Place,
  type PropertyType,
  type Scalar,
} from "@daybook/profiles"
import { comparisonSigns, textAfter } from "@daybook/storage-sql/profiles"
import type { Fragment } from "effect/sql/Statement"
import type { Database } from "../sql/database.ts"
import { countRows } from "../sql/paging.ts"
import { anyList, firstAfter, firstAt, indexedDate, type IndexedValue } from "./indexedValues.ts"
import { propertyTypesIn } from "./propertyTypes.ts"
import type { Property } from "./rows.ts"

/** Rows of the index that name every profile that can match. */
export interface Candidates {
  readonly rows: ReadonlyArray<Fragment>
  /** The number of rows, counted up to `maxCounted`. */
  readonly size: number
  /** True if the rows are one value's: the index has them by distinct id. */
  readonly isInOrder: boolean
  /** True if every profile that the rows name matches, once each. */
  readonly isExact: boolean
}

// Rows that are sorted faster than profiles are walked.
const maxCounted = 50_000

const none: Candidates = { rows: [], size: 0, isInOrder: true, isExact: true }

/** A value as the index has it in a property or a list; undefined if none can be equal. */
const indexed = (type: PropertyType, value: Scalar): IndexedValue | undefined => {
  if (type === "date") return typeof value === "string" && isDate(value) ? indexedDate(value) : undefined
  return type === "list" || typeof value !== type ? undefined : value
}

/** The filter of all other profiles, if the index can only find those; undefined for other filters. */
const oppositeOf = (filter: Filter): Filter | undefined => {
  if ("not" in filter) return filter.not
  if (!("op" in filter)) return undefined
  if (filter.op === "ne") return { ...filter, op: "eq" }
  return filter.op === "exists" && !filter.value ? { ...filter, value: true } : undefined
}

/** Makes the function that names the rows of a property that a condition applies to. */
const testsIn = ({ sql }: Database["Service"]) => {
  const oneOf = (type: PropertyType, values: ReadonlyArray<Scalar>): Fragment | undefined => {
    const known = values.map((one) => indexed(type, one)).filter((one) => one !== undefined)
    return known.length === 0 ? undefined : sql`value in ${sql.in(known)}`
  }

  const compared = (op: Comparison, type: PropertyType, other: string | number): Fragment | undefined => {
    if (type !== "date")
      return typeof other === type ? sql`value ${sql.literal(comparisonSigns[op])} ${other}` : undefined
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

  const startingWith = (text: string): Fragment => {
    const next = textAfter(text)
    return next === undefined ? sql`value >= ${text}` : sql`value >= ${text} and value < ${next}`
  }

  const every = (type: PropertyType) => (type === "list" ? sql`value = ${anyList}` : sql`true`)

  /** The rows of a property that a condition applies to, or more; undefined if there are none. */
  const testOf = (type: PropertyType, condition: Condition): Fragment | undefined => {
    switch (condition.op) {
      case "eq":
      case "ne":
        return oneOf(type, [condition.value])
      case "in":
        return oneOf(type, condition.value)
      case "exists":
        return every(type)
      case "contains":
        if (type === "list") return sql`value = ${condition.value}`
        return type === "number" || type === "boolean" ? undefined : sql`true`
      case "starts_with":
        // A date's text follows its instant.
        if (type === "date") return sql`true`
        return type === "string" ? startingWith(condition.value) : undefined
      default:
        return compared(condition.op, type, condition.value)
    }
  }

  return testOf
}

/** Makes the function that returns the candidates of a condition. */
const conditionsIn = (database: Database["Service"]) => {
  const { sql } = database
  const testOf = testsIn(database)
  const sizeOf = (rows: Fragment) =>
    countRows(database, sql`(select 1 from profile_values where ${rows} limit ${maxCounted})`)

  const ofCondition = (condition: Condition, property: Property | undefined): Candidates | undefined => {
    // The index has values of both types.
    if (property?.isChanging === true) return undefined
    const test = property && testOf(property.type, condition)
    if (property === undefined || test === undefined) return none
    const rows = sql`property = ${property.id} and ${test}`
    const { op } = condition
    return {
      rows: [rows],
      size: sizeOf(rows),
      isInOrder: op === "eq" || (property.type === "list" && (op === "contains" || op === "exists")),
      isExact:
        property.type === "list" || (op !== "contains" && (op !== "starts_with" || property.type !== "date")),
    }
  }

  return ofCondition
}

/** Makes the function that returns the candidates of a filter, by its conditions'. */
const filtersOf = (ofCondition: (condition: Condition) => Candidates | undefined) => {
  /** The candidates of a filter; undefined if every profile is one. */
  const of = (filter: Filter): Candidates | undefined => {
    if ("not" in filter) return undefined
    if ("all" in filter) {
      const [rarest] = filter.all
        .map(of)
        .filter((one) => one !== undefined)
        .toSorted((a, b) => a.size - b.size)
      return rarest && { ...rarest, isExact: rarest.isExact && filter.all.length === 1 }
    }
    if (!("any" in filter)) {
      return oppositeOf(filter) === undefined ? ofCondition(filter) : undefined
    }
    const parts: Array<Candidates> = []
    for (const one of filter.any) {
      const part = of(one)
      if (part === undefined) return undefined
      if (part.size > 0) parts.push(part)
    }
    const [only] = parts
    if (parts.length < 2) return only ?? none
    const size = parts.reduce((sum, part) => sum + part.size, 0)
    return { rows: parts.flatMap(({ rows }) => rows), size, isInOrder: false, isExact: false }
  }

  return of
}

/** Makes the function that chooses the index rows that find a filter's profiles fastest. */
export const candidatesIn = (database: Database["Service"]) => {
  const { sql } = database
  const types = propertyTypesIn(database)
  const ofCondition = conditionsIn(database)

  return (place: Place, where: Filter) => {
    const names = new Set(conditionsOf(where).map(({ name }) => name))
    const properties = new Map(
      [...names].flatMap((name) => {
        const property = types.find(place, name)
        return property === undefined ? [] : [[name, property] as const]
      }),
    )

    const of = filtersOf((condition) => ofCondition(condition, properties.get(condition.name)))

    /** The number of profiles that match, if the index has it. */
    const countOf = (filter: Filter): number | undefined => {
      const countAll = () =>
        countRows(database, sql`profiles where workspace = ${place.workspace} and version = ${place.version}`)
      const opposite = oppositeOf(filter)
      if (opposite !== undefined) {
        const others = countOf(opposite)
        return others === undefined ? undefined : countAll() - others
      }
      if ("all" in filter && filter.all.length < 2) {
        const [only] = filter.all
        return only === undefined ? countAll() : countOf(only)
      }
      const found = of(filter)
      const [rows, ...more] = found?.rows ?? []
      if (found === undefined || !found.isExact || more.length > 0) return undefined
      return rows === undefined ? 0 : countRows(database, sql`profile_values where ${rows}`)
    }

    return { properties, candidates: of(where), count: () => countOf(where) }
  }
}

/** True for candidates that are worth sorting by distinct id for a page. */
export const areFew = ({ size }: Candidates): boolean => size < maxCounted
