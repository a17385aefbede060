import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"

// On the wire it is text; the API's document makes an integer of what has this format.
const integerFormat = "int64"

const wholeNumber = (pattern: RegExp, description: string, message = "must be a whole number from 1") =>
  Schema.String.annotate({ description, format: integerFormat }).check(Schema.isPattern(pattern, { message }))

/** A page's number, from 1; with 13 digits it is still exact after it was multiplied by a limit. */
const PageNumber = wholeNumber(
  /^0*[1-9][0-9]{0,12}$/,
  "Page number, from 1",
  "must be a whole number from 1, of at most 13 digits",
).pipe(
  Schema.decodeTo(Schema.Int, {
    decode: SchemaGetter.transform(Number),
    encode: SchemaGetter.transform(String),
  }),
)

/** A page's size: more than `most` is served as `most`. */
export const pageSize = (most: number) =>
  wholeNumber(/^0*[1-9][0-9]*$/, `Page size, from 1; more than ${most} is served as ${most}`).pipe(
    Schema.decodeTo(Schema.Int, {
      decode: SchemaGetter.transform((text) => Math.min(Number(text), most)),
      encode: SchemaGetter.transform(String),
    }),
  )

/** `true` or `false`. */
export const BooleanText = Schema.Literals(["true", "false"])
  .annotate({ message: "must be true or false" })
  .pipe(
    Schema.decodeTo(Schema.Boolean, {
      decode: SchemaGetter.transform((text) => text === "true"),
      encode: SchemaGetter.transform((value) => (value ? ("true" as const) : ("false" as const))),
    }),
  )

/** The query parameters of every paginated list. */
export const paging = {
  page: Schema.optionalKey(PageNumber),
  limit: Schema.optionalKey(pageSize(100)),
}

/** What was asked of the page, with its defaults. */
export const pageOf = (query: { readonly page?: number; readonly limit?: number }) => ({
  page: query.page ?? 1,
  limit: query.limit ?? 20,
})

/** The query parameters of every list that can be narrowed to a stretch of time; the domain reads them. */
export const dateRange = {
  date: Schema.optionalKey(
    Schema.String.annotate({ description: "A single day, YYYY-MM-DD; overrides from and to" }),
  ),
  from: Schema.optionalKey(
    Schema.String.annotate({
      description: "Start of the range, inclusive: YYYY-MM-DD or an ISO 8601 date-time",
    }),
  ),
  to: Schema.optionalKey(
    Schema.String.annotate({
      description: "End of the range, inclusive: YYYY-MM-DD or an ISO 8601 date-time",
    }),
  ),
}

/** The number of a record in a path. */
export const RecordId = wholeNumber(/^[0-9]{1,9}$/, "The record's number", "must be a whole number").pipe(
  Schema.decodeTo(Schema.Int, {
    decode: SchemaGetter.transform(Number),
    encode: SchemaGetter.transform(String),
  }),
)

/**
 * The API's document as the wire has it: integers in parameters, objects that may hold more than is known, and the scheme
 * `bearer` in lower case, since tools take any other spelling for Basic.
 */
export const describeWire = (document: object): Record<string, unknown> =>
  JSON.parse(JSON.stringify(document), (name, value) => {
    if (name === "additionalProperties" && value === false) return undefined
    if (name === "scheme" && value === "Bearer") return "bearer"
    return value?.type === "string" && value.format === integerFormat ? { ...value, type: "integer" } : value
  })
