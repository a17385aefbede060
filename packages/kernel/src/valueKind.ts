import * as AST from "effect/SchemaAST"

/**
 * The kinds of values that fields of models have. `url` is a text made by `webUrl`, `choice` one of some texts, `int` a
 * whole number, `instant` an `EpochMillis`, `day` a `LocalDate`; those in the plural are lists.
 */
export type ValueKind =
  | "text"
  | "url"
  | "choice"
  | "int"
  | "double"
  | "boolean"
  | "instant"
  | "day"
  | "texts"
  | "ints"
  | "doubles"

const lists: { readonly [kind in ValueKind]?: ValueKind } = {
  text: "texts",
  url: "texts",
  choice: "texts",
  int: "ints",
  double: "doubles",
}

const isInt = ({ checks }: AST.AST): boolean =>
  checks?.some(({ annotations }) => annotations?.["representation"]?.id === "effect/schema/isInt") ?? false

/** The kind of a schema's values; undefined for structs and other schemas. */
export const valueKindOf = (ast: AST.AST): ValueKind | undefined => {
  const identifier = AST.resolveIdentifier(ast)
  if (identifier === "EpochMillis") return "instant"
  if (identifier === "LocalDate") return "day"
  switch (ast._tag) {
    case "String":
      return ast.annotations?.["kind"] === "url" ? "url" : "text"
    case "Boolean":
      return "boolean"
    case "Number":
      return isInt(ast) ? "int" : "double"
    case "Literal":
      return typeof ast.literal === "string" ? "choice" : undefined
    case "Union":
      return ast.types.every((one) => ["text", "url", "choice"].includes(valueKindOf(one) ?? ""))
        ? "choice"
        : undefined
    case "Arrays": {
      const element =
        ast.rest.length === 1 && ast.rest[0] !== undefined ? valueKindOf(ast.rest[0]) : undefined
      return element === undefined ? undefined : lists[element]
    }
    default:
      return undefined
  }
}

/** The schema of a value that is defined, and whether it may be undefined. */
export const definedOf = (ast: AST.AST): readonly [AST.AST, boolean] => {
  if (ast._tag !== "Union") return [ast, false]
  const defined = ast.types.filter(({ _tag }) => _tag !== "Undefined")
  return [defined.length === 1 ? (defined[0] ?? ast) : ast, defined.length < ast.types.length]
}
