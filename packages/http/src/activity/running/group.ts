import * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import {
  BadRequest,
  InvalidRequest,
  KeyRequired,
  NotFound,
  wireForm,
  Year,
  journalEndpoints,
} from "../forRoutes.ts"

const YearSummary = wireForm(
  {
    year: Schema.Int,
    runs: Schema.Int,
    miles: Schema.Finite.annotate({ description: "Miles, with two decimals" }),
    feetClimbed: Schema.Finite.annotate({ description: "Feet climbed, with two decimals" }),
    seconds: Schema.Int.annotate({ description: "Seconds without pauses" }),
    pace: Schema.String.annotate({ description: "M:SS/mi; 0:00/mi if the distance is 0" }),
    longestMiles: Schema.Finite,
    races: Schema.Int.annotate({ description: "Runs that the provider marks as races" }),
  },
  {
    runs: "total_runs",
    miles: "total_distance_mi",
    feetClimbed: "total_elevation_ft",
    seconds: "total_duration_s",
    pace: "avg_pace",
    longestMiles: "longest_run_mi",
    races: "race_count",
  },
)

export const YearAnswer = wireForm({ data: YearSummary })

export class RunningGroup extends HttpApiGroup.make("running")
  .add(
    HttpApiEndpoint.get("year", "/v1/running/stats/years/:year", {
      params: { year: Year },
      success: YearAnswer,
      error: [BadRequest, NotFound],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "A year of running",
        description:
          "The totals of a year's runs. A run belongs to the day of its start at the place of its start.",
      }),
    ),
  )
  .add(...journalEndpoints("running"))
  .middleware(InvalidRequest)
  .middleware(KeyRequired)
  .annotateMerge(OpenApi.annotations({ title: "Running" })) {}
