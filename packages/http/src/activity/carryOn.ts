import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"

/** Runs work to its end even if its caller hangs up; only the end of the scope stops it. */
export const makeCarryOn = Effect.map(
  Effect.scope,
  (scope) =>
    <A, E, R>(work: Effect.Effect<A, E, R>) =>
      Effect.flatMap(Effect.forkIn(work, scope), Fiber.join),
)
