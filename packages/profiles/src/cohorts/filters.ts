import type { PropertyType, PropertyValue } from "../model.ts"
import { instantOf, isDate } from "../values.ts"

export const comparisons = ["gt", "gte", "lt", "lte"] as const
export const operators = ["eq", "ne", ...comparisons, "in", "contains", "starts_with", "exists"] as const

/** A comparison of a property with a value. */
export type Comparison = (typeof comparisons)[number]

export type Operator = (typeof operators)[number]

export type Scalar = string | number | boolean

/**
 * A condition on one property. `eq` is a value of exactly that type; `ne` applies to all other profiles, even if the
 * property is unset. Comparisons are of numbers, of dates by instant, and of texts by code point. `contains` is an item
 * of a list or a part of a text, and `starts_with` its beginning.
 */
export type Condition =
  | { readonly name: string; readonly op: "eq" | "ne"; readonly value: Scalar }
  | { readonly name: string; readonly op: Comparison; readonly value: string | number }
  | { readonly name: string; readonly op: "in"; readonly value: ReadonlyArray<Scalar> }
  | { readonly name: string; readonly op: "contains"; readonly value: string | number }
  | { readonly name: string; readonly op: "starts_with"; readonly value: string }
  | { readonly name: string; readonly op: "exists"; readonly value: boolean }

/** A condition, or filters that must match all or any, or one that must not. */
export type Filter =
  | Condition
  | { readonly all: ReadonlyArray<Filter> }
  | { readonly any: ReadonlyArray<Filter> }
  | { readonly not: Filter }

/** The filter that applies to every profile. */
export const everyProfile: Filter = { all: [] }

/** The conditions of a filter, in their order. */
export const conditionsOf = (filter: Filter): ReadonlyArray<Condition> => {
  if ("all" in filter) return filter.all.flatMap(conditionsOf)
  if ("any" in filter) return filter.any.flatMap(conditionsOf)
  return "not" in filter ? conditionsOf(filter.not) : [filter]
}

/** The order of two dates by instant. Digits after a point, without zeros at their end, compare as texts. */
const compareDates = (one: string, other: string): number => {
  const a = instantOf(one)
  const b = instantOf(other)
  return a.seconds - b.seconds || (a.fraction < b.fraction ? -1 : a.fraction > b.fraction ? 1 : 0)
}

/** The order of two texts by code point. */
export const compareTexts = (one: string, other: string): number => {
  const points = [...other]
  let at = 0
  for (const point of one) {
    const difference = (point.codePointAt(0) ?? 0) - (points[at]?.codePointAt(0) ?? -1)
    if (difference !== 0) return difference
    at += 1
  }
  return at - points.length
}

/** The difference of a property's value and another, if they can be compared. */
const differenceOf = (value: PropertyValue, other: string | number, type: PropertyType | undefined) => {
  if (typeof value === "number" && typeof other === "number") return value - other
  if (typeof value !== "string" || typeof other !== "string") return undefined
  if (type !== "date") return compareTexts(value, other)
  return isDate(other) ? compareDates(value, other) : undefined
}

/** The order of two values of one property, of a type that has an order. Dates of one instant follow their texts. */
export const compareValues = (type: PropertyType, one: PropertyValue, other: PropertyValue): number => {
  const [a, b] = [one, other].map((value) => (typeof value === "boolean" ? Number(value) : value))
  if (typeof a === "number" && typeof b === "number") return a - b
  const [text, next] = [String(one), String(other)]
  return (type === "date" ? compareDates(text, next) : 0) || compareTexts(text, next)
}

const compares: Readonly<Record<Comparison, (difference: number) => boolean>> = {
  gt: (difference) => difference > 0,
  gte: (difference) => difference >= 0,
  lt: (difference) => difference < 0,
  lte: (difference) => difference <= 0,
}

const typeless: ReadonlySet<Operator> = new Set(["eq", "ne", "in", "exists"])

/**
 * True if a condition applies to a property's value, in a property of this type; `undefined` while its type is being
 * changed.
 */
const holds = (
  condition: Condition,
  value: PropertyValue | undefined,
  type: PropertyType | undefined,
): boolean => {
  if (type === undefined && !typeless.has(condition.op)) return false
  switch (condition.op) {
    case "eq":
      return value === condition.value
    case "ne":
      return value !== condition.value
    case "in":
      return condition.value.some((one) => one === value)
    case "exists":
      return (value !== undefined) === condition.value
    case "contains":
      if (typeof value === "string")
        return typeof condition.value === "string" && value.includes(condition.value)
      return Array.isArray(value) && value.includes(condition.value)
    case "starts_with":
      return typeof value === "string" && value.startsWith(condition.value)
    default: {
      const difference = value === undefined ? undefined : differenceOf(value, condition.value, type)
      return difference !== undefined && compares[condition.op](difference)
    }
  }
}

type Values = Readonly<Record<string, PropertyValue>>
type Types = ReadonlyMap<string, PropertyType>

/** The value of a property; undefined if it has none. */
export const propertyIn = (properties: Values, name: string): PropertyValue | undefined =>
  Object.hasOwn(properties, name) ? properties[name] : undefined

/** True if a filter applies to a profile with these properties, whose types are these. */
export const matches = (filter: Filter, properties: Values, types: Types): boolean => {
  if ("all" in filter) return filter.all.every((one) => matches(one, properties, types))
  if ("any" in filter) return filter.any.some((one) => matches(one, properties, types))
  if ("not" in filter) return !matches(filter.not, properties, types)
  return holds(filter, propertyIn(properties, filter.name), types.get(filter.name))
}
