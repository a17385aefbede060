import type { WatchingRecord } from "@daybook/watching"
import { describe, expect, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { Letterboxd } from "../../src/index.ts"
import { hastyClock } from "../hastyClock.ts"
import { described, feed, item, list } from "./samples/letterboxd.samples.ts"
import { collectRejectedRows } from "../collectRejectedRows.ts"
import { recordedText, whereRecorded } from "../recordings.ts"
import { type Reply, scriptedServer } from "../scriptedServer.ts"

const letterboxd = (replies: ReadonlyArray<Reply>, zone = "UTC") =>
  Effect.gen(function* () {
    const clock = hastyClock()
    const server = yield* scriptedServer((_, call) => replies[Math.min(call, replies.length) - 1] ?? "reset")
    const source = yield* Letterboxd.make({ url: server.url, user: "someone" })
    const records = Stream.runCollect(source.records(Option.none())).pipe(
      clock.provide,
      Effect.map((batches): ReadonlyArray<WatchingRecord> => batches.flatMap(({ items }) => items)),
    )
    return { calls: server.calls, records, slept: clock.slept }
  }).pipe(
    Effect.provide(
      Layer.merge(FetchHttpClient.layer, DateTime.layerCurrentZone(DateTime.zoneMakeNamedUnsafe(zone))),
    ),
  )

const recordsOf = (xml: string, zone?: string) =>
  Effect.flatMap(letterboxd([{ body: xml }], zone), ({ records }) => records)

const only = (more: Parameters<typeof item>[0], zone?: string) =>
  Effect.map(recordsOf(feed(item({ filmTitle: "Salt Roads", ...more })), zone), ([record]) => record)

describe("a member's feed", () => {
  it.live("returns the film with its year and number, the day, the rating, the review and the poster", () =>
    Effect.gen(function* () {
      const whole = item({
        watchedDate: "2026-07-21",
        filmTitle: "Salt Roads &amp; Sons",
        filmYear: "1999",
        memberRating: "3.5",
        movieId: "11",
      })
      const { calls, records } = yield* letterboxd([{ body: feed(whole) }])
      expect(yield* records).toEqual([
        {
          type: "watched",
          source: "letterboxd",
          ref: "1001",
          item: { kind: "film", title: "Salt Roads & Sons", year: 1999, ids: { tmdb: 11 } },
          at: Date.UTC(2026, 6, 21, 12),
          precision: "day",
          rating: 3.5,
          review: "Fine.",
          imageUrl: "https://a.ltrbxd.example/poster/1.jpg?v=1&w=600",
        },
      ])
      expect(calls[0]?.path).toBe("/someone/rss/")
      expect(calls[0]?.headers["user-agent"]).toMatch(/^Mozilla.*Daybook/)
    }),
  )

  it.live("of a log that has become a review is the same record", () =>
    Effect.gen(function* () {
      expect(yield* only({ guid: "letterboxd-watch-5" })).toMatchObject({ ref: "5" })
      expect(yield* only({ guid: "letterboxd-review-5" })).toMatchObject({ ref: "5" })
    }),
  )

  it.live("skips lists, and is empty for an account without a diary", () =>
    Effect.gen(function* () {
      expect(yield* recordsOf(feed(list))).toEqual([])
      expect(yield* recordsOf(feed())).toEqual([])
    }),
  )

  it.live("takes a series as a work without a film's number, and what has neither number also", () =>
    Effect.gen(function* () {
      expect(yield* only({ tvId: "1396" })).toMatchObject({
        item: { kind: "film", ids: { series: 1_396 } },
      })
      expect(yield* only({})).toMatchObject({ item: { year: 0, ids: {} }, rating: 0 })
    }),
  )

  it.live("sets aside an entry that names no film or no day, and returns the others", () =>
    Effect.gen(function* () {
      const rejected = collectRejectedRows()
      const { records } = yield* letterboxd([
        {
          body: feed(
            item({ guid: "letterboxd-watch-1" }),
            item({ guid: "letterboxd-watch-2", filmTitle: "Salt Roads" }),
            item({ guid: "letterboxd-watch-3", filmTitle: "Half Moth", pubDate: "some day" }),
          ),
        },
      ])
      expect(yield* rejected.provide(records)).toMatchObject([{ ref: "2" }])
      expect(rejected.kept.map(({ reason, ref }) => [ref, reason])).toEqual([
        ["3", "letterboxd:watchedDate, pubDate: Expected a date"],
        ["1", "letterboxd:filmTitle: Missing"],
      ])
      expect(rejected.fitting).toEqual(["2"])
    }),
  )

  it.live("without a day of viewing counts on the owner's day of writing", () =>
    Effect.gen(function* () {
      const day = (at: number) => ({ at, precision: "day" })
      expect(yield* only({}, "UTC")).toMatchObject(day(Date.UTC(2026, 6, 21, 12)))
      expect(yield* only({}, "Pacific/Auckland")).toMatchObject(day(Date.UTC(2026, 6, 22, 12)))
    }),
  )

  it.live("is returned oldest first", () =>
    Effect.gen(function* () {
      const records = yield* recordsOf(
        feed(
          ...[3, 2, 1].map((number) =>
            item({ guid: `letterboxd-review-${number}`, filmTitle: `Film ${number}` }),
          ),
        ),
      )
      expect(records.map((record) => record.type === "watched" && record.ref)).toEqual(["1", "2", "3"])
    }),
  )

  const reviews: ReadonlyArray<readonly [string, string]> = [
    [described("<p>Watched on Thursday May 9, 2024.</p>"), ""],
    [described(), ""],
    [described("<p>Fine.</p>"), "Fine."],
    [
      described("<p>One &amp; two.</p> <p>Three<br/>four, <i>five</i>.</p>"),
      "One & two.\n\nThree\nfour, five.",
    ],
    [described("<p><em>This review may contain spoilers.</em></p> <p>He did it.</p>"), "He did it."],
    [
      described("<p>Fell asleep.</p> <p>Watched on Thursday May 9, 2024.</p>"),
      "Fell asleep.\n\nWatched on Thursday May 9, 2024.",
    ],
    [described("<blockquote>Stay.</blockquote> <p>No.</p>"), "Stay.\n\nNo."],
    [described("<p>1 < 2 &lt;3</p>"), "1 < 2 <3"],
  ]
  it.live.each(reviews)("%j says %j", ([description, review]) =>
    Effect.gen(function* () {
      expect(yield* only({ description })).toMatchObject({ review })
    }),
  )
})

describe("trouble", () => {
  const html = {
    headers: { "content-type": "text/html" },
    body: "<html><body>Just a moment...</body></html>",
  }
  it.live.each([
    [{ ...html, status: 404 }, "unauthorized", /LETTERBOXD_USER/],
    [{ ...html, status: 403 }, "rate limited", /for now/],
    [{ ...html, status: 429, headers: { "retry-after": "600" } }, "rate limited", /slow down/],
    [{ ...html, status: 503 }, "unavailable", /503/],
    [html, "malformed answer", /not a feed/],
    [{ body: "" }, "malformed answer", /not a feed/],
  ] as const)("%j", ([reply, failure, message]) =>
    Effect.gen(function* () {
      const { records } = yield* letterboxd([reply])
      expect(yield* Effect.flip(records)).toMatchObject({
        source: "letterboxd",
        failure,
        message: expect.stringMatching(message),
      })
    }),
  )
})

interface FeedCase {
  readonly name: string
  readonly xml: string
  readonly empty: string
  readonly records: ReadonlyArray<object>
}

const feeds: ReadonlyArray<FeedCase> = [
  {
    name: "our own",
    xml: feed(
      item({
        watchedDate: "2026-07-21",
        filmTitle: "Salt Roads",
        filmYear: "1999",
        memberRating: "2.0",
        movieId: "11",
        description: described("<p>Salty.</p>"),
      }),
      item({
        guid: "letterboxd-watch-1000",
        pubDate: "Fri, 10 May 2024 08:20:31 +1200",
        watchedDate: "2024-05-09",
        filmTitle: "Moth Season",
        filmYear: "2003",
        movieId: "12",
        description: described("<p>Watched on Thursday May 9, 2024.</p>"),
      }),
      list,
    ),
    empty: feed(),
    records: [
      { item: { title: "Moth Season", year: 2003, ids: { tmdb: 12 } }, rating: 0, review: "" },
      { item: { title: "Salt Roads", year: 1999, ids: { tmdb: 11 } }, rating: 2, review: "Salty." },
    ],
  },
  ...whereRecorded(() => [
    {
      name: "recorded",
      xml: recordedText("letterboxd/rss_review_watch_list.xml"),
      empty: recordedText("letterboxd/rss_empty_channel.xml"),
      records: [
        { item: { title: "Theater Camp", year: 2023, ids: { tmdb: 986_054 } }, rating: 0, review: "" },
        { item: { title: "The Dink", year: 2026, ids: { tmdb: 1_361_774 } }, rating: 3, review: "Fun." },
      ],
    },
  ]),
]

describe("a feed as Letterboxd returns it", () => {
  it.live.each(feeds)("holds a review, a log and a list, or nothing: $name", ({ empty, records, xml }) =>
    Effect.gen(function* () {
      expect(yield* recordsOf(xml)).toMatchObject(records)
      expect(yield* recordsOf(empty)).toEqual([])
    }),
  )
})

describe("the pace", () => {
  it.live("is empty at a stand-in", () =>
    Effect.gen(function* () {
      const { calls, records, slept } = yield* letterboxd([{ body: feed() }])
      yield* Effect.all([records, records])
      expect([calls.length, slept]).toEqual([2, []])
    }),
  )

  it.live("is a second at Letterboxd's own host", () =>
    Effect.gen(function* () {
      const clock = hastyClock()
      const source = yield* Letterboxd.make({ user: "someone" })
      const records = Stream.runDrain(source.records(Option.none()))
      // Nothing leaves this process: the fetch is ours.
      const answered: typeof fetch = () => Promise.resolve(new Response(feed()))
      yield* Effect.all([records, records]).pipe(
        Effect.provideService(FetchHttpClient.Fetch, answered),
        clock.provide,
      )
      expect(clock.slept).toEqual([1_000])
    }).pipe(Effect.provide(Layer.merge(FetchHttpClient.layer, DateTime.layerCurrentZoneNamed("UTC")))),
  )
})
