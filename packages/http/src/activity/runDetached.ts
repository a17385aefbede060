import { StorageUnavailable } from "@daybook/kernel"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"

const interrupted = new StorageUnavailable({
  message: "The job was interrupted. Send the request again to resume it",
  retryAfter: 5,
})

/**
 * Runs work to its end even if its caller hangs up. Only the end of the scope stops it, or the work itself when it loses
 * its storage.
 */
export const makeRunDetached = Effect.map(
  Effect.scope,
  (scope) =>
    <A, E, R>(work: Effect.Effect<A, E, R>) =>
      Effect.flatMap(Effect.forkIn(work, scope), Fiber.await).pipe(
        Effect.flatMap((exit): Effect.Effect<A, E> =>
          Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause) ? Effect.die(interrupted) : exit,
        ),
      ),
)
