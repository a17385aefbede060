import * as Schema from "effect/Schema"
import { Endpoint } from "../../wire/endpoint.ts"
import { wire } from "../../wire/format.ts"
import { dateRange, Year } from "../../wire/query.ts"
import { ClockAnswer, ofOneDomain, type ReviewForm, Streaks, yearOf } from "./wire.ts"

/** The query of a calendar. */
export const calendarQuery = {
  year: Schema.optionalKey(Year),
  date: Schema.optionalKey(
    Schema.String.annotate({
      description: "A day of the year, instead of year",
      format: wire({ type: "string", format: "date" }),
    }),
  ),
}

/** The query of trends. */
export const trendsQuery = {
  by: Schema.optionalKey(
    Schema.Literals(["day", "week", "month", "year"]).annotate({
      description: "The width of a point; month by default",
      message: "must be day, week, month or year",
    }),
  ),
  ...dateRange,
}

/**
 * The endpoints that every domain with a journal has, such as `/v1/running/calendar`. `review` is the form of its
 * part of a year in review, if it has one.
 */
export const journalEndpoints = <const Name extends string, Own = never>(
  name: Name,
  review?: ReviewForm<never, Own>,
) =>
  [
    Endpoint.get("calendar", `/v1/${name}/calendar`, {
      query: calendarQuery,
      success: ofOneDomain.calendar,
      summary: `A year of ${name} by days`,
      description: "The number of entries on each day of a year, the current year by default.",
    }),
    Endpoint.get("streaks", `/v1/${name}/streaks`, {
      success: Streaks,
      summary: `Streaks of ${name}`,
      description: "Consecutive days with an entry: the current and the longest streak.",
    }),
    Endpoint.get("trends", `/v1/${name}/trends`, {
      query: trendsQuery,
      success: ofOneDomain.trends,
      summary: `Trends of ${name}`,
      description: "Counts by day, week, month or year; at most 4,000 points.",
    }),
    Endpoint.get("clock", `/v1/${name}/clock`, {
      query: dateRange,
      success: ClockAnswer,
      summary: `Hours and weekdays of ${name}`,
      description: "Entries by hour of day and day of week, in your time zone.",
    }),
    Endpoint.get("yearInReview", `/v1/${name}/years/:year`, {
      params: { year: Year },
      success: yearOf(review),
      summary: `A year of ${name} in review`,
      description:
        "A year's entries by month, its busiest day and month, longest streak, first and last entry.",
    }),
  ] as const
