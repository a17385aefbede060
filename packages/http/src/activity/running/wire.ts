import * as Schema from "effect/Schema"
import { wireForm } from "../forRoutes.ts"

/** The names of run totals in responses. */
export const summaryNames = {
  runs: "total_runs",
  miles: "total_distance_mi",
  feetClimbed: "total_elevation_ft",
  seconds: "total_duration_s",
  pace: "avg_pace",
  longestMiles: "longest_run_mi",
  races: "race_count",
} as const

/** Totals of runs. */
export const summaryFields = {
  runs: Schema.Int,
  miles: Schema.Finite.annotate({ description: "Miles, with two decimals" }),
  feetClimbed: Schema.Finite.annotate({ description: "Feet climbed, with two decimals" }),
  seconds: Schema.Int.annotate({ description: "Seconds without pauses" }),
  pace: Schema.String.annotate({ description: "M:SS/mi; 0:00/mi if the distance is 0" }),
  longestMiles: Schema.Finite,
  races: Schema.Int.annotate({ description: "Runs that the provider marks as races" }),
}

const YearSummary = wireForm({ year: Schema.Int, ...summaryFields }, summaryNames)

export const YearAnswer = wireForm({ data: YearSummary })
