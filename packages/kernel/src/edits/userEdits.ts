import * as Schema from "effect/Schema"
import { isLocalDate } from "../dates/calendar.ts"
import type { EditFields } from "./edits.ts"
import { camelCase } from "../text/fieldNames.ts"
import { isStorableText, maxNameLength, unstorableText } from "../text/storableText.ts"
import { maxUrlLength, webUrl } from "../text/webUrl.ts"

/** A text of up to `longest` characters. */
export const handText = (longest = maxNameLength) =>
  Schema.String.annotate({
    message: "must be a text",
    ...(longest > maxNameLength ? { form: "long" } : {}),
  }).check(
    Schema.isMaxLength(longest, { message: `must have at most ${longest.toLocaleString("en")} characters` }),
    Schema.makeFilter((text: string) => isStorableText(text) || unstorableText),
  )

/** The same where the empty text says nothing. */
export const handName = handText().check(
  Schema.makeFilter((text: string) => text.trim() !== "" || "must not be empty"),
)

/** A number. */
export const handNumber = (minimum: number, maximum: number) => {
  const message = `must be a number from ${minimum} to ${maximum}`
  return Schema.Finite.annotate({ message }).check(Schema.isBetween({ minimum, maximum }, { message }))
}

/** A whole number. */
export const handWhole = (minimum: number, maximum: number) => {
  const message = `must be a whole number from ${minimum} to ${maximum}`
  return Schema.Finite.annotate({ message })
    .check(Schema.isInt({ message }))
    .check(Schema.isBetween({ minimum, maximum }, { message }))
}

/** A list of texts, such as tags. */
export const handNames = Schema.Array(handName)
  .annotate({ message: "must be a list of texts" })
  .check(Schema.isMaxLength(100, { message: "must have at most 100 texts" }))

const urlByHand = handText(maxUrlLength).annotate({ description: "A URL of http or https" })

const noWebUrl = "must be a URL such as https://example.org/page"

/** A URL. */
export const handUrl = urlByHand.check(Schema.makeFilter((text: string) => webUrl(text) !== "" || noWebUrl))

/** The same where the empty text removes it. */
export const handUrlOrNone = urlByHand.check(
  Schema.makeFilter((text: string) => text === "" || webUrl(text) !== "" || `${noWebUrl}, or empty for none`),
)

/** A flag. */
export const handFlag = Schema.Boolean.annotate({ message: "must be true or false" })

/** An instant; `HandFields` says which fields are instants. */
export const handTime = Schema.String.annotate({
  message: "must be a text such as 2024-05-06T07:08:09Z",
  description: "A day, YYYY-MM-DD, or an ISO 8601 date-time; without an offset it is in your time zone",
})

/** A day, past or future. */
export const handDay = Schema.String.annotate({
  form: "day",
  message: "must be a text such as 2024-05-06",
  description: "YYYY-MM-DD",
}).check(Schema.makeFilter((text: string) => isLocalDate(text) || "is not a calendar day; send YYYY-MM-DD"))

/** The field of every correction that hides an item from everything public. */
export const hidingField = {
  hidden: handFlag.annotate({
    message: "must be true or false",
    description: "True hides it from everything that can be read without an admin key",
  }),
}

type Fields = { readonly [name: string]: Schema.Codec<Schema.Json, Schema.Json> }

/** The fields of a type that the owner may edit, named as in responses. Declare it with `satisfies`. */
export interface ByHand {
  /** Such as `run`. */
  readonly type: string
  /** The fields that an addition needs. */
  readonly needed: Fields
  readonly optional: Fields
  /** Fields that only an addition may set: no correction changes them. */
  readonly fixed?: Fields
  /** The fields of the past that hold a time. */
  readonly times?: ReadonlyArray<string>
  /** Fields that stay a day if a day is sent. */
  readonly days?: ReadonlyArray<string>
  /** Fields that are noon in UTC if a day is sent, or the owner's noon where that is on another day. */
  readonly noons?: ReadonlyArray<string>
  /** The one of these fields that defaults to the time of the addition. */
  readonly addedAt?: string
  /** The fields that hold a time, past or to come. */
  readonly moments?: ReadonlyArray<string>
  /** Fields that say something only with each other. */
  readonly together?: ReadonlyArray<readonly [string, string]>
  /** What to do instead, for types that cannot be added. */
  readonly insteadOfAdding?: string
  /** An addition for documents, which show its optional fields as a correction. */
  readonly example: EditFields
}

type Simplify<A> = { [K in keyof A]: A[K] } & {}

type OrNull<A> = { readonly [K in keyof A]?: A[K] | null }

type Values<F> = { readonly [K in keyof F]: F[K] extends { readonly Type: infer A } ? A : never }

/** The JSON of an addition. */
export type Addition<ItemEditState extends ByHand> = Simplify<
  Values<ItemEditState["needed"]> &
    Partial<Values<ItemEditState["optional"]>> &
    (ItemEditState extends { readonly fixed: infer Fixed } ? Partial<Values<Fixed>> : unknown)
>

/** The JSON of a correction. */
export type Correction<ItemEditState extends ByHand> = OrNull<
  Values<ItemEditState["needed"] & ItemEditState["optional"] & typeof hidingField>
>

const inWords = (names: ReadonlyArray<string>) => names.join(", ")

/** A body with some fields. Where excess properties are errors, others are refused by name. */
const bodyOf = <Body>(fields: Schema.Struct.Fields, example: EditFields) =>
  // The type of a body follows from the type of its description.
  Schema.make<Schema.Codec<Body>>(
    Schema.Struct(fields).annotate({
      messageUnexpectedKey: `is unknown; send some of ${inWords(Object.keys(fields))}`,
      examples: [example],
    }).ast,
  )

/** The body of an addition. */
export const additionOf = <ItemEditState extends ByHand>(hand: ItemEditState) => {
  const { example, fixed, needed, optional }: ByHand = hand
  const others = Object.entries({ ...fixed, ...optional })
  return bodyOf<Addition<ItemEditState>>(
    {
      ...needed,
      ...Object.fromEntries(others.map(([name, field]) => [name, Schema.optionalKey(field)])),
    },
    example,
  )
}

/** The body of a correction: any of the fields; null restores the source's value. */
export const correctionOf = <ItemEditState extends ByHand>(hand: ItemEditState) => {
  const { example, needed, optional }: ByHand = hand
  const fields = Object.entries({ ...needed, ...optional, ...hidingField })
  const shown = Object.entries(example).filter(([name]) => name in optional)
  return bodyOf<Correction<ItemEditState>>(
    Object.fromEntries(fields.map(([name, field]) => [name, Schema.optionalKey(Schema.NullOr(field))])),
    shown.length === 0 ? example : Object.fromEntries(shown),
  )
}

/** What edited fields set on an item: another field than the one of their name, or several; they see the item as the earlier ones left it. */
export type FieldSetters<Item> = {
  readonly [name: string]: (keyof Item & string) | ((value: unknown, item: Item) => Partial<Item>)
}

/** An item with the edited fields applied. Each sets the item's field of its name, unless a setter says otherwise. */
export const withFields = <Item extends object>(
  { needed, optional, times = [] }: ByHand,
  setters: FieldSetters<Item>,
  item: Item,
  fields: EditFields,
): Item =>
  Object.entries(fields)
    .filter(([name]) => [needed, optional, setters].some((names) => Object.hasOwn(names, name)))
    .reduce<Item>((known, [name, value]) => {
      const setter = setters[name] ?? camelCase(name)
      if (typeof setter === "function") return { ...known, ...setter(value, known) }
      return { ...known, [setter]: times.includes(name) ? Date.parse(String(value)) : value }
    }, item)
