import { allowanceOf, RateLimiter, readClocks, SlidingWindows } from "@daybook/access"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** The exact sliding window of one process: the database has no other. */
export const layer = Layer.sync(RateLimiter, () => {
  const windows = new SlidingWindows()
  return RateLimiter.of({
    take: (subject, limit) =>
      Effect.map(readClocks, (clocks) => {
        const window = windows.window(subject, clocks.now)
        const allowed = window.count(clocks.now) < limit
        if (allowed) window.add(clocks.now)
        return allowanceOf(window, allowed, limit, clocks)
      }),
    peek: (subject, limit) =>
      Effect.map(readClocks, (clocks) =>
        allowanceOf(windows.window(subject, clocks.now), true, limit, clocks),
      ),
  })
})
