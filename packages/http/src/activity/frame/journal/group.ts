import * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { BadRequest, dateRange, InvalidRequest, KeyRequired, pageSize } from "../../forRoutes.ts"
import { calendarQuery, trendsQuery } from "../../journal/endpoints.ts"
import { FeedAnswer, ofDomains, OnThisDayAnswer, Streaks } from "../../journal/wire.ts"

const domains = {
  domains: Schema.optionalKey(
    Schema.String.annotate({
      description: "Domains with commas between them, such as running,places; all by default",
    }),
  ),
}

/** The entries of several domains together. */
export const JournalGroup = HttpApiGroup.make("journal")
  .add(
    HttpApiEndpoint.get("calendar", "/v1/calendar", {
      query: { ...domains, ...calendarQuery },
      success: ofDomains.calendar,
      error: BadRequest,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "A year by days",
        description: "How many entries each day of a year has: of this year where none is asked for.",
      }),
    ),
  )
  .add(
    HttpApiEndpoint.get("streaks", "/v1/streaks", {
      query: domains,
      success: Streaks,
      error: BadRequest,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Streaks",
        description:
          "Days in a row that have an entry of any of the domains: the streak of today, and the longest.",
      }),
    ),
  )
  .add(
    HttpApiEndpoint.get("trends", "/v1/trends", {
      query: { ...domains, ...trendsQuery },
      success: ofDomains.trends,
      error: BadRequest,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Entries over time",
        description: "Counts by day, week, month or year; at most 4,000 points.",
      }),
    ),
  )
  .add(
    HttpApiEndpoint.get("feed", "/v1/feed", {
      query: {
        ...domains,
        cursor: Schema.optionalKey(
          Schema.String.annotate({ description: "next_cursor of the answer before; none for the newest" }),
        ),
        limit: Schema.optionalKey(pageSize(100)),
        from: dateRange.from,
        to: dateRange.to,
      },
      success: FeedAnswer,
      error: BadRequest,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Feed",
        description:
          "The entries of all domains, newest first. A cursor stays where it was while entries are added, and holds " +
          "for the same domains and the same range.",
      }),
    ),
  )
  .add(
    HttpApiEndpoint.get("onThisDay", "/v1/feed/on-this-day", {
      query: { ...domains, date: dateRange.date },
      success: OnThisDayAnswer,
      error: BadRequest,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "On this day",
        description: "The entries of all years on a day of the year: of today where no date is asked for.",
      }),
    ),
  )
  .middleware(InvalidRequest)
  .middleware(KeyRequired)
  .annotateMerge(OpenApi.annotations({ title: "Journal" }))
