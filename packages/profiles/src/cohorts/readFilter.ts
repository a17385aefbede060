import { type EpochMillis, InvalidInput } from "@daybook/kernel"
import { inexact, inexactNumber } from "../exactNumbers.ts"
import {
  type Condition,
  everyProfile,
  type Filter,
  type Operator,
  operators,
  type Scalar,
} from "./filters.ts"
import { isObject, readJson } from "../readJson.ts"
import { fitsInCharacters, isPlainText, maxCharacters, maxItems, readValue } from "../values.ts"

/** The most conditions of a filter. */
export const maxConditions = 20

/** The most levels of `all`, `any` and `not`, one within the other. */
export const maxDepth = 5

const unfit = (message: string) => new InvalidInput({ field: "filter", message: `filter ${message}` })

const form = unfit(
  `must be JSON {"all": […]}, {"any": […]}, {"not": …} or {"name", "op", "value"}, with an op of ${operators.join(", ")}`,
)

const scalarOf = (value: unknown): Scalar | undefined => {
  const read = readValue(value)
  return read.kind === "value" && read.type !== "list" ? (read.value as Scalar) : undefined
}

const relativeForm = /^([+-]\d{1,4})([hdwmy])$/

/**
 * The date that a relative one such as `-30d` stands for: the hour as it is, otherwise the beginning of that day in UTC.
 * Undefined for any other text. Days past a month's end become its last.
 */
const dateFrom = (text: string, now: EpochMillis): string | undefined => {
  const [, signed, unit] = relativeForm.exec(text) ?? []
  if (signed === undefined) return undefined
  const count = Number(signed)
  const date = new Date(now)
  if (unit === "h") return new Date(now + count * 3_600_000).toISOString()
  const months = unit === "m" ? count : unit === "y" ? 12 * count : 0
  const days = unit === "d" ? count : unit === "w" ? 7 * count : 0
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months]
  const day = Math.min(date.getUTCDate(), new Date(Date.UTC(year, month + 1, 0)).getUTCDate())
  const moved = new Date(Date.UTC(year, month, day + days))
  return moved.getUTCFullYear() >= 1 && moved.getUTCFullYear() <= 9_999
    ? moved.toISOString().slice(0, 10)
    : undefined
}

const readCondition = (name: string, op: Operator, value: unknown, now: EpochMillis): Condition | string => {
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
    case "starts_with": {
      const scalar = scalarOf(value)
      return typeof scalar === "string" ? { name, op, value: scalar } : "of starts_with takes a text"
    }
    default: {
      const scalar = scalarOf(value)
      if (scalar === undefined || typeof scalar === "boolean") return `of ${op} takes a text or number`
      const date = op === "contains" || typeof scalar === "number" ? undefined : dateFrom(scalar, now)
      return { name, op, value: date ?? scalar }
    }
  }
}

const isOperator = (op: unknown): op is Operator => operators.some((known) => known === op)

const conditionOf = (
  given: Readonly<Record<string, unknown>>,
  now: EpochMillis,
): Condition | InvalidInput => {
  const { name, op, value, ...others } = given
  if (typeof name !== "string" || !isOperator(op) || Object.keys(others).length > 0) return form
  if (name === "" || !fitsInCharacters(name) || !isPlainText(name)) {
    return unfit(`must name properties by 1 to ${maxCharacters} characters, none of them a control character`)
  }
  if ([value].flat().includes(inexactNumber)) return unfit(`at ${name}: ${inexact}`)
  const condition = readCondition(name, op, value, now)
  return typeof condition === "string" ? unfit(`${condition}, at ${name}`) : condition
}

/** Reads a filter that was parsed from JSON, by `parseExactly` if it may hold numbers. Relative dates count from `now`. */
export const filterOf = (given: unknown, now: EpochMillis): Filter | InvalidInput => {
  let conditions = 0
  let groups = 0
  const read = (one: unknown, depth: number): Filter | InvalidInput => {
    if (!isObject(one)) return form
    const [key, ...more] = Object.keys(one)
    if (key !== "all" && key !== "any" && key !== "not") {
      conditions += 1
      return conditions > maxConditions
        ? unfit(`must have at most ${maxConditions} conditions`)
        : conditionOf(one, now)
    }
    if (more.length > 0) return form
    groups += 1
    if (groups > maxConditions) return unfit(`must have at most ${maxConditions} of all, any and not`)
    if (depth >= maxDepth) return unfit(`must nest all, any and not at most ${maxDepth} levels deep`)
    if (key === "not") {
      const not = read(one["not"], depth + 1)
      return not instanceof InvalidInput ? not : { not }
    }
    const items = one[key]
    if (!Array.isArray(items)) return form
    const filters: Array<Filter> = []
    for (const item of items) {
      const filter = read(item, depth + 1)
      if (filter instanceof InvalidInput) return filter
      filters.push(filter)
    }
    return key === "all" ? { all: filters } : { any: filters }
  }
  return read(given, 0)
}

/** Reads a filter's JSON. Without one, every profile matches. */
export const readFilter = (text: string | undefined, now: EpochMillis): Filter | InvalidInput => {
  if (text === undefined || text === "") return everyProfile
  const given = readJson(text)
  return given instanceof InvalidInput ? form : filterOf(given, now)
}
