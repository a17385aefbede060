import {
  resolveRange,
  type DateRangeInput,
  type EpochMillis,
  formatInstant,
  isStorableText,
  type Page,
  type PageRequest,
  sortNames,
  type Sorts,
  unstorableText,
} from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"
import { instantFormat, instantOrEmptyFormat, wire } from "./format.ts"
import { refused } from "./errors.ts"
import { wireAs } from "./form.ts"

/** A field that may be left out, with its description. */
export const optional = <S extends Schema.Top>(schema: S, description: string) =>
  Schema.optionalKey(schema.annotate({ description }))

/** A whole number in a path or a query, with its description in the document. */
const wholeNumber = (
  pattern: RegExp,
  description: string,
  message: string,
  bounds: Readonly<Record<string, number>>,
) =>
  Schema.String.annotate({ description, format: wire({ type: "integer", ...bounds }) }).check(
    Schema.isPattern(pattern, { message }),
  )

/** A page's number, from 1. With at most 13 digits its product with a limit is exact. */
const PageNumber = wholeNumber(
  /^0*[1-9][0-9]{0,12}$/,
  "Page number, from 1",
  "must be a whole number from 1, of at most 13 digits",
  { minimum: 1, maximum: 9_999_999_999_999, default: 1 },
).pipe(
  Schema.decodeTo(Schema.Int, {
    decode: SchemaGetter.transform(Number),
    encode: SchemaGetter.transform(String),
  }),
)

/** The size of a page by default. */
export const defaultPageSize = 20

/** A page's size; a larger one than `max` counts as `max`. */
export const pageSize = (max: number) =>
  wholeNumber(
    /^0*[1-9][0-9]*$/,
    `Page size, from 1; values above ${max} count as ${max}`,
    "must be a whole number from 1",
    { minimum: 1, default: defaultPageSize },
  ).pipe(
    Schema.decodeTo(Schema.Int, {
      decode: SchemaGetter.transform((text) => Math.min(Number(text), max)),
      encode: SchemaGetter.transform(String),
    }),
  )

/** A text in a path or a query. No store knows a text that it cannot keep, and PostgreSQL refuses to compare with it. */
export const text = (description: string) =>
  Schema.String.annotate({ description }).check(
    Schema.makeFilter((value) => isStorableText(value) || unstorableText),
  )

const trueOrFalse = (description: string, bounds: { readonly default?: boolean } = {}) =>
  Schema.Literals(["true", "false"])
    .annotate({
      description,
      message: "must be true or false",
      format: wire({ type: "boolean", ...bounds }),
    })
    .pipe(
      Schema.decodeTo(Schema.Boolean, {
        decode: SchemaGetter.transform((text) => text === "true"),
        encode: SchemaGetter.transform((value) => (value ? ("true" as const) : ("false" as const))),
      }),
    )

/** `true` or `false`; false by default. */
export const flag = (description: string) => trueOrFalse(description, { default: false })

/** `true` or `false`, as a filter: both if omitted. */
export const eitherFlag = (description: string) => trueOrFalse(description)

/** The choices in words: "saved, finished or title". */
const orList = (names: ReadonlyArray<string>): string =>
  [names.slice(0, -1).join(", "), ...names.slice(-1)].join(" or ")

/** One of some words. */
export const oneOf = <const Names extends ReadonlyArray<string>>(names: Names, description: string) =>
  Schema.Literals(names).annotate({ description, message: `must be ${orList(names)}` })

/** The query parameters of a list with these sorts. */
export const sorting = <Sort extends string>(sorts: Sorts<Sort>) => {
  const names = sortNames(sorts)
  return {
    sort: Schema.optionalKey(oneOf(names, `The order of the list; ${names[0]} by default`)),
    order: Schema.optionalKey(
      oneOf(["asc", "desc"], "The direction; by default names ascend, times and numbers descend"),
    ),
  }
}

/** The query parameters of every paginated list. */
export const paging = {
  page: Schema.optionalKey(PageNumber),
  limit: Schema.optionalKey(pageSize(100)),
}

/** The query of a page, as `paging` reads it. */
export type PageQuery = Partial<PageRequest>

/** The requested page, with its defaults. */
export const pageOf = (query: PageQuery): PageRequest => ({
  page: query.page ?? 1,
  limit: query.limit ?? defaultPageSize,
})

/** A requested page of a list, its items as `each` shows them. */
export const paged = <A, E, R, B = A>(
  query: PageQuery,
  read: (page: PageRequest) => Effect.Effect<Page<A>, E, R>,
  each: (item: A) => B = (item) => item as never,
) => pagedWith(query, read, (items) => Effect.succeed(items.map(each)))

/** The same, where showing the items together is work. */
export const pagedWith = <A, E, R, B, E2, R2>(
  query: PageQuery,
  read: (page: PageRequest) => Effect.Effect<Page<A>, E, R>,
  shown: (items: ReadonlyArray<A>) => Effect.Effect<ReadonlyArray<B>, E2, R2>,
) => {
  const page = pageOf(query)
  return Effect.flatMap(read(page), ({ items, total }) =>
    Effect.map(shown(items), (items) => ({ ...page, items, total })),
  )
}

const dayOrInstant = {
  anyOf: [
    { type: "string", format: "date" },
    { type: "string", format: "date-time" },
  ],
}

/** The query parameters of every list that takes a range of time; the domain reads them. */
export const dateRange = {
  date: Schema.optionalKey(
    Schema.String.annotate({
      description: "A single day, YYYY-MM-DD; overrides from and to",
      format: wire({ type: "string", format: "date" }),
    }),
  ),
  from: Schema.optionalKey(
    Schema.String.annotate({
      description: "Start of the range, inclusive: YYYY-MM-DD or an ISO 8601 date-time",
      format: wire(dayOrInstant),
    }),
  ),
  to: Schema.optionalKey(
    Schema.String.annotate({
      description: "End of the range, inclusive: YYYY-MM-DD or an ISO 8601 date-time",
      format: wire(dayOrInstant),
    }),
  ),
}

/** The range that a request names; 400 if it is invalid. */
export const rangeOf = (query: DateRangeInput) => refused(resolveRange(query))

/** The text of `q`; undefined, which finds everything, if it is blank. */
export const textOf = (q: string | undefined): string | undefined => q?.trim() || undefined

/** A request with an id in its path. */
export interface ById<Id = number> {
  readonly params: { readonly id: Id }
}

/** A request with a query. */
export interface Asked<Query> {
  readonly query: Query
}

/** The number of a record in a path. */
export const RecordId = wholeNumber(
  /^[0-9]{1,9}$/,
  "The record's number",
  "must be a whole number of at most 9 digits",
  { minimum: 0, maximum: 999_999_999 },
).pipe(
  Schema.decodeTo(Schema.Int, {
    decode: SchemaGetter.transform(Number),
    encode: SchemaGetter.transform(String),
  }),
)

/** A year of four digits, in a path or a query. */
export const Year = Schema.String.annotate({ description: "Four digits, such as 2024" })
  .check(Schema.isPattern(/^(?!0000)\d{4}$/, { message: "must be a year of four digits, from 0001 to 9999" }))
  .pipe(
    Schema.decodeTo(Schema.Int, {
      decode: SchemaGetter.transform(Number),
      encode: SchemaGetter.transform((year) => String(year).padStart(4, "0")),
    }),
  )

/** A month of a year in a path. */
export const Month = Schema.String.annotate({ description: "1 to 12" })
  .check(Schema.isPattern(/^(0?[1-9]|1[0-2])$/, { message: "must be a month from 1 to 12" }))
  .pipe(
    Schema.decodeTo(Schema.Int, {
      decode: SchemaGetter.transform(Number),
      encode: SchemaGetter.transform(String),
    }),
  )

/** An instant in a response. */
export const Instant = wireAs(Schema.String.annotate({ format: instantFormat }), formatInstant)

/** An instant in a response; "" if unknown. */
export const InstantOrEmpty = wireAs(
  Schema.String.annotate({ format: instantOrEmptyFormat }),
  (instant: EpochMillis | undefined) => (instant === undefined ? "" : formatInstant(instant)),
)
