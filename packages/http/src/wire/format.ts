import type { Schema } from "./documentTree.ts"

/** The beginning of a `format` that holds a JSON Schema; `describeWire` puts the schema in its place. */
export const wirePrefix = "wire:"

/**
 * A JSON Schema as the `format` of an Effect schema. Parameters are texts to Effect, and integers, booleans and dates to
 * clients.
 */
export const wire = (schema: Schema): string => wirePrefix + JSON.stringify(schema)

/** An instant in a response. */
export const instantFormat = wire({ type: "string", format: "date-time" })

/** An instant in a response; "" if unknown. */
export const instantOrEmptyFormat = wire({
  anyOf: [
    { type: "string", format: "date-time" },
    { type: "string", const: "" },
  ],
})
