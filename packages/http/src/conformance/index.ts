import * as Effect from "effect/Effect"
import type * as HttpClient from "effect/http/HttpClient"
import { promises } from "./promises.ts"
import { makeService, type Target } from "./service.ts"

export type { Target } from "./service.ts"

/** The verdict on a promise, with the actual response if it is broken, or the missing operation. */
export interface Verdict {
  readonly promise: string
  readonly verdict: "holds" | "broken" | "not offered"
  readonly message: string
}

/**
 * Checks which promises of the profile service a server keeps, one after another; `tell` receives each verdict as it is
 * found. The profiles that it makes are erased at the end; their properties' names stay.
 */
export const checkConformance = (
  target: Target,
  tell: (verdict: Verdict) => Effect.Effect<void> = () => Effect.void,
): Effect.Effect<ReadonlyArray<Verdict>, never, HttpClient.HttpClient> =>
  Effect.gen(function* () {
    const service = yield* makeService(target)
    return yield* Effect.forEach(promises, ({ check, promise }) =>
      check(service).pipe(
        Effect.match({
          onSuccess: (): Verdict => ({ promise, verdict: "holds", message: "" }),
          onFailure: ({ _tag, message }): Verdict => ({
            promise,
            verdict: _tag === "Broken" ? "broken" : "not offered",
            message,
          }),
        }),
        Effect.tap(tell),
      ),
    ).pipe(Effect.ensuring(service.clean))
  })
