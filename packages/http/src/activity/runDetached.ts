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
 * Runs work to its end even if its caller hangs up, with the services that the handlers were built with. Only the end of
 * the scope stops it, or the work itself when it loses its storage.
 */
export const makeRunDetached = <Services>() =>
  Effect.map(
    Effect.zip(Effect.scope, Effect.context<Services>()),
    ([scope, services]) =>
      <A, E>(work: Effect.Effect<A, E, Services>) =>
        Effect.provideContext(work, services).pipe(
          Effect.forkIn(scope),
          Effect.flatMap(Fiber.await),
          Effect.flatMap((exit): Effect.Effect<A, E> =>
            Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause) ? Effect.die(interrupted) : exit,
          ),
        ),
  )
