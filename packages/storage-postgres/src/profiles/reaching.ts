import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type * as Scope from "effect/Scope"
import { nodeSilent } from "../sql/unavailable.ts"
import type { Sites } from "./sites.ts"

/**
 * Runs work until something else ends, and leaves it then: a statement on a silent node ends seconds after it was
 * cancelled.
 */
export const leavingAt = <A, E, R, B, E2, R2>(
  scope: Scope.Scope,
  work: Effect.Effect<A, E, R>,
  end: Effect.Effect<B, E2, R2>,
): Effect.Effect<A | B, E | E2, R | R2> =>
  Effect.flatMap(Effect.forkIn(Effect.interruptible(work), scope, { startImmediately: true }), (fiber) =>
    Effect.ensuring(
      Effect.raceFirst(Effect.interruptible(Fiber.join(fiber)), Effect.interruptible(end)),
      Effect.sync(() => fiber.interruptUnsafe()),
    ),
  )

interface Looks {
  readonly scope: Scope.Scope
  /** Looks which nodes answer, where that is due. */
  readonly look: Effect.Effect<void>
  /** True where one of these lanes is on a node that has not answered twice. */
  readonly isSilent: (lanes: ReadonlyArray<number>) => boolean
}

/** Makes `Sites.reaching`: while work takes long, it is looked every second whether its nodes answer. */
export const makeReaching =
  ({ isSilent, look, scope }: Looks): Sites["reaching"] =>
  (lanesOf, work) =>
    Effect.suspend(() => {
      const held = lanesOf()
      const check = Effect.flatMap(look, () => (isSilent(held) ? Effect.fail(nodeSilent()) : Effect.void))
      const watched = leavingAt(scope, work, Effect.forever(Effect.delay(check, "1 second")))
      return isSilent(held) ? Effect.andThen(check, watched) : watched
    })
