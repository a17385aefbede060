import * as PgTypes from "@effect/sql-pg/PgTypes"
import type { EpochMillis } from "@daybook/kernel"
import * as AST from "effect/SchemaAST"
import { bigints, booleans, byteas, dates, doubles, instants, ints, texts } from "./parameters.ts"

/** The storage of a field's values in PostgreSQL. `null` stands for undefined there. */
export interface SqlType {
  /** One value as a parameter. */
  readonly one: (value: never) => unknown
  /** Many values as one array, for `unnest`. */
  readonly many: (values: ReadonlyArray<never>) => PgTypes.Parameter
  /** The type to which each text of the array is cast; for types that `unnest` would take apart. */
  readonly parse?: string
  /** Turns the driver's value into the domain's, where they differ. */
  readonly read?: (value: never) => unknown
  /** The type to which a select list casts, where no form of the driver's serves. */
  readonly cast?: string
  /** The literal of an unknown value, by the kernel's `isKnown`. */
  readonly unknown?: string
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
  read: (value: Date) => value.getTime(),
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
/** JSON from elsewhere, kept as text: jsonb cannot hold every JSON. */
export const jsonText: SqlType = {
  one: jsonOf,
  many: textsOf(jsonOf),
  read: (value: string) => JSON.parse(value),
}

const arrays = new Map<SqlType | undefined, SqlType>([
  [text, textArray],
  [int, intArray],
  [double, doubleArray],
])

const isInt = ({ checks }: AST.AST): boolean =>
  checks?.some(({ annotations }) => annotations?.["representation"]?.id === "effect/schema/isInt") ?? false

/** The type that stores the values of a schema; undefined where none does. */
export const sqlTypeOf = (ast: AST.AST): SqlType | undefined => {
  const identifier = AST.resolveIdentifier(ast)
  if (identifier === "EpochMillis") return instant
  if (identifier === "LocalDate") return day
  switch (ast._tag) {
    case "String":
      return text
    case "Boolean":
      return boolean
    case "Number":
      return isInt(ast) ? int : double
    case "Literal":
      return typeof ast.literal === "string" ? text : undefined
    case "Union":
      return ast.types.every((one) => sqlTypeOf(one) === text) ? text : undefined
    case "Arrays":
      return ast.rest.length === 1 ? arrays.get(ast.rest.map(sqlTypeOf)[0]) : undefined
    default:
      return undefined
  }
}
