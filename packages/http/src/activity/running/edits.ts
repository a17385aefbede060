import { runEditFields, RunStore } from "@daybook/running"
import * as Effect from "effect/Effect"
import { editHandlers, notFound } from "../forRoutes.ts"
import { RunAnswer } from "./lists/wire.ts"

/** The handlers of edits of runs. */
export const runEdits = editHandlers("Run", runEditFields, {
  store: Effect.map(RunStore, ({ edits }) => edits),
  shown: Effect.fnUntraced(function* (id: string) {
    const { lists } = yield* RunStore
    return RunAnswer.of(
      yield* Effect.fromOption(yield* lists.run(id), () => notFound("There is no run with this id")),
    )
  }),
})
