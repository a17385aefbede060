import * as Effect from "effect/Effect"
import type { CheckInStore } from "../src/index.ts"

const unasked = () => Effect.die("nobody asks in these tests")

/** The reads of a store that a test does not need. */
export const noReads: Pick<CheckInStore["Service"], "lists" | "stats"> = {
  lists: { venues: unasked, venue: unasked, groups: unasked, visited: unasked },
  stats: unasked,
}
