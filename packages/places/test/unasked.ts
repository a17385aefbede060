import * as Effect from "effect/Effect"
import { noEdits } from "@daybook/kernel/contract"
import type { CheckInStore } from "../src/index.ts"

const unasked = () => Effect.die("not used in these tests")

/** The reads of a store that a test does not need. */
export const noReads: Pick<
  CheckInStore["Service"],
  "checkIn" | "edits" | "fillCheckIns" | "follow" | "lists" | "reportsNear" | "stats"
> = {
  checkIn: unasked,
  edits: noEdits,
  fillCheckIns: unasked,
  follow: unasked,
  lists: { venues: unasked, venue: unasked, groups: unasked, visited: unasked },
  reportsNear: unasked,
  stats: unasked,
}
