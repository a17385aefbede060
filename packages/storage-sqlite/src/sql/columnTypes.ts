import { columnKindOf, type ColumnKind, type ColumnType } from "@daybook/storage-sql"
import type * as AST from "effect/SchemaAST"

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

const kinds: Readonly<Record<ColumnKind, ColumnType>> = {
  text,
  int,
  double: { one: same },
  boolean: {
    one: (value: boolean | null) => (value === null ? null : Number(value)),
    read: (value: number) => value !== 0,
  },
  // Milliseconds since 1970.
  instant: int,
  // YYYY-MM-DD.
  day: { one: same },
  texts: json,
  ints: json,
  doubles: json,
}

/** The type that stores the values of a schema; undefined where none does. */
export const columnTypeOf = (ast: AST.AST): ColumnType | undefined => {
  const kind = columnKindOf(ast)
  return kind && kinds[kind]
}
