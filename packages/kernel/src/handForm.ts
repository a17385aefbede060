import * as Schema from "effect/Schema"
import type * as SchemaAST from "effect/SchemaAST"
import { type ByHand, hidingField } from "./edits/userEdits.ts"

/**
 * How the owner fills a field in: `long` is a text of several lines, `names` a list of texts, `choice` one of some
 * words.
 */
export const HandForm = Schema.Literals(["text", "long", "number", "flag", "names", "time", "day", "choice"])
export type HandForm = typeof HandForm.Type

/** A field of a type that the owner may send, for a form that shows it. */
export const HandField = Schema.Struct({
  name: Schema.String,
  form: HandForm,
  /** The words to choose from. */
  choices: Schema.Array(Schema.String),
  isNeeded: Schema.Boolean,
  /** False for a field that only corrections have. */
  isAdded: Schema.Boolean,
  /** False for a field that only additions have. */
  isCorrected: Schema.Boolean,
})
export type HandField = typeof HandField.Type

const choicesOf = (ast: SchemaAST.AST): ReadonlyArray<string> =>
  ast._tag === "Union" ? ast.types.flatMap(choicesOf) : ast._tag === "Literal" ? [String(ast.literal)] : []

const isForm = Schema.is(HandForm)

const formOf = ({ _tag, annotations }: SchemaAST.AST): HandForm => {
  const told = annotations?.["form"]
  if (isForm(told)) return told
  switch (_tag) {
    case "Arrays":
      return "names"
    case "Boolean":
      return "flag"
    case "Number":
      return "number"
    case "Union":
      return "choice"
    default:
      return "text"
  }
}

/** The fields of a type in the order of a form: those that an addition needs first. */
export const handFields = (hand: ByHand): ReadonlyArray<HandField> => {
  const { fixed = {}, moments = [], needed, optional, times = [] } = hand
  return Object.entries({ ...needed, ...fixed, ...optional, ...hidingField }).map(([name, { ast }]) => ({
    name,
    form: times.includes(name) || moments.includes(name) ? "time" : formOf(ast),
    choices: choicesOf(ast),
    isNeeded: name in needed,
    isAdded: !(name in hidingField),
    isCorrected: !(name in fixed),
  }))
}
