import { type RunStore, yearSummary } from "@daybook/running"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { Answers } from "../../middleware/answers.ts"
import { ActivityApi } from "../api.ts"
import { notFound } from "../../wire/errors.ts"
import { YearAnswer } from "./group.ts"

const encodeYear = Schema.encodeEffect(Schema.fromJsonString(YearAnswer))

export const layer = HttpApiBuilder.group(
  ActivityApi,
  "running",
  Effect.fn(function* (handlers) {
    const answers = yield* Answers
    const services = yield* Effect.context<RunStore>()

    return handlers.handleAll({
      year: ({ params }) =>
        answers.remember(
          ["running"],
          Effect.gen(function* () {
            const summary = yield* Effect.provideContext(yearSummary(Number(params.year)), services)
            if (Option.isNone(summary)) {
              return yield* Effect.fail(notFound(`There is no run in the year ${params.year}`))
            }
            const { feetClimbed, longestMiles, miles, pace, races, runs, seconds, year } = summary.value
            return yield* Effect.orDie(
              encodeYear({
                data: {
                  year,
                  total_runs: runs,
                  total_distance_mi: miles,
                  total_elevation_ft: feetClimbed,
                  total_duration_s: seconds,
                  avg_pace: pace,
                  longest_run_mi: longestMiles,
                  race_count: races,
                },
              }),
            )
          }),
        ),
    })
  }),
)
