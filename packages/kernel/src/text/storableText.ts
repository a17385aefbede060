import * as Predicate from "effect/Predicate"
import type * as Schema from "effect/Schema"

/** Long enough for every real name, and short enough for every database's index, in UTF-16 units. */
export const maxNameLength = 500

let graphemes: Intl.Segmenter | undefined

/** The characters of a text as readers see them. What tells them apart takes 10 ms to load, at the first use. */
export const graphemesOf = (text: string): Intl.Segments =>
  (graphemes ??= new Intl.Segmenter("und", { granularity: "grapheme" })).segment(text)

// One visible character may have any number of marks; beyond this many units it is cut among them.
const maxGraphemeLength = 64

const isHighSurrogate = (unit: number) => unit >= 0xd800 && unit < 0xdc00

/** The last place at or before `longest` that is not inside of a character as a reader sees it. */
const placeOfCut = (text: string, longest: number): number => {
  // Two more units than are stored show whether a character continues there.
  const index = graphemesOf(text.slice(0, longest + 2)).containing(longest)?.index ?? longest
  if (longest - index <= maxGraphemeLength && index > 0) return index
  return isHighSurrogate(text.charCodeAt(longest - 1)) ? longest - 1 : longest
}

/**
 * True for text that every store keeps as it is: without NUL (PostgreSQL has none) or half a surrogate pair (UTF-8
 * has none).
 */
export const isStorableText = (text: string): boolean => !text.includes("\0") && text.isWellFormed()

/** The message, after the field's name, for text that `isStorableText` refuses. */
export const unstorableText = "must not contain NUL or an unpaired surrogate"

/** Same as `storableText`, of any length, without what cuts it: pages with a client hold this alone. */
export const wellFormed = (text: string): string => text.replaceAll("\0", "").toWellFormed()

/**
 * The text as every store can keep it: without NUL, with U+FFFD for half of a surrogate pair, of at most `longest`
 * UTF-16 units. It is cut between grapheme clusters (UAX 29): an emoji or a letter with its marks goes whole. Text
 * that fits already is unchanged.
 */
export const storableText = (text: string, longest = Infinity): string => {
  const whole = wellFormed(text)
  return whole.length <= longest ? whole : whole.slice(0, placeOfCut(whole, Math.max(0, longest)))
}

/** Same as `storableText`, without surrounding spaces, for names and ids that users and services pad. */
export const storableName = (text: string, longest = maxNameLength): string =>
  storableText(storableText(text).trim(), longest).trimEnd()

// People's data is a few levels deep; data made to break a reader may be a million.
const deepestJson = 64

const jsonOf = (value: unknown, depth: number): Schema.Json => {
  if (typeof value === "string") return storableText(value)
  if (typeof value === "number") return Number.isFinite(value) ? value : null
  if (typeof value === "boolean") return value
  if (depth > deepestJson) return null
  if (Array.isArray(value)) return value.map((one) => jsonOf(one, depth + 1))
  return Predicate.isObject(value) ? objectOf(value, depth) : null
}

const objectOf = (object: object, depth: number): { readonly [name: string]: Schema.Json } =>
  Object.fromEntries(
    Object.entries(object).map(([name, value]) => [storableText(name), jsonOf(value, depth + 1)] as const),
  )

/**
 * A JSON object as every store can keep it, names and texts at any depth; null replaces values deeper than 64 levels.
 */
export const storableJson = (object: object): { readonly [name: string]: Schema.Json } => objectOf(object, 0)
