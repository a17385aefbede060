import * as Schema from "effect/Schema"
import { dateRange, Endpoint, keyedGroup, Month, optional, pageSize, Year } from "../../forRoutes.ts"
import { calendarQuery, trendsQuery } from "../../journal/endpoints.ts"
import { ofDomains, Streaks } from "../../journal/wire.ts"
import type { DomainDefinition } from "../../definition.ts"
import { domainList } from "../domainList.ts"
import {
  FeedAnswer,
  type LatestJson,
  latestOfAll,
  monthOfAll,
  type MonthOfAllJson,
  OnThisDayAnswer,
  TodayAnswer,
  yearOfAll,
  type YearOfAllJson,
  YearsAnswer,
} from "./wire.ts"

const domains = { domains: domainList }

/** The entries of several domains together. A list does not say which domains it holds: `Routes` does. */
export const journalGroup = <Routes extends DomainDefinition>(all: ReadonlyArray<DomainDefinition>) =>
  keyedGroup(
    "journal",
    "Journal",
    Endpoint.get("calendar", "/v1/calendar", {
      query: { ...domains, ...calendarQuery },
      success: ofDomains.calendar,
      summary: "A year by days",
      description: "The number of entries on each day of a year, the current year by default.",
    }),
    Endpoint.get("streaks", "/v1/streaks", {
      query: domains,
      success: Streaks,
      summary: "Streaks",
      description: "Consecutive days with an entry in any domain: the current and the longest streak.",
    }),
    Endpoint.get("trends", "/v1/trends", {
      query: { ...domains, ...trendsQuery },
      success: ofDomains.trends,
      summary: "Entries over time",
      description: "Counts by day, week, month or year; at most 4,000 points.",
    }),
    Endpoint.get("feed", "/v1/feed", {
      query: {
        ...domains,
        cursor: optional(Schema.String, "next_cursor of the previous response; omit it for the newest"),
        limit: Schema.optionalKey(pageSize(100)),
        from: dateRange.from,
        to: dateRange.to,
      },
      success: FeedAnswer,
      summary: "Feed",
      description:
        "The entries of all domains, newest first. A cursor keeps its position while entries are added, and is valid " +
        "for the same domains and the same range.",
    }),
    Endpoint.get("onThisDay", "/v1/feed/on-this-day", {
      query: { ...domains, date: dateRange.date },
      success: OnThisDayAnswer,
      summary: "On this day",
      description: "The entries on one day of the year in every year, today by default.",
    }),
    Endpoint.get("today", "/v1/today", {
      query: { ...domains, date: dateRange.date },
      success: TodayAnswer,
      summary: "Today",
      description:
        "A day, today by default, in one response: its entries earliest first, the most notable of them, this week " +
        "against a usual week, the same day in earlier years, and the newest items before it. A day without entries " +
        "returns the newest one before it as day; if that is more than a month ago, also its month and the month's best.",
    }),
    Endpoint.get("now", "/v1/now", {
      success: latestOfAll(all) as unknown as Schema.Codec<LatestJson<Routes>>,
      summary: "Now",
      description:
        "The latest of each domain: current activity, such as a playing track, else the newest entry. A domain without entries is omitted.",
    }),
    Endpoint.get("years", "/v1/years", {
      success: YearsAnswer,
      summary: "Years",
      description: "The years that have entries, newest first.",
    }),
    Endpoint.get("yearInReview", "/v1/years/:year", {
      params: { year: Year },
      success: yearOfAll(all) as unknown as Schema.Codec<YearOfAllJson<Routes>>,
      summary: "A year in review",
      description:
        "A year's entries by month, its busiest day and month, longest streak, first and last entry; then " +
        "the same for each domain with an entry, and the domain's own part, such as its top items.",
    }),
    Endpoint.get("monthInReview", "/v1/years/:year/months/:month", {
      params: { year: Year, month: Month },
      success: monthOfAll(all) as unknown as Schema.Codec<MonthOfAllJson<Routes>>,
      summary: "A month in review",
      description:
        "A month's entries by day, its busiest day, longest streak, first and last entry, and how many the month before had; " +
        "then the same for each domain with an entry, and the domain's own part, such as its top items.",
    }),
  )
