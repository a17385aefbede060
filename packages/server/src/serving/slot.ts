import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import type * as HttpServerResponse from "effect/http/HttpServerResponse"

/** An app of HTTP requests. */
export type App<E, R> = Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>

/** The longest that a request waits for an app that is being replaced. */
const longestWait = "30 seconds"

/** The requests of one app that have no response yet. */
const makeRequests = () => {
  const none = Latch.makeUnsafe(true)
  let running = 0
  const end = Effect.sync(() => {
    if (--running === 0) none.openUnsafe()
  })
  return {
    of: <E, R>(app: App<E, R>): App<E, R> =>
      Effect.suspend(() => {
        if (++running === 1) none.closeUnsafe()
        return Effect.ensuring(app, end)
      }),
    /** Completes when no request is left. */
    none: none.await,
  }
}

/** Serves an app that can be replaced by another one. Requests during the change wait. */
export const makeSlot = <E, R>() => {
  const filled = Latch.makeUnsafe()
  let isOpen = false
  let app: App<E, R> = Effect.never
  let ended: Effect.Effect<void> = Effect.void
  return {
    app: Effect.suspend(() =>
      isOpen
        ? app
        : Effect.andThen(
            Effect.timeoutOption(filled.await, longestWait),
            Effect.suspend(() => app),
          ),
    ),
    /** From now on requests wait for the next app. */
    hold: Effect.suspend(() => {
      isOpen = false
      return filled.close
    }),
    /** Ends the wait. */
    release: Effect.suspend(() => {
      isOpen = true
      return filled.open
    }),
    /** Completes when no request is left. */
    idle: Effect.suspend(() => ended),
    /** Serves another app to all later requests. `left` completes when no request of the former one is left. */
    put: (next: App<E, R>): { readonly left: Effect.Effect<void> } => {
      const requests = makeRequests()
      const left = ended
      app = requests.of(next)
      ended = requests.none
      return { left }
    },
  }
}
