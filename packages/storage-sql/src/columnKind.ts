import * as AST from "effect/SchemaAST"

/**
 * The kinds of columns. `texts`, `ints` and `doubles` are lists. All but the last five follow from the schema of a
 * field: `bigint` is a whole number up to 2^53, `json` a value of JSON, `jsonText` one from elsewhere, which is stored
 * as a text, and `halves` a number of halves that is stored doubled.
 */
export type ColumnKind =
  | "text"
  | "int"
  | "double"
  | "boolean"
  | "instant"
  | "day"
  | "texts"
  | "ints"
  | "doubles"
  | "bigint"
  | "json"
  | "jsonText"
  | "bytes"
  | "halves"

const lists: { readonly [kind in ColumnKind]?: ColumnKind } = {
  text: "texts",
  int: "ints",
  double: "doubles",
}

const isInt = ({ checks }: AST.AST): boolean =>
  checks?.some(({ annotations }) => annotations?.["representation"]?.id === "effect/schema/isInt") ?? false

/** The kind of column that stores the values of a schema; undefined if none does. */
export const columnKindOf = (ast: AST.AST): ColumnKind | undefined => {
  const identifier = AST.resolveIdentifier(ast)
  if (identifier === "EpochMillis") return "instant"
  if (identifier === "LocalDate") return "day"
  switch (ast._tag) {
    case "String":
      return "text"
    case "Boolean":
      return "boolean"
    case "Number":
      return isInt(ast) ? "int" : "double"
    case "Literal":
      return typeof ast.literal === "string" ? "text" : undefined
    case "Union":
      return ast.types.every((one) => columnKindOf(one) === "text") ? "text" : undefined
    case "Arrays": {
      const element =
        ast.rest.length === 1 && ast.rest[0] !== undefined ? columnKindOf(ast.rest[0]) : undefined
      return element === undefined ? undefined : lists[element]
    }
    default:
      return undefined
  }
}
