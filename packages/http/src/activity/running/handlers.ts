import { type RunStore, yearSummary, running } from "@daybook/running"
import * as Effect from "effect/Effect"
import { RunningGroup } from "./group.ts"
import { runEdits } from "./edits.ts"
import { listHandlers } from "./lists/handlers.ts"
import { Review } from "./review.ts"
import { YearAnswer } from "./wire.ts"
import { handlersOf, notFound, rememberedReads, journalHandlers } from "../forRoutes.ts"

export const layer = handlersOf(RunningGroup, function* (handlers) {
  const remembered = yield* rememberedReads<RunStore>(running.dataVersions)

  return handlers.handleAll({
    ...(yield* journalHandlers(running, Review)),
    ...(yield* listHandlers),
    ...(yield* runEdits),

    year: remembered(YearAnswer, function* ({ params }) {
      const data = yield* Effect.fromOption(yield* yearSummary(params.year), () =>
        notFound(`There is no run in the year ${String(params.year).padStart(4, "0")}`),
      )
      return { data }
    }),
  })
})
