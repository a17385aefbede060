import type { Happened } from "@daybook/kernel"
import { Run } from "./model.ts"

/** The time and id of a run. */
export const happened: Happened<Run> = {
  at: ({ startedAt }) => startedAt,
  ref: ({ ref }) => ref,
  schema: Run,
}
