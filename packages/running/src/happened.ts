import type { EventTiming } from "@daybook/kernel"
import { Run } from "./model.ts"

/** The time and id of a run. */
export const happened: EventTiming<Run> = {
  at: ({ startedAt }) => startedAt,
  ref: ({ ref }) => ref,
  schema: Run,
}
