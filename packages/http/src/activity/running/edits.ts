import { runEditFields, RunStore } from "@daybook/running"
import * as Effect from "effect/Effect"
import { editHandlers } from "../forRoutes.ts"
import { showRun } from "./lists/shown.ts"
import { RunAnswer } from "./lists/wire.ts"

/** The handlers of edits of runs. */
export const runEdits = editHandlers("Run", runEditFields, {
  store: Effect.map(RunStore, ({ edits }) => edits),
  form: RunAnswer,
  shown: showRun,
})
