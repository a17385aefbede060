// Edits with the fields of `byHand.ts`. A separate file, because a typed client bundles only the fields.
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import { type ByHand, hidingField } from "./userEdits.ts"
import { isLocalDate, noonIn } from "../dates/calendar.ts"
import { resolveInstant } from "../dates/dateRange.ts"
import type { EditFields, EditStore } from "./edits.ts"
import { InvalidInput } from "../errors.ts"

const inWords = (names: ReadonlyArray<string>) => names.join(", ")

// The client's clock may be ahead of ours.
const clockDifference = 5 * 60_000

/** Fields with their times in UTC. */
const resolved = Effect.fnUntraced(function* (
  { days = [], moments = [], noons = [], times = [], together = [] }: ByHand,
  fields: EditFields,
) {
  const isSet = (name: string) => fields[name] !== undefined && fields[name] !== null
  for (const pair of together) {
    const alone = pair.find((name) => isSet(name) && pair.some((other) => !isSet(other)))
    if (alone === undefined) continue
    const other = pair.find((name) => name !== alone)
    return yield* new InvalidInput({ field: alone, message: `${alone}: send it with ${other}` })
  }
  const zone = yield* DateTime.CurrentTimeZone
  const now = yield* Clock.currentTimeMillis
  const found: Record<string, Schema.Json> = { ...fields }
  for (const name of [...times, ...moments]) {
    const text = fields[name]
    if (typeof text !== "string") continue
    const at = yield* Effect.fromResult(resolveInstant(name, text, zone))
    if (times.includes(name) && at > now + clockDifference) {
      return yield* new InvalidInput({ field: name, message: `${name}: must not lie ahead of now` })
    }
    if (days.includes(name) && isLocalDate(text)) continue
    const isNoon = noons.includes(name) && isLocalDate(text)
    found[name] = new Date(isNoon ? noonIn(Date.parse(`${text}T12:00:00Z`), zone) : at).toISOString()
  }
  return found
})

/** Adds an item. */
export const createItem = Effect.fn("Edits.add")(function* (
  store: EditStore,
  hand: ByHand,
  body: EditFields,
) {
  if (hand.insteadOfAdding !== undefined) {
    return yield* new InvalidInput({ field: hand.type, message: hand.insteadOfAdding })
  }
  const at = yield* Clock.currentTimeMillis
  const now = hand.addedAt === undefined ? {} : { [hand.addedAt]: new Date(at).toISOString() }
  const fields = { ...now, ...(yield* resolved(hand, body)) }
  return yield* store.make({ type: hand.type, itemId: "", action: "add", fields, at })
})

/** Corrects an item. */
export const updateItem = Effect.fn("Edits.correct")(function* (
  store: EditStore,
  hand: ByHand,
  itemId: string,
  body: EditFields,
) {
  const fields = yield* resolved(hand, body)
  if (Object.keys(fields).length === 0) {
    const names = inWords(Object.keys({ ...hand.needed, ...hand.optional, ...hidingField }))
    return yield* new InvalidInput({ field: "body", message: `The body: send some of ${names}` })
  }
  const at = yield* Clock.currentTimeMillis
  return yield* store.make({ type: hand.type, itemId, action: "correct", fields, at })
})

/** Removes an item. Its name, if given, stays in the list of edits. */
export const removeItem = Effect.fn("Edits.remove")(function* (
  store: EditStore,
  type: string,
  itemId: string,
  name = "",
) {
  const at = yield* Clock.currentTimeMillis
  const fields = name === "" ? {} : { name }
  return yield* store.make({ type, itemId, action: "remove", fields, at })
})

/** Makes an item a part of another one. */
export const mergeItem = Effect.fn("Edits.merge")(function* (
  store: EditStore,
  type: string,
  itemId: string,
  into: string,
) {
  const at = yield* Clock.currentTimeMillis
  return yield* store.make({ type, itemId, action: "merge", fields: { into }, at })
})
