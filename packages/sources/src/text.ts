import { storableText } from "@daybook/kernel"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"

/** Text that every store can keep: one malformed name must not stop a sync for good. */
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
