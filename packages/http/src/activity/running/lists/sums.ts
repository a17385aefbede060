import { Granularity } from "@daybook/kernel"
import { feetOf, milesOf, type SportTotals } from "@daybook/running"
import * as Schema from "effect/Schema"
import { listOf, manyOf, wireAs, wireForm } from "../../forRoutes.ts"
import { summaryFields, summaryNames } from "../wire.ts"

/** The totals of runs over time. */
export const ProgressAnswer = wireForm({
  by: Granularity,
  points: manyOf(
    wireForm(
      {
        start: Schema.String.annotate({ description: "The first day, YYYY-MM-DD" }),
        ...summaryFields,
        cumulativeMi: summaryFields.miles,
      },
      summaryNames,
    ),
  ),
})

const WireSport = wireForm({
  sport: Schema.String.annotate({ description: "Such as ride, swim or yoga" }),
  activities: Schema.Int,
  distanceMi: summaryFields.miles,
  elevationFt: summaryFields.feetClimbed,
  movingS: summaryFields.seconds,
  longestMi: summaryFields.miles,
})

/** A page of the totals of other sports. */
export const Sports = listOf(
  wireAs(WireSport, ({ activities, climbMm, distanceMm, longestMm, movingSeconds, sport }: SportTotals) =>
    WireSport.of({
      sport,
      activities,
      distanceMi: milesOf(distanceMm),
      elevationFt: feetOf(climbMm),
      movingS: movingSeconds,
      longestMi: milesOf(longestMm),
    }),
  ),
)
