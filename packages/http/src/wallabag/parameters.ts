import { exceededJsonLimit } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as Predicate from "effect/Predicate"
import { readBytes } from "../middleware/body/readBody.ts"
import { badRequest } from "../wire/errors.ts"

/** The parameters of a request: apps send JSON or a form, whatever they call it. */
export interface Parameters {
  /** A text; undefined if it is missing. */
  readonly text: (name: string) => string | undefined
  /** 0 or 1, or a boolean; undefined if it is missing. */
  readonly flag: (name: string) => boolean | undefined
  /** Texts of a list, or of one text with commas between them; undefined if it is missing. */
  readonly list: (name: string) => ReadonlyArray<string> | undefined
}

const bounds = { maxDepth: 20, maxValues: 10_000 }
// The text of a long article is sent with it.
const maxBytes = 4 << 20

const textOf = (value: unknown): string | undefined =>
  Predicate.isString(value) ? value : typeof value === "number" ? String(value) : undefined

const flagOf = (value: unknown): boolean | undefined => {
  const text = Predicate.isBoolean(value) ? String(value) : textOf(value)
  return text === undefined ? undefined : text === "1" || text.toLowerCase() === "true"
}

const namesIn = (texts: ReadonlyArray<string>) =>
  texts.map((text) => text.trim()).filter((text) => text !== "")

const listOf = (value: unknown): ReadonlyArray<string> | undefined =>
  Array.isArray(value)
    ? namesIn(value.filter(Predicate.isString))
    : Predicate.isString(value)
      ? namesIn(value.split(","))
      : undefined

const parametersBy = (of: (name: string) => unknown): Parameters => ({
  text: (name) => textOf(of(name)),
  flag: (name) => flagOf(of(name)),
  list: (name) => listOf(of(name)),
})

/** The parameters of a query or a form; a list's parameters have `[]` behind their name. */
export const parametersIn = (query: URLSearchParams): Parameters =>
  parametersBy((name) =>
    query.has(`${name}[]`) ? query.getAll(`${name}[]`) : (query.get(name) ?? undefined),
  )

/** The parameters of a body. */
export const readParameters = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
  const bytes = yield* readBytes(request, maxBytes)
  const text = new TextDecoder().decode(bytes)
  if (!text.trimStart().startsWith("{")) return parametersIn(new URLSearchParams(text))
  const excess = exceededJsonLimit(bytes, bounds)
  if (excess !== undefined) return yield* Effect.fail(badRequest(`The JSON document ${excess}`))
  const document = yield* Effect.try({
    try: (): unknown => JSON.parse(text),
    catch: () => badRequest("The body must be a JSON document or a form"),
  })
  return parametersBy((name) =>
    Predicate.isObject(document) && Object.hasOwn(document, name) ? Reflect.get(document, name) : undefined,
  )
})
