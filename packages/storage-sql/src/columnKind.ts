import { type ValueKind, valueKindOf } from "@daybook/kernel"
import type { AST } from "effect/SchemaAST"

/**
 * The kinds of columns: those of values, and some that a table states. `bigint` is a whole number up to 2^53, `json` a
 * value of JSON, `jsonText` one from elsewhere, which is stored as a text, and `halves` a number of halves that is stored
 * doubled.
 */
export type ColumnKind =
  | Exclude<ValueKind, "url" | "choice">
  | "bigint"
  | "json"
  | "jsonText"
  | "bytes"
  | "halves"

/** The kind of column that stores the values of a schema; undefined if none does. */
export const columnKindOf = (ast: AST): ColumnKind | undefined => {
  const kind = valueKindOf(ast)
  return kind === "url" || kind === "choice" ? "text" : kind
}
