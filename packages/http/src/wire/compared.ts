import { type ComparedPeriods, daysOfPeriod, Granularity } from "@daybook/kernel"
import * as Schema from "effect/Schema"
import { optional } from "./query.ts"
import { manyOf, optionalForm, wireForm } from "./form.ts"
import { dateRange } from "./query.ts"

/** The query of a read that compares a period with the one before. */
export const comparedQuery = {
  period: optional(
    Schema.String,
    `${Object.keys(daysOfPeriod).join(", ")}, overall, a month such as 2026-05 or a year such as 2026; this month if neither it nor a range is set; a range overrides it`,
  ),
  ...dateRange,
}

const Days = { from: Schema.String, to: Schema.String }

const Period = wireForm({
  name: Schema.String.annotate({ description: "The period as requested, or custom for a range" }),
  ...Days,
  isFallback: Schema.Boolean.annotate({
    description: "True if the requested period has no entries and this is the newest period with entries",
  }),
})

const Previous = wireForm({ ...Days, count: Schema.Int })

const Point = wireForm({
  start: Schema.String,
  count: Schema.Int,
  previous: optional(Schema.Int, "The count at the same point of the previous period"),
})

/** The fields of a response that compares a period with the one before. */
export const comparedFields = {
  period: Period,
  previous: optionalForm(Previous),
  count: Schema.Int,
  granularity: Granularity.annotate({
    description: "The width of a point; a week is counted from the first day of the period",
  }),
  points: manyOf(Point),
}

/** A comparison as `comparedFields` take it. */
export const comparedShown = ({
  days,
  isFallback,
  name,
  previous,
  previousCount,
  ...rest
}: ComparedPeriods) => ({
  ...rest,
  period: { name, ...days, isFallback },
  previous: previous && { ...previous, count: previousCount },
})
