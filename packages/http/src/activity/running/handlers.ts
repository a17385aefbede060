import { type RunStore, yearSummary, running } from "@daybook/running"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { RunningGroup } from "./group.ts"
import { runEdits } from "./edits.ts"
import { listHandlers } from "./lists/handlers.ts"
import { Review } from "./review.ts"
import { YearAnswer } from "./wire.ts"
import { notFound, partOfActivity, rememberedReads, journalHandlers } from "../forRoutes.ts"

export const layer = HttpApiBuilder.group(
  partOfActivity(RunningGroup),
  "running",
  Effect.fn(function* (handlers) {
    const remembered = yield* rememberedReads<RunStore>()

    return handlers.handleAll({
      ...(yield* journalHandlers(running, Review)),
      ...(yield* listHandlers),
      ...(yield* runEdits),

      year: remembered(
        running.dataVersions,
        YearAnswer,
        Effect.fnUntraced(function* ({ params }) {
          const data = yield* Effect.fromOption(yield* yearSummary(params.year), () =>
            notFound(`There is no run in the year ${String(params.year).padStart(4, "0")}`),
          )
          return YearAnswer.of({ data })
        }),
      ),
    })
  }),
)
