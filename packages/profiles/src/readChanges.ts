import { InvalidInput } from "@daybook/kernel"
import { inexact, inexactNumber } from "./exactNumbers.ts"
import type { Action, Operation, ProfileChange } from "./model.ts"
import { isObject, readObject, unfit } from "./readJson.ts"
import { fitsInCharacters, isPlainText, maxCharacters, type Reading, readValue } from "./values.ts"
import { exampleOf } from "./warnings.ts"

/** Properties that one field of a request may name. */
export const maxProperties = 1_000

/** The most items of a batch. */
export const maxBatch = 1_000

/** The reason why a name cannot be a property's; undefined if it can. */
const problemOfName = (name: string): string | undefined => {
  if (name === "") return "must not hold an empty key"
  if (name.startsWith("$")) return `must not hold a key that starts with $: ${name.slice(0, 50)}`
  if (!fitsInCharacters(name)) return `must have keys of at most ${maxCharacters} characters`
  if (!isPlainText(name)) return "must have keys without control characters"
  return undefined
}

/** True for a text that can be a distinct id. */
export const isDistinctId = (text: unknown): text is string =>
  typeof text === "string" && text !== "" && fitsInCharacters(text) && isPlainText(text)

/** A value read as an action, or why it is not one; see `Reading`. */
type ReadingAction = Action | Exclude<Reading, { readonly kind: "value" }>

const readItems = (verb: "append" | "union" | "remove", name: string, value: unknown): ReadingAction => {
  const read = readValue(Array.isArray(value) ? value : [value])
  if (read.kind !== "value") return read
  const items = read.value as ReadonlyArray<string | number>
  return verb === "remove" ? { verb, name, value: items } : { verb, name, type: "list", value: items }
}

const readGiven = (verb: "set" | "once", name: string, value: unknown): ReadingAction => {
  const read = readValue(value)
  return read.kind === "value" ? { verb, name, type: read.type, value: read.value } : read
}

const readNumber = (name: string, value: unknown): ReadingAction =>
  typeof value === "number"
    ? { verb: "add", name, type: "number", value }
    : { kind: "refused", reason: value === inexactNumber ? inexact : "only a number can be added" }

/** The readers of a request's fields, in the order in which the actions of a batch's item are applied. */
const readers = {
  $unset: (name: string): ReadingAction => ({ verb: "unset", name }),
  $set: (name: string, value: unknown) => readGiven("set", name, value),
  $once: (name: string, value: unknown) => readGiven("once", name, value),
  $add: readNumber,
  $append: (name: string, value: unknown) => readItems("append", name, value),
  $union: (name: string, value: unknown) => readItems("union", name, value),
  $remove: (name: string, value: unknown) => readItems("remove", name, value),
}

/** A field of a request that holds actions. */
export type ActionField = keyof typeof readers

const actionFields = Object.keys(readers) as ReadonlyArray<ActionField>

/** The names of a field; of `$unset` a list of names, of others an object of names and values. */
const namesOf = (field: ActionField, given: unknown): ReadonlyArray<unknown> | InvalidInput => {
  if (field === "$unset") {
    return Array.isArray(given) ? [...new Set<unknown>(given)] : unfit(field, "must be a list of names")
  }
  return isObject(given) ? Object.keys(given) : unfit(field, "must be an object of names and values")
}

/** Reads one field into actions and ignored values. */
const readField = (
  field: ActionField,
  given: unknown,
  actions: Array<Action>,
  ignored: Array<ProfileChange["ignored"][number]>,
): InvalidInput | undefined => {
  const names = namesOf(field, given)
  if (names instanceof InvalidInput) return names
  if (names.length === 0) return unfit(field, "must not be empty")
  if (names.length > maxProperties) return unfit(field, `must have at most ${maxProperties} keys`)
  return readNamed(field, names, given, actions, ignored)
}

/** Reads the values that a field has for names into actions and ignored values. */
const readNamed = (
  field: ActionField,
  names: ReadonlyArray<unknown>,
  given: unknown,
  actions: Array<Action>,
  ignored: Array<ProfileChange["ignored"][number]>,
): InvalidInput | undefined => {
  const read = readers[field]
  for (const name of names) {
    if (typeof name !== "string") return unfit(field, "must have only names, which are texts")
    const problem = problemOfName(name)
    if (problem !== undefined) return unfit(field, problem)
    const value = (given as Readonly<Record<string, unknown>>)[name]
    const reading = read(name, value)
    if ("verb" in reading) actions.push(reading)
    else if (reading.kind === "ignored")
      ignored.push({ name, reason: reading.reason, example: exampleOf(value) })
    else return unfit(`${field}.${name}`, `is not allowed: ${reading.reason}`)
  }
  return undefined
}

/** Fields that only remove values: they create no profile. */
const takesAway = (field: ActionField) => field === "$unset" || field === "$remove"

const unfitId = unfit(
  "distinct_id",
  `must be a text of 1 to ${maxCharacters} characters, none of them a control character`,
)

/** Reads the fields of a change, in their order. */
const readChange = (
  distinctId: unknown,
  fields: ReadonlyArray<ActionField>,
  given: Readonly<Record<string, unknown>>,
): ProfileChange | InvalidInput => {
  if (!isDistinctId(distinctId)) return unfitId
  const actions: Array<Action> = []
  const ignored: Array<ProfileChange["ignored"][number]> = []
  for (const field of fields) {
    const problem = readField(field, given[field], actions, ignored)
    if (problem !== undefined) return problem
  }
  return { distinctId, actions, ignored, makes: !fields.every(takesAway) }
}

/** Reads a whole profile: the change that sets these properties, any number of them. */
export const readProfile = (
  distinctId: unknown,
  field: "$set" | "$once",
  properties: Readonly<Record<string, unknown>>,
): ProfileChange | InvalidInput => {
  if (!isDistinctId(distinctId)) return unfitId
  const actions: Array<Action> = []
  const ignored: Array<ProfileChange["ignored"][number]> = []
  const problem = readNamed(field, Object.keys(properties), properties, actions, ignored)
  return problem ?? { distinctId, actions, ignored, makes: true }
}

/** An operation that changes one profile in one way. */
export type SingleOperation = Exclude<Operation, "batch" | "merge">

/** The field that the body of each operation holds next to `distinct_id`. */
export const fieldOfOperation: Readonly<Record<SingleOperation, ActionField>> = {
  "set-once": "$once",
  set: "$set",
  unset: "$unset",
  "numerical-add": "$add",
  append: "$append",
  union: "$union",
  remove: "$remove",
}

/**
 * Makes the reader of an operation's bodies. A body that is invalid as a whole is `InvalidInput` with a message that
 * states what to send; values that no property can hold are listed in `ignored`. Keys such as `__proto__` are names
 * like any other.
 */
export const readerOf = (operation: SingleOperation) => {
  const field = fieldOfOperation[operation]
  const fields = [field, "distinct_id"]
  return (text: string): ProfileChange | InvalidInput => {
    const body = readObject(text, fields)
    return body instanceof InvalidInput ? body : readChange(body["distinct_id"], [field], body)
  }
}

/** Reads the body of a set-once request. */
export const readSetOnce = readerOf("set-once")

/** The result of reading one item of a batch: its fields and its change, or the reason why it is refused. */
export type BatchItem =
  | { readonly fields: ReadonlyArray<ActionField>; readonly change: ProfileChange }
  | { readonly error: string }

const readItem = (item: unknown): BatchItem => {
  if (!isObject(item)) return { error: "An item must be an object" }
  const unknown = Object.keys(item).find((field) => field !== "distinct_id" && field !== "action")
  if (unknown !== undefined) {
    return { error: `An item must have only distinct_id and action, not ${unknown.slice(0, 50)}` }
  }
  const { action, distinct_id: distinctId } = item
  if (!isObject(action)) return { error: `action must be an object of ${actionFields.join(", ")}` }
  const given = Object.keys(action)
  const strange = given.find((field) => !actionFields.some((known) => known === field))
  if (strange !== undefined || given.length === 0) {
    return { error: `action must have one or more of ${actionFields.join(", ")}, and nothing else` }
  }
  const fields = actionFields.filter((field) => given.includes(field))
  const change = readChange(distinctId, fields, action)
  return change instanceof InvalidInput ? { error: change.message } : { fields, change }
}

/** Reads the body of a batch: each item as if sent separately, so that only invalid ones are rejected. */
export const readBatch = (text: string): ReadonlyArray<BatchItem> | InvalidInput => {
  const body = readObject(text, ["batch"])
  if (body instanceof InvalidInput) return body
  const { batch } = body
  if (!Array.isArray(batch)) return unfit("batch", "must be a list of items")
  if (batch.length === 0) return unfit("batch", "must not be empty")
  if (batch.length > maxBatch) return unfit("batch", `must have at most ${maxBatch} items`)
  return batch.map(readItem)
}
