import * as Schema from "effect/Schema"

/** An unknown field, which most services omit or send as null. */
export const optional = <S extends Schema.Constraint>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))
