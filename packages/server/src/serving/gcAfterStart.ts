import * as Effect from "effect/Effect"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

/** By then a start has loaded the names that searches look through. */
const startedAfter = "4 seconds"

/**
 * Collects the garbage of the start of a thread, once. V8 frees memory while a thread rests, but not before its
 * first full collection, and a server without requests does not come to that. From then on the heap is collected
 * when it has grown by half: V8 lets a small one grow fourfold, and a load on PostgreSQL held 400 MB.
 */
export const collectAfterStart = Effect.andThen(
  Effect.sleep(startedAfter),
  Effect.sync(() => {
    setFlagsFromString("--expose-gc")
    const collect: unknown = runInNewContext("globalThis.gc")
    setFlagsFromString("--no-expose-gc")
    // Before it: a collection sets how far the heap grows until the next.
    setFlagsFromString("--heap-growing-percent=50")
    if (typeof collect === "function") collect()
  }),
)
