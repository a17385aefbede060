import { isLocalDate, isStorableText } from "@daybook/kernel"
import { inexact, inexactNumber } from "./exactNumbers.ts"
import type { PropertyType, PropertyValue } from "./model.ts"

/** The longest name, distinct id or text, in Unicode code points. */
export const maxCharacters = 255

/** The most items of a list. */
export const maxItems = 1_000

/** True for a text of at most 255 characters. A code point is one or two of JavaScript's units. */
export const fitsInCharacters = (text: string): boolean => {
  if (text.length <= maxCharacters) return true
  if (text.length > 2 * maxCharacters) return false
  let count = 0
  for (const _ of text) count += 1
  return count <= maxCharacters
}

const controls = /\p{Cc}/u

/** True for text as the contract means it: Unicode without control characters, and so without half a surrogate pair. */
export const isPlainText = (text: string): boolean => !controls.test(text) && isStorableText(text)

// ISO 8601 as the contract has it: a plain date, or a date-time with Z or a numeric offset, either with or without a fraction.
// The standard writes the offset of an extended date-time with its colon.
const dateForm =
  /^(\d{4}-\d{2}-\d{2})(?:T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d))?$/

/** True for a date in one of the contract's forms, of a day that exists. */
export const isDate = (text: string): boolean => {
  const day = dateForm.exec(text)?.[1]
  return day !== undefined && isLocalDate(day)
}

/** An instant of any precision: whole seconds since 1970, and the digits of the fraction without zeros at their end. */
export interface DateInstant {
  readonly seconds: number
  readonly fraction: string
}

/** The instant of a date in one of the contract's forms; a plain date is its midnight in UTC. */
export const instantOf = (date: string): DateInstant => {
  const [point = "", digits = ""] = /\.(\d+)/.exec(date) ?? []
  return { seconds: Date.parse(date.replace(point, "")) / 1_000, fraction: digits.replace(/0+$/, "") }
}

/**
 * A value with its type, or why no property can have it: `refused` makes the whole request invalid, `ignored` only the
 * value.
 */
export type Reading =
  | { readonly kind: "value"; readonly type: PropertyType; readonly value: PropertyValue }
  | { readonly kind: "ignored"; readonly reason: string }
  | { readonly kind: "refused"; readonly reason: string }

const ignored = (reason: string): Reading => ({ kind: "ignored", reason })
const refused = (reason: string): Reading => ({ kind: "refused", reason })

const tooLong = ignored(`a text has at most ${maxCharacters} characters`)
const notPlain = ignored("a text has no control characters and is Unicode")

const readText = (text: string): Reading => {
  if (!fitsInCharacters(text)) return tooLong
  if (!isPlainText(text)) return notPlain
  return { kind: "value", type: isDate(text) ? "date" : "string", value: text }
}

const readList = (items: ReadonlyArray<unknown>): Reading => {
  const value: Array<string | number> = []
  let problem: Reading | undefined
  for (const item of items) {
    if (typeof item === "number") {
      value.push(item)
    } else if (typeof item === "string") {
      const read = readText(item)
      if (read.kind !== "value") problem ??= read
      value.push(item)
    } else if (item === inexactNumber) {
      return refused(inexact)
    } else {
      return refused("a list holds texts, numbers and dates")
    }
  }
  if (items.length > maxItems) return ignored(`a list has at most ${maxItems.toLocaleString("en")} items`)
  return problem ?? { kind: "value", type: "list", value }
}

/** Reads a value that was parsed from JSON, by `parseExactly` if it may hold numbers. */
export const readValue = (value: unknown): Reading => {
  switch (typeof value) {
    case "string":
      return readText(value)
    case "number":
      return { kind: "value", type: "number", value }
    case "boolean":
      return { kind: "value", type: "boolean", value }
    default:
      if (value === inexactNumber) return refused(inexact)
      return Array.isArray(value) ? readList(value) : refused("a value is a text, number, boolean or list")
  }
}

/** True if a property of the type `property` may hold a value of the type `own`. The text of a date is text, too. */
export const fits = (own: PropertyType, property: PropertyType): boolean =>
  own === property || (own === "date" && property === "string")

/** The reason for ignoring a value that does not fit its property. */
export const mismatch = (property: PropertyType): string => `the property is a ${property}`

/** The reason for ignoring a value after the first. */
export const alreadySet = "already set"
