import { InvalidInput } from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import { type Place, PropertyType } from "./model.ts"
import { maxInStep, type Property, type PropertyChanged, PropertyStore } from "./properties.ts"
import { isObject, readJson, unfit } from "./readJson.ts"
import { notConvertible } from "./warnings.ts"

const isType = Schema.is(PropertyType)

/** Reads the body that changes a property: JSON `{type}`. */
export const readTypeChange = (text: string): PropertyType | InvalidInput => {
  const body = readJson(text)
  if (body instanceof InvalidInput) return body
  if (!isObject(body)) return unfit("The body", "must be a JSON object of type")
  const unknown = Object.keys(body).find((field) => field !== "type")
  if (unknown !== undefined) return unfit("The body", `must have only type, not ${unknown.slice(0, 50)}`)
  return isType(body["type"])
    ? body["type"]
    : unfit("type", `must be one of ${PropertyType.literals.join(", ")}`)
}

/** How long a request waits for its change to be complete. */
const longestWait = "10 seconds"

/** The result of a change. An absent property has been deleted; one with a `change` needs more time. */
export interface PropertyChangeResult {
  readonly property: Property | undefined
  /** The number of its values that could not be converted, and were removed. */
  readonly dropped: number
}

/**
 * Changes the types of properties and deletes properties: begins a change, and carries it out in the background, step by step. A
 * change that a stopped server left is resumed within a minute by any server that runs this.
 */
export class PropertyChanges extends Context.Service<
  PropertyChanges,
  {
    /** Begins a change; see `PropertyStore.change`. */
    readonly change: (
      place: Place,
      name: string,
      to: PropertyType | undefined,
    ) => Effect.Effect<PropertyChanged>
    /** Begins a change and waits until it is complete, or for 10 s. */
    readonly complete: (
      place: Place,
      name: string,
      to: PropertyType | undefined,
    ) => Effect.Effect<PropertyChangeResult | "unknown" | "busy">
  }
>()("daybook/profiles/PropertyChanges") {
  static readonly layer = Layer.effect(
    PropertyChanges,
    Effect.gen(function* () {
      const store = yield* PropertyStore
      const begun = yield* Latch.make(false)

      const finishAll = Effect.gen(function* () {
        begun.closeUnsafe()
        // Requests get their turn between two steps.
        while (yield* store.step(maxInStep, yield* Clock.currentTimeMillis)) yield* Effect.yieldNow
        yield* Effect.timeoutOption(begun.await, "1 minute")
      })
      const tryAgain = (defect: unknown) =>
        Effect.andThen(
          Effect.logWarning(
            "A change of a property could not be continued: it is tried again in 10 s",
            defect,
          ),
          Effect.sleep("10 seconds"),
        )
      yield* Effect.forkScoped(Effect.forever(Effect.catchDefect(finishAll, tryAgain)))

      const change = Effect.fn("PropertyChanges.change")(function* (
        place: Place,
        name: string,
        to: PropertyType | undefined,
      ) {
        const changed = yield* store.change(place, name, to, yield* Clock.currentTimeMillis)
        begun.openUnsafe()
        return changed
      })

      /** The values of a property that could not be converted so far. */
      const droppedOf = Effect.fnUntraced(function* (
        place: Place,
        name: string,
        to: PropertyType | undefined,
      ) {
        if (to === undefined) return 0
        const warnings = yield* store.warnings(place)
        return warnings
          .filter((one) => one.name === name && one.reason === notConvertible(to))
          .reduce((sum, { count }) => sum + count, 0)
      })

      const complete = Effect.fn("PropertyChanges.complete")(function* (
        place: Place,
        name: string,
        to: PropertyType | undefined,
      ) {
        const before = yield* droppedOf(place, name, to)
        const begun = yield* change(place, name, to)
        if (typeof begun === "string") return begun
        const found = Effect.map(store.find(place, name), Option.getOrUndefined)
        const ended = Effect.repeat(found, {
          until: (property) => property?.change === undefined,
          schedule: Schedule.exponential("20 millis", 1.3),
        })
        yield* Effect.timeoutOption(ended, longestWait)
        return { property: yield* found, dropped: Math.max(0, (yield* droppedOf(place, name, to)) - before) }
      })

      return PropertyChanges.of({ change, complete })
    }),
  )
}
