import * as Predicate from "effect/Predicate"
import type { RawData } from "@daybook/attending"
import type * as Schema from "effect/Schema"

// What people write is a few levels deep; what is sent to break a reader may be a million.
const deepest = 64

// PostgreSQL's JSON holds neither U+0000 nor half a surrogate pair.
const textOf = (text: string): string => text.replaceAll("\0", "").toWellFormed()

const jsonOf = (value: unknown, depth: number): Schema.Json => {
  if (typeof value === "string") return textOf(value)
  if (typeof value === "number" || typeof value === "boolean") return value
  if (depth > deepest) return null
  if (Array.isArray(value)) return value.map((one) => jsonOf(one, depth + 1))
  return Predicate.isObject(value) ? objectOf(value, depth) : null
}

const objectOf = (object: object, depth: number): RawData =>
  Object.fromEntries(
    Object.entries(object).map(([name, value]) => [textOf(name), jsonOf(value, depth + 1)] as const),
  )

/** A JSON object as it came, but for what no database could keep. */
export const storable = (object: object): RawData => objectOf(object, 0)
