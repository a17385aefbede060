import { instantOf, isDate, type Properties, type PropertyType, type PropertyValue } from "@daybook/profiles"

/** A value that finds profiles; see `indexedValuesOf`. */
export type IndexedValue = string | number | boolean | Uint8Array

/** The value of every list, even an empty one. Its kind differs from any item's. */
export const anyList: IndexedValue = Uint8Array.of(0)

// The least instant is in the year 0: moved by this, no date's seconds are negative, and all have twelve digits.
const secondsBefore = 62_300_000_000

/** A date's instant as a text, so that these texts sort like the instants. */
const instantText = (date: string): string => {
  const { fraction, seconds } = instantOf(date)
  return `${String(seconds + secondsBefore).padStart(12, "0")}.${fraction}`
}

/** A date as the index has it: in the order of instants, and its own text after a space. */
export const indexedDate = (date: string): string => `${instantText(date)} ${date}`

/** The keys of the dates at this instant begin here. */
export const firstAt = (date: string): string => `${instantText(date)} `
/** The keys of later dates begin here. A space is less than any digit, and this sign is between them. */
export const firstAfter = (date: string): string => `${instantText(date)}!`

/** A value that is not a list as the index has it. */
export const indexedValue = (type: PropertyType, value: PropertyValue): IndexedValue =>
  type === "date" || typeof value === "object" ? indexedDate(String(value)) : value

/** The index values of a property's value: itself; of a list each item, and its own sign. */
export const indexedValuesOf = (
  type: PropertyType,
  value: PropertyValue | undefined,
): ReadonlySet<IndexedValue> => {
  if (value === undefined) return new Set()
  if (typeof value === "object") return new Set([anyList, ...value])
  return new Set([indexedValue(type, value)])
}

/** All index values of a value while the type of its property changes. */
export const everyIndexedValue = (value: PropertyValue | undefined): ReadonlySet<IndexedValue> => {
  if (value === undefined || typeof value === "object") return indexedValuesOf("list", value)
  const dates = typeof value === "string" && isDate(value) ? [indexedDate(value)] : []
  return new Set([value, ...dates])
}

/** The names of properties whose values differ. */
export const changedNames = (
  before: Properties | undefined,
  after: Properties | undefined,
): ReadonlyArray<string> =>
  [...new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])].filter(
    (name) => before?.get(name) !== after?.get(name),
  )
