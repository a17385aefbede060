import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { answer } from "../answer.ts"
import { firstRows } from "../truncate.ts"
import { ask, type AssistantTool, days, optional, readTool, words } from "../tool.ts"

type Domains = ReturnType<typeof optional<typeof words>>

const Whole = Schema.StructWithRest(
  Schema.Struct({
    months: Schema.Array(Schema.Struct({ start: Schema.String, count: Schema.Int })),
    domains: Schema.Record(Schema.String, Schema.Struct({ review: Schema.optionalKey(Schema.Json) })),
  }),
  [Schema.Record(Schema.String, Schema.Json)],
)
const wholeIn = Schema.decodeUnknownOption(Whole)

/** The year, and the start of each domain's part. The tool for one domain returns its months and more rows. */
const ownParts = (review: unknown): unknown =>
  Option.match(wholeIn(review), {
    onNone: () => review,
    onSome: ({ domains, ...whole }) => ({
      ...whole,
      domains: Object.fromEntries(
        Object.entries(domains).map(([name, { review = null }]) => [name, firstRows(review, 2)]),
      ),
    }),
  })

const search = (domains: Domains) =>
  readTool(
    "search",
    {
      title: "Search everything",
      description:
        "Find anything in the user's data by keyword or by meaning: artists, albums, tracks, articles and their highlighted passages, films, shows, runs, events, venues, records, places. Use it for a name or topic when you do not know where it belongs. Results have a type and an id for the other tools.",
      parameters: {
        query: words.annotate({ description: "A name or what it is about" }),
        domains,
        limit: optional(
          Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 20 })),
          "How many at most: 10 if not given",
        ),
      },
    },
    ({ domains, limit = 10, query }) =>
      Effect.map(ask({ path: "/v1/search", query: { q: query, domains, limit } }), answer),
  )

const feed = (domains: Domains) =>
  readTool(
    "feed",
    {
      title: "What happened",
      description:
        "Everything the user did, latest first, across all kinds of activity: plays, articles, films, episodes, runs, events, records, check-ins. Use it for a day or a week: what did I do yesterday, last weekend, in May 2024.",
      parameters: {
        domains,
        ...days,
        cursor: optional(words, "next_cursor of the previous result, for older entries"),
        limit: optional(
          Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 20 })),
          "How many at most: 15 if not given",
        ),
      },
    },
    ({ limit = 15, ...query }) => Effect.map(ask({ path: "/v1/feed", query: { ...query, limit } }), answer),
  )

const onThisDay = (domains: Domains) =>
  readTool(
    "on_this_day",
    {
      title: "On this day",
      description: "What the user did on one calendar day in every year: today a year ago, ten years ago.",
      parameters: {
        date: optional(words, "The day, as 2026-01-31; today if not given"),
        domains,
      },
    },
    (query) => Effect.map(ask({ path: "/v1/feed/on-this-day", query }), answer),
  )

const now = readTool(
  "now",
  {
    title: "Now",
    description:
      "The current or last played track, and the latest entry of each kind of activity: what am I listening to, what did I read, watch, run or visit last.",
    parameters: {},
  },
  // The latest of listening is the track that plays, while one does.
  () => Effect.map(ask({ path: "/v1/now" }), (last) => answer({ last })),
)

const yearInReview = (named: string) =>
  readTool(
    "year_in_review",
    {
      title: "A year in review",
      description:
        "A year in summary: totals, months, busiest day, longest streak, and the top and first items of each kind of activity (artists, albums, films, articles, runs, events, places, records). Also for comparing a year, or one of its months, with the one before. Without a year: the totals of every year.",
      parameters: {
        year: optional(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 9_999 })), "Such as 2025"),
        month: optional(
          Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 12 })),
          "Only this month of the year, for all kinds",
        ),
        domain: optional(words, `One kind of activity, in more detail: ${named}`),
      },
    },
    ({ domain, month, year }) => {
      if (year === undefined) return Effect.map(ask({ path: "/v1/years" }), answer)
      if (month !== undefined) {
        return Effect.map(ask({ path: `/v1/years/${year}/months/${month}` }), (review) =>
          answer(ownParts(review)),
        )
      }
      const path =
        domain === undefined ? `/v1/years/${year}` : `/v1/${encodeURIComponent(domain)}/years/${year}`
      return Effect.map(ask({ path }), (review) =>
        domain === undefined
          ? {
              ...answer(ownParts(review)),
              more: "Each kind shows its first rows. Pass its domain for the rest.",
            }
          : answer(review),
      )
    },
  )

const trends = (domains: Domains) =>
  readTool(
    "trends",
    {
      title: "Trends and streaks",
      description:
        "Counts of each kind of activity per day, week, month or year, and the current and longest streak: am I reading more than last year, how often did I run per month, what is my longest streak.",
      parameters: {
        domains,
        by: optional(Schema.Literals(["day", "week", "month", "year"]), "The length of a step"),
        ...days,
      },
    },
    ({ domains, ...range }) =>
      Effect.map(
        Effect.all({
          trends: ask({ path: "/v1/trends", query: { domains, ...range } }),
          streaks: ask({ path: "/v1/streaks", query: { domains } }),
        }),
        answer,
      ),
  )

/** Tools over all kinds of activity that a server has. */
export const everythingTools = (names: ReadonlyArray<string>): ReadonlyArray<AssistantTool> => {
  const named = names.join(", ")
  const domains = optional(words, `Comma-separated kinds of activity: ${named}. All by default`)
  return [search(domains), feed(domains), onThisDay(domains), now, yearInReview(named), trends(domains)]
}
