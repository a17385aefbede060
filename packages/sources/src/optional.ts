import * as Schema from "effect/Schema"

/** A field that a service leaves out, or sends as null, where it is unknown: most do both. */
export const optional = <S extends Schema.Constraint>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))
