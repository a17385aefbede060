import * as Schema from "effect/Schema"
import * as AST from "effect/SchemaAST"
import { isStorableInstant, storableInstant } from "./dates/calendar.ts"
import { maxNameLength, storableName, storableText } from "./text/storableText.ts"
import { webUrl } from "./text/webUrl.ts"
import { definedOf, type ValueKind, valueKindOf } from "./valueKind.ts"

// What follows from the schemas of a model's fields, so that it is written once for all of them.

type Change = (value: unknown, item: unknown) => unknown
type OfValue = (value: unknown) => unknown

/** What makes the defined values of fields storable where it is another rule than their kind's. */
export type OwnRules<A> = {
  readonly [Field in keyof A]?: (value: Exclude<A[Field], undefined>, item: A) => A[Field]
}

/** How a domain stores a text and a whole number; by default a text is cut, and a number out of 32 bits is 0, as a negative one. */
export interface KindRules {
  readonly text?: (text: string) => string
  readonly int?: (value: number) => number
}

const maxInt = 2_147_483_647
const maxNames = 50

/** A whole number that is stored as 0 where a source reports more than `most`. */
export const WholeUpTo = (most: number) => Schema.Int.annotate({ most })

/** A year; 0 if unknown. */
export const Year = WholeUpTo(9_999)

const wholeUpTo =
  (most: number) =>
  (value: number): number =>
    Number.isInteger(value) && value >= 0 && value <= most ? value : 0

const storableNames = (names: ReadonlyArray<string>): ReadonlyArray<string> =>
  [...new Set(names.map((name) => storableName(name)))].filter((name) => name !== "").slice(0, maxNames)

const changesOf = ({
  int = wholeUpTo(maxInt),
  text = (one) => storableText(one, maxNameLength),
}: KindRules) =>
  ({ text, int, url: webUrl, instant: storableInstant, texts: storableNames }) as {
    readonly [kind in ValueKind]?: OfValue
  }

/**
 * Makes items of a model storable, on every store: each field by its kind, or by its own rule. A time that is out of
 * range and may be unknown is, a URL that is not one of http or https becomes "", and of a list of texts each is stored
 * once, 50 at most. Structs and lists of structs are made storable the same way.
 */
export const normalizerOf = <A extends object>(
  model: Schema.Schema<A>,
  own: OwnRules<A> = {},
  kinds: KindRules = {},
): ((item: A) => A) => {
  const changes = changesOf(kinds)
  const structOf = (ast: AST.AST, rules: { readonly [field: string]: Change | undefined }): OfValue => {
    if (ast._tag !== "Objects" || ast.indexSignatures.length > 0) return (value) => value
    const fields = ast.propertySignatures.map(({ name, type }) => {
      const byKind = changeOf(...definedOf(type))
      // A kind's rule is one of a value alone: the cut of `storableName` is not the item.
      const change: Change = rules[String(name)] ?? ((value) => byKind(value))
      return { field: String(name), isOptional: AST.isOptional(type), change }
    })
    return (value) => {
      const item = value as { readonly [field: string]: unknown }
      const stored: { [field: string]: unknown } = {}
      for (const { change, field, isOptional } of fields) {
        const changed = item[field] === undefined ? undefined : change(item[field], item)
        if (changed !== undefined || !isOptional) stored[field] = changed
      }
      return stored
    }
  }
  const changeOf = (ast: AST.AST, mayBeUndefined: boolean): OfValue => {
    const kind = valueKindOf(ast)
    if (kind === "instant" && mayBeUndefined) {
      return ((at: number) => (isStorableInstant(at) ? Math.floor(at) : undefined)) as OfValue
    }
    const most = AST.resolve(ast)?.["most"]
    if (typeof most === "number") return wholeUpTo(most) as OfValue
    if (kind !== undefined) return changes[kind] ?? ((value) => value)
    if (ast._tag === "Arrays" && ast.rest[0] !== undefined) {
      const one = structOf(ast.rest[0], {})
      return ((values: ReadonlyArray<unknown>) => values.map(one)) as OfValue
    }
    return structOf(ast, {})
  }
  return structOf(AST.toType(model.ast), own as never) as (item: A) => A
}

const unknownValues: { readonly [kind in ValueKind]?: unknown } = {
  text: "",
  url: "",
  int: 0,
  double: 0,
  boolean: false,
}

const unknownOf = (ast: AST.AST, known: object): unknown => {
  const [defined, mayBeUndefined] = definedOf(ast)
  if (mayBeUndefined) return undefined
  if (defined._tag === "Arrays") return []
  const kind = valueKindOf(defined)
  if (kind !== undefined && kind in unknownValues) return unknownValues[kind]
  if (defined._tag !== "Objects") throw new Error(`${defined._tag} has no unknown value`)
  const fields = defined.propertySignatures.filter(
    ({ name, type }) => !AST.isOptional(type) && !(name in known),
  )
  return { ...Object.fromEntries(fields.map(({ name, type }) => [name, unknownOf(type, {})])), ...known }
}

/** An item with these fields and no other known one: texts are "", numbers 0, lists empty, and what may be undefined is. */
export const unknownItem = <A extends object>(model: Schema.Schema<A>, known: Partial<A> = {}): A =>
  unknownOf(AST.toType(model.ast), known) as A
