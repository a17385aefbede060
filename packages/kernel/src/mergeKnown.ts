import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

/** An unknown value is undefined. JSON omits it. */
export const optionalField = <A extends Schema.Top>(value: A) =>
  Schema.UndefinedOr(value).pipe(Schema.withDecodingDefaultKey(Effect.succeed(undefined)))

/** True for a known value: empty text, 0, an empty list and a missing value are unknown. */
export const isKnown = (value: unknown): boolean =>
  value !== undefined &&
  value !== null &&
  value !== "" &&
  value !== 0 &&
  !(Array.isArray(value) && value.length === 0)

/**
 * An item's new version over the known one. Unknown fields never replace known ones. In SQL this is `mergeKnown` of
 * `storage-postgres`.
 */
export const mergeKnown = <A extends object>(known: A, told: A): A => {
  const merged = { ...told }
  for (const key in known) if (!isKnown(told[key])) merged[key] = isKnown(known[key]) ? known[key] : told[key]
  return merged
}
