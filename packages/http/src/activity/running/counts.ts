import { type Countable, field, numberAt } from "../../assistants/counts/countable.ts"

/** Runs, as assistants count them. */
export const runningCounts: ReadonlyArray<Countable> = [
  {
    of: "runs",
    list: { path: "/v1/running/activities" },
    at: "started_at",
    dimensions: { name: field("name"), shoe: field("gear.name"), city: field("city"), race: field("race") },
    measures: {
      distance_mi: numberAt("distance_mi"),
      moving_s: numberAt("moving_s"),
      elevation_ft: numberAt("elevation_ft"),
      heart_rate: numberAt("heart_rate"),
    },
  },
]
