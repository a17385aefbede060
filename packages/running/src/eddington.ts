import { everything } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import { kilometreMm, mileMm } from "./pace.ts"
import { RunStore } from "./ports.ts"

/** An Eddington number, and the days that are missing to the next. */
export interface Eddington {
  readonly number: number
  readonly next: number
  readonly missingDays: number
}

/**
 * The largest number such that on that number of days at least that number of units were run. It is the astronomer Arthur Eddington's,
 * who counted his cycling in miles.
 */
export const eddingtonNumber = (distances: ReadonlyArray<number>, unit: number): Eddington => {
  const longestFirst = Float64Array.from(distances).sort().toReversed()
  let number = 0
  while ((longestFirst[number] ?? 0) >= (number + 1) * unit) number += 1
  const next = number + 1
  const enough = longestFirst.filter((distance) => distance >= next * unit).length
  return { number, next, missingDays: next - enough }
}

/** The owner's Eddington numbers, by the distance of each day. */
export const eddington = Effect.gen(function* () {
  const days = (yield* (yield* RunStore).stats.days(everything)).map(({ distanceMm }) => distanceMm)
  return { miles: eddingtonNumber(days, mileMm), kilometres: eddingtonNumber(days, kilometreMm) }
}).pipe(Effect.withSpan("Running.eddington"))
