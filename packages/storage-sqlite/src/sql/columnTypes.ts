import type { ColumnKind, ColumnType } from "@daybook/storage-sql"

const same = (value: unknown) => value

const jsonOf = (value: unknown) => (value === null ? null : JSON.stringify(value))

/** Texts. */
export const text: ColumnType = { one: same, unknown: "''" }
/** Whole numbers up to 2^53. */
export const int: ColumnType = { one: same, unknown: "0" }
/** Values that JSON holds, as text. */
export const json: ColumnType = { one: jsonOf, read: (value: string) => JSON.parse(value) }
/** Bytes. */
export const bytes: ColumnType = { one: same }

/** The types that store the kinds of columns. */
export const columnTypes: Readonly<Record<ColumnKind, ColumnType>> = {
  text,
  int,
  bigint: int,
  double: { one: same },
  boolean: { one: (value: boolean | null) => (value === null ? null : Number(value)) },
  // Milliseconds since 1970.
  instant: int,
  // YYYY-MM-DD.
  day: { one: same },
  texts: json,
  ints: json,
  doubles: json,
  json,
  jsonText: json,
  bytes,
  halves: { ...int, one: (value: number) => value * 2 },
}
