import * as Schema from "effect/Schema"
import { assert } from "vitest"
import type { Daybook } from "../daybook.ts"
import { type Activity, byYear } from "../standIns/stravaStandIn.ts"

export const readYear = Schema.decodeUnknownSync(
  Schema.Struct({
    data: Schema.Struct({
      total_runs: Schema.Int,
      total_distance_mi: Schema.Finite,
      avg_pace: Schema.String,
    }),
  }),
)

/** How many runs a server reports for each of these years, and their miles. */
export const yearsOf = async ({ reader }: Daybook, activities: ReadonlyArray<Activity>) => {
  const years: Record<string, { runs: number; miles: number }> = {}
  for (const year of Object.keys(byYear(activities))) {
    const { data } = readYear((await reader.get(`/v1/running/stats/years/${year}`)).body)
    assert.match(data.avg_pace, /^\d+:[0-5]\d\/mi$/)
    years[year] = { runs: data.total_runs, miles: data.total_distance_mi }
  }
  return years
}
