import { InvalidInput } from "@daybook/kernel"
import * as Schema from "effect/Schema"
import { inexact, inexactNumber, parseExactly } from "./exactNumbers.ts"
import type { PropertyType, PropertyValue } from "./model.ts"
import {
  fitsInCharacters,
  instantOf,
  isDate,
  isPlainText,
  maxCharacters,
  maxItems,
  readValue,
} from "./values.ts"

/** The most conditions of a filter. */
export const maxConditions = 20

const comparisons = ["gt", "gte", "lt", "lte"] as const
const operators = ["eq", "ne", ...comparisons, "in", "contains", "exists"] as const

/** A comparison of a property with a value. */
export type Comparison = (typeof comparisons)[number]

type Scalar = string | number | boolean

/**
 * A condition on one property. `eq` is a value of exactly that type; `ne` holds for all other profiles, also where the
 * property is unset. Comparisons are of numbers, of dates by instant, and of texts by code point. `contains` is an item of
 * a list or a part of a text.
 */
export type Condition =
  | { readonly name: string; readonly op: "eq" | "ne"; readonly value: Scalar }
  | { readonly name: string; readonly op: Comparison; readonly value: string | number }
  | { readonly name: string; readonly op: "in"; readonly value: ReadonlyArray<Scalar> }
  | { readonly name: string; readonly op: "contains"; readonly value: string | number }
  | { readonly name: string; readonly op: "exists"; readonly value: boolean }

/** The profiles to find: those for which all of these conditions hold. */
export interface Cohort {
  readonly where: ReadonlyArray<Condition>
  /** The last distinct id of the page before. */
  readonly after?: string | undefined
  readonly limit: number
}

/** The order of two dates by instant. Digits after a point, without zeros at their end, compare as texts. */
const compareDates = (one: string, other: string): number => {
  const a = instantOf(one)
  const b = instantOf(other)
  return a.seconds - b.seconds || (a.fraction < b.fraction ? -1 : a.fraction > b.fraction ? 1 : 0)
}

const compareTexts = (one: string, other: string): number => {
  const points = [...other]
  let at = 0
  for (const point of one) {
    const difference = (point.codePointAt(0) ?? 0) - (points[at]?.codePointAt(0) ?? -1)
    if (difference !== 0) return difference
    at += 1
  }
  return at - points.length
}

/** The difference of a property's value and another, where they can be compared. */
const differenceOf = (value: PropertyValue, other: string | number, type: PropertyType | undefined) => {
  if (typeof value === "number" && typeof other === "number") return value - other
  if (typeof value !== "string" || typeof other !== "string") return undefined
  if (type !== "date") return compareTexts(value, other)
  return isDate(other) ? compareDates(value, other) : undefined
}

const compares: Readonly<Record<Comparison, (difference: number) => boolean>> = {
  gt: (difference) => difference > 0,
  gte: (difference) => difference >= 0,
  lt: (difference) => difference < 0,
  lte: (difference) => difference <= 0,
}

/** True where a condition holds for a property's value, in a property of this type. */
export const holds = (
  condition: Condition,
  value: PropertyValue | undefined,
  type: PropertyType | undefined,
): boolean => {
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
    default: {
      const difference = value === undefined ? undefined : differenceOf(value, condition.value, type)
      return difference !== undefined && compares[condition.op](difference)
    }
  }
}

const unfit = (message: string) => new InvalidInput({ field: "filter", message: `filter ${message}` })

const Parsed = Schema.Struct({
  all: Schema.Array(
    Schema.Struct({
      name: Schema.String,
      op: Schema.Literals(operators),
      value: Schema.optionalKey(Schema.Unknown),
    }),
  ),
})

const decode = Schema.decodeUnknownOption(Parsed, { onExcessProperty: "error" })

const parse = (text: string): unknown => {
  try {
    return parseExactly(text)
  } catch {
    return undefined
  }
}

const scalarOf = (value: unknown): Scalar | undefined => {
  const read = readValue(value)
  return read.kind === "value" && read.type !== "list" ? (read.value as Scalar) : undefined
}

const readCondition = (name: string, op: (typeof operators)[number], value: unknown): Condition | string => {
  switch (op) {
    case "exists":
      return typeof (value ?? true) === "boolean"
        ? { name, op, value: value !== false }
        : "of exists takes true or false"
    case "in": {
      const values = Array.isArray(value) && value.length <= maxItems ? value.map(scalarOf) : [undefined]
      const known = values.filter((one) => one !== undefined)
      return known.length === values.length && known.length > 0
        ? { name, op, value: known }
        : `of in takes a list of 1 to ${maxItems.toLocaleString("en")} texts, numbers and booleans`
    }
    case "eq":
    case "ne": {
      const scalar = scalarOf(value)
      return scalar === undefined ? `of ${op} takes a text, number or boolean` : { name, op, value: scalar }
    }
    default: {
      const scalar = scalarOf(value)
      return scalar === undefined || typeof scalar === "boolean"
        ? `of ${op} takes a text or number`
        : { name, op, value: scalar }
    }
  }
}

/** Reads a filter: JSON `{all: [{name, op, value}]}`. Without one, all profiles are of the cohort. */
export const readFilter = (text: string | undefined): ReadonlyArray<Condition> | InvalidInput => {
  if (text === undefined || text === "") return []
  const parsed = decode(parse(text))
  if (parsed._tag === "None") {
    return unfit(`must be JSON {"all": [{"name", "op", "value"}]}, with an op of ${operators.join(", ")}`)
  }
  const { all } = parsed.value
  if (all.length > maxConditions) return unfit(`must hold at most ${maxConditions} conditions`)
  const conditions: Array<Condition> = []
  for (const { name, op, value } of all) {
    if (name === "" || !fitsInCharacters(name) || !isPlainText(name)) {
      return unfit(
        `must name properties by 1 to ${maxCharacters} characters, none of them a control character`,
      )
    }
    if ([value].flat().includes(inexactNumber)) return unfit(`at ${name}: ${inexact}`)
    const condition = readCondition(name, op, value)
    if (typeof condition === "string") return unfit(`${condition}, at ${name}`)
    conditions.push(condition)
  }
  return conditions
}
