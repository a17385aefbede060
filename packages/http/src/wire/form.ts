import { type Page, type PageRequest, paginate, Pagination } from "@daybook/kernel"
import * as Schema from "effect/Schema"

// The JSON of a response is derived from the domain's model: its keys are the fields in snake case, with the model's
// schemas. A group lists the visible fields and states only the differences. A plain loop renames them, which takes a
// page of 20 items about 10 µs longer than handwritten mappers; `Schema.encodeKeys` takes 2.3 times as long.

/** A schema of JSON, and the function that returns the JSON of a value. */
export interface WireForm<in A, out Json> extends Schema.Bottom<
  Json,
  Json,
  never,
  never,
  Schema.Top["ast"],
  WireForm<A, Json>
> {
  readonly of: (value: A) => Json
}

/** Joins a schema of JSON and the function that produces it. */
export const wireAs = <A, Json>(
  schema: Schema.Codec<Json>,
  of: (value: A) => NoInfer<Json>,
): WireForm<A, Json> => Schema.make(schema.ast, { of })

/** The form of many values. */
export const manyOf = <A, Json>(item: WireForm<A, Json>): WireForm<ReadonlyArray<A>, ReadonlyArray<Json>> =>
  wireAs(Schema.Array(item), (values) => values.map(item.of))

/** The form of a field that is omitted if its value is undefined. */
export const optionalForm = <A, Json>(form: WireForm<A, Json>) =>
  Object.assign(Schema.optionalKey(form), {
    of: (value: A | undefined) => (value === undefined ? undefined : form.of(value)),
  })

/** The form of a page of a list: `{ data, pagination }`. */
export const listOf = <A, Json>(item: WireForm<A, Json>) => {
  const data = manyOf(item)
  return wireAs(
    Schema.Struct({ data, pagination: Pagination }),
    ({ items, total, ...page }: PageRequest & Page<A>) => ({
      data: data.of(items),
      pagination: paginate(page, total),
    }),
  )
}

type Fields = Schema.Struct.Fields

type Optional<F extends Fields> = {
  [K in keyof F]: F[K] extends { readonly "~type.optionality": "optional" } ? K : never
}[keyof F]

type GivenAs<F> = F extends { readonly of: (value: infer A) => unknown }
  ? A
  : F extends { readonly Type: infer A }
    ? A
    : never

/** The values that fields take, under the names of the model. */
type Given<F extends Fields> = { readonly [K in Exclude<keyof F, Optional<F>>]: GivenAs<F[K]> } & {
  readonly [K in Optional<F>]?: GivenAs<F[K]> | undefined
}

type SnakeCase<Name extends string> = Name extends `${infer Letter}${infer Rest}`
  ? `${Letter extends Lowercase<Letter> ? Letter : `_${Lowercase<Letter>}`}${SnakeCase<Rest>}`
  : ""

type Names<F extends Fields> = { readonly [K in keyof F]?: string }

type KeyOf<K, N> = K extends keyof N ? N[K] & string : K extends string ? SnakeCase<K> : never

type JsonOf<F extends Fields, N> = {
  readonly [K in Exclude<keyof F, Optional<F>> as KeyOf<K, N>]: F[K]["Type"]
} & { readonly [K in Optional<F> as KeyOf<K, N>]?: F[K]["Type"] }

type Simplify<A> = { [K in keyof A]: A[K] } & {}

const isForm = (schema: Schema.Constraint): schema is WireForm<unknown, unknown> => "of" in schema

/** The name of a model's field in JSON. */
export const snakeCase = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/**
 * The form of a model's values: these fields in this order, under their names in snake case or those of `names`. The
 * schema of a field is the model's; an instant is `Instant`, one that may be missing `InstantOrEmpty`. A value that is
 * undefined is left out.
 */
export const wireForm = <const F extends Fields, const N extends Names<F> = {}>(
  fields: F,
  names?: N,
): WireForm<Given<F>, Simplify<JsonOf<F, N>>> => {
  const columns = Object.entries(fields).map(([field, schema]) => ({
    field,
    schema,
    name: names?.[field] ?? snakeCase(field),
    of: isForm(schema) ? schema.of : undefined,
  }))
  const of = (value: { readonly [field: string]: unknown }) => {
    const json: { [name: string]: unknown } = {}
    for (const { field, name, of } of columns) {
      const given = of === undefined ? value[field] : of(value[field])
      if (given !== undefined) json[name] = given
    }
    return json
  }
  return Schema.make(
    Schema.Struct(Object.fromEntries(columns.map(({ name, schema }) => [name, schema]))).ast,
    { of },
  )
}
