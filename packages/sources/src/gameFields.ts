import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import { Text } from "./text.ts"

/** An unknown field, which services omit or set to null. */
export const maybe = <S extends Schema.Constraint>(schema: S) => Schema.optional(Schema.NullOr(schema))

/** An id or a shirt number, sent as text or as a number. It becomes text, since "0" and "00" differ. */
export const TextOrNumber = Schema.Union([
  Text,
  Schema.Finite.pipe(
    Schema.decodeTo(
      Schema.String,
      SchemaTransformation.transform({ decode: (number) => String(number), encode: Number }),
    ),
  ),
])
