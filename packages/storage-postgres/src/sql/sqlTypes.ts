import * as PgTypes from "@effect/sql-pg/PgTypes"
import type { EpochMillis } from "@daybook/kernel"
import type { ColumnKind, ColumnType } from "@daybook/storage-sql"
import { bigints, booleans, byteas, dates, doubles, instants, ints, texts } from "./parameters.ts"

/** The storage of a field's values in PostgreSQL. */
export interface SqlType extends ColumnType {
  /** Many values as one array, for `unnest`. */
  readonly many: (values: ReadonlyArray<never>) => PgTypes.Parameter
  /** The cast type of each text of the array; for types that `unnest` would take apart. */
  readonly parse?: string
}

const same = (value: unknown) => value

const jsonOf = (value: unknown) => JSON.stringify(value)

/** Values as texts; null stays null. */
const textsOf =
  <A>(textOf: (value: A) => string) =>
  (values: ReadonlyArray<A | null>) =>
    texts(values.map((value) => (value === null ? null : textOf(value))))

const quoted = (element: string | number) => `"${String(element).replace(/["\\]/g, "\\$&")}"`

const arrayText = (elements: ReadonlyArray<string | number>) => `{${elements.map(quoted).join(",")}}`

export const text: SqlType = { one: same, many: texts, unknown: "''" }
export const int: SqlType = { one: same, many: ints, unknown: "0" }
/** Whole numbers up to 2^53. The driver gives BigInt for int8; they are exact as double precision. */
export const bigint: SqlType = {
  one: (value: number | null) => PgTypes.int8(value === null ? null : BigInt(value)),
  many: bigints,
  cast: "float8",
  unknown: "0",
}
export const double: SqlType = { one: same, many: doubles }
export const boolean: SqlType = { one: same, many: booleans }
export const instant: SqlType = {
  one: (value: EpochMillis | null) => PgTypes.timestamptz(value),
  many: instants,
  unknown: "'epoch'",
}
export const day: SqlType = { one: (value: string | null) => PgTypes.date(value), many: dates, cast: "text" }
export const textArray: SqlType = { one: texts, many: textsOf(arrayText), parse: "text[]" }
export const intArray: SqlType = { one: ints, many: textsOf(arrayText), parse: "int[]" }
export const doubleArray: SqlType = { one: doubles, many: textsOf(arrayText), parse: "float8[]" }
export const bytes: SqlType = { one: (value: Uint8Array) => PgTypes.bytea(value), many: byteas }
export const json: SqlType = {
  one: (value: unknown) => PgTypes.jsonb(value),
  many: textsOf(jsonOf),
  parse: "jsonb",
}
/** JSON from elsewhere, kept as text: jsonb cannot contain every JSON. */
export const jsonText: SqlType = {
  one: jsonOf,
  many: textsOf(jsonOf),
}

/** The types that store the kinds of columns. */
export const sqlTypes: Readonly<Record<ColumnKind, SqlType>> = {
  text,
  int,
  bigint,
  double,
  boolean,
  instant,
  day,
  texts: textArray,
  ints: intArray,
  doubles: doubleArray,
  json,
  jsonText,
  bytes,
  halves: {
    ...int,
    one: (value: number) => value * 2,
    many: (values: ReadonlyArray<number>) => ints(values.map((value) => value * 2)),
  },
}
