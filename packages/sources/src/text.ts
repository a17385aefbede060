import { storableText } from "@daybook/kernel"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import { instantOf } from "./instants.ts"

/** Text that every store can keep: one malformed name must not stop a sync forever. */
export const Text = Schema.String.pipe(
  Schema.decodeTo(
    Schema.String,
    SchemaTransformation.transform({
      decode: (text) => storableText(text),
      encode: (text) => text,
    }),
  ),
)

/** An id that every store can keep whole; one that would be cut or emptied is invalid. */
export const TextId = Text.check(Schema.isMinLength(1), Schema.isMaxLength(255))

/** A count that a service sends as a number or as its text. */
export const Count = Schema.Union([
  Schema.Natural,
  Schema.String.check(Schema.isPattern(/^\d+$/)).pipe(
    Schema.decodeTo(Schema.Natural, SchemaTransformation.numberFromString),
  ),
])

/** Seconds since 1970, to the end of the year 9999, the last that ISO 8601 writes with four digits. */
export const Seconds = Count.check(Schema.isLessThanOrEqualTo(253_402_300_799))

/** A time as services write it: ISO 8601, which `instantOf` reads. */
export const Time = Schema.String.check(
  Schema.makeFilter((text) => instantOf(text) !== undefined || "Expected a time in ISO 8601"),
)
