import * as Effect from "effect/Effect"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

/** By then a start has loaded the names that searches look through. */
const startedAfter = "4 seconds"

/**
 * Collects the garbage of the start of a thread, once. V8 gives memory back while a thread rests, but not before its
 * first full collection, and a server that no one asks for anything does not come to that.
 */
export const collectAfterStart = Effect.andThen(
  Effect.sleep(startedAfter),
  Effect.sync(() => {
    setFlagsFromString("--expose-gc")
    const collect: unknown = runInNewContext("globalThis.gc")
    setFlagsFromString("--no-expose-gc")
    if (typeof collect === "function") collect()
  }),
)
