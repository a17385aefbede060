import { InvalidInput } from "@daybook/kernel"
import { InexactNumber, parseExactly } from "./exactNumbers.ts"
import type { IgnoredProperty, Offer, SetOnce } from "./model.ts"
import { fitsInCharacters, isPlainText, maxCharacters, readValue } from "./values.ts"

/** Properties that one request may name. */
export const maxProperties = 1_000

const unfit = (field: string, message: string) => new InvalidInput({ field, message: `${field} ${message}` })

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const parse = (text: string): unknown | InvalidInput => {
  try {
    return parseExactly(text)
  } catch (cause) {
    return cause instanceof InexactNumber
      ? unfit("The body", `holds a number that cannot be kept exactly, at ${cause.path}: send it as a text`)
      : unfit("The body", "must be JSON")
  }
}

/** The reason why a name cannot be a property's; undefined where it can. */
const problemOfName = (name: string): string | undefined => {
  if (name === "") return "must not hold an empty key"
  if (name.startsWith("$")) return `must not hold a key that starts with $: ${name.slice(0, 50)}`
  if (!fitsInCharacters(name)) return `must hold keys of at most ${maxCharacters} characters`
  if (!isPlainText(name)) return "must hold keys without control characters"
  return undefined
}

/** True for a text that can be a distinct id. */
export const isDistinctId = (text: unknown): text is string =>
  typeof text === "string" && text !== "" && fitsInCharacters(text) && isPlainText(text)

/**
 * Reads the body of a request. A body that is invalid as a whole is `InvalidInput` with a message that says what to
 * send; values that no property can hold are listed in `ignored`. Keys such as `__proto__` are names like any other.
 */
export const readSetOnce = (text: string): SetOnce | InvalidInput => {
  const body = parse(text)
  if (body instanceof InvalidInput) return body
  if (!isObject(body)) return unfit("The body", "must be a JSON object")
  for (const field of Object.keys(body)) {
    if (field !== "$once" && field !== "distinct_id") {
      return unfit("The body", `must hold $once and distinct_id alone, not ${field.slice(0, 50)}`)
    }
  }
  const { $once: once, distinct_id: distinctId } = body
  if (!isDistinctId(distinctId)) {
    return unfit(
      "distinct_id",
      `must be a text of 1 to ${maxCharacters} characters, none of them a control character`,
    )
  }
  if (!isObject(once)) return unfit("$once", "must be an object of names and values")
  const names = Object.keys(once)
  if (names.length === 0) return unfit("$once", "must not be empty")
  if (names.length > maxProperties) return unfit("$once", `must hold at most ${maxProperties} keys`)
  const offers: Array<Offer> = []
  const ignored: Array<IgnoredProperty> = []
  for (const name of names) {
    const problem = problemOfName(name)
    if (problem !== undefined) return unfit("$once", problem)
    const read = readValue(once[name])
    if (read.kind === "refused") return unfit(`$once.${name}`, `is not allowed: ${read.reason}`)
    if (read.kind === "value") offers.push({ name, type: read.type, value: read.value })
    else ignored.push({ name, reason: read.reason })
  }
  return { distinctId, offers, ignored }
}
