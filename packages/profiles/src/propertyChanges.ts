import { InvalidInput } from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { type Place, PropertyType } from "./model.ts"
import { maxInStep, type PropertyChanged, PropertyStore } from "./properties.ts"
import { isObject, readJson, unfit } from "./readJson.ts"

const isType = Schema.is(PropertyType)

/** Reads the body that changes a property: JSON `{type}`. */
export const readTypeChange = (text: string): PropertyType | InvalidInput => {
  const body = readJson(text)
  if (body instanceof InvalidInput) return body
  if (!isObject(body)) return unfit("The body", "must be a JSON object of type")
  const unknown = Object.keys(body).find((field) => field !== "type")
  if (unknown !== undefined) return unfit("The body", `must hold only type, not ${unknown.slice(0, 50)}`)
  return isType(body["type"])
    ? body["type"]
    : unfit("type", `must be one of ${PropertyType.literals.join(", ")}`)
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

      return PropertyChanges.of({ change })
    }),
  )
}
