import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { collectRejectedRows } from "../collectRejectedRows.ts"
import { type Asked, type Reply } from "../scriptedServer.ts"
import { emptyAccount, episode, movie, rated, show, traktOf } from "./samples.ts"
import { now, day, at, trakt, sourceVersions, ratedOf, lastCursor, recordsOf } from "./client.ts"

describe("ratings", () => {
  const ratings = [
    rated("movie", 7, at(3), { movie: movie(1, at(1)).movie }),
    rated("show", 10, at(2), { show }),
    rated("season", 8, at(2), { show, season: { number: 1, ids: {} } }),
    rated("episode", 1, at(2), { show, episode: episode(1, at(1)).episode }),
  ]

  it.live("of films and episodes are on the scale of five; those of shows and seasons are left out", () =>
    Effect.gen(function* () {
      expect(yield* recordsOf(traktOf({ ratings }))).toMatchObject([
        { type: "rated", rating: 3.5, at: now - 3 * day, item: { kind: "film" } },
        { type: "rated", rating: 0.5, at: now - 2 * day, item: { kind: "episode" } },
      ])
    }),
  )

  it.live("are read to their last page, and so are shows", () =>
    Effect.gen(function* () {
      const many = Array.from({ length: 250 }, (_, at) =>
        rated("movie", 7, new Date(now - at * 1_000).toISOString(), {
          movie: { title: `Film ${at}`, year: 1999, ids: { tmdb: at + 1 } },
        }),
      )
      const shows = Array.from({ length: 120 }, (_, at) => ({
        show: { title: `Show ${at}`, year: 2001, ids: { tmdb: at + 1 }, aired_episodes: 3 },
      }))
      const paged = (rows: ReadonlyArray<object>, { query }: Asked): Reply => {
        const [page, limit] = [Number(query.get("page") ?? 1), Number(query.get("limit") ?? 100)]
        return {
          headers: {
            "x-pagination-page-count": String(Math.ceil(rows.length / limit)),
            "x-pagination-item-count": String(rows.length),
          },
          body: rows.slice((page - 1) * limit, page * limit),
        }
      }
      const records = yield* recordsOf((asked) =>
        asked.path === "/sync/ratings"
          ? paged(many, asked)
          : asked.path === "/sync/watched/shows"
            ? paged(shows, asked)
            : traktOf({})(asked),
      )
      expect(records.filter(({ type }) => type === "rated")).toHaveLength(250)
      expect(records.filter(({ type }) => type === "show")).toHaveLength(120)
    }),
  )

  it.live("that cannot be read are set aside, and the others are returned", () =>
    Effect.gen(function* () {
      const rejected = collectRejectedRows()
      const bad = [
        { ...ratings[0], rating: "seven" },
        { ...ratings[3], rated_at: null },
      ]
      const { batches } = yield* trakt(traktOf({ ratings: [...bad, ...ratings] }))
      expect(sourceVersions(yield* rejected.provide(batches()))).toHaveLength(2)
      expect(rejected.kept.map(({ reason }) => reason.split(":")[0])).toEqual(["rating", "rated_at"])
    }),
  )

  it.live("come once", () =>
    Effect.gen(function* () {
      const account = { ...emptyAccount, ratings }
      const { batches } = yield* trakt((asked) => traktOf(account)(asked))
      const first = yield* batches()
      account.ratings = [...ratings, rated("movie", 8, at(1), { movie: movie(1, at(1)).movie })]
      const second = yield* batches(lastCursor(first))
      expect(sourceVersions(second)).toMatchObject([{ rating: 3.5 }, { rating: 4 }, { rating: 0.5 }])
      expect(sourceVersions(yield* batches(lastCursor(second)))).toEqual([])
    }),
  )

  it.live("that were removed show by the list of all others, once", () =>
    Effect.gen(function* () {
      const account = { ...emptyAccount, ratings }
      const { batches } = yield* trakt((asked) => traktOf(account)(asked))
      const first = yield* batches()
      expect(ratedOf(first)).toEqual([["Pilot", "Salt Roads"]])
      account.ratings = ratings.toReversed()
      const second = yield* batches(lastCursor(first))
      expect(ratedOf(second)).toEqual([])
      account.ratings = ratings.slice(1)
      const third = yield* batches(lastCursor(second))
      expect(ratedOf(third)).toEqual([["Pilot"]])
      expect(ratedOf(yield* batches(lastCursor(third)))).toEqual([])
    }),
  )

  const many = Array.from({ length: 100 }, (_, index) =>
    rated("movie", 7, at(3), { movie: { title: `Film ${index}`, year: 1999, ids: { tmdb: index + 1 } } }),
  )
  const counted = (rows: ReadonlyArray<unknown>, total: number): Reply => ({
    headers: { "x-pagination-page-count": "1", "x-pagination-item-count": String(total) },
    body: rows,
  })
  const doubtful: ReadonlyArray<readonly [name: string, reply: Reply]> = [
    ["with a rejected row", { body: [...ratings.slice(1), { ...ratings[0], rating: "seven" }] }],
    ["with a row without a rated item", { body: [...ratings.slice(1), { rating: 7 }] }],
    ["of fewer than Trakt counts", counted(ratings.slice(1), 4)],
    ["with one of them twice", counted([...ratings.slice(1), ratings[1]], 4)],
    ["that may have been cut at a page", { body: many }],
    ["that is empty and not counted", { body: [] }],
    ["that is not a list", { body: { error: "later" } }],
    ["that is not there", { status: 404, body: "" }],
  ]
  it.live.each(doubtful)("are never removed by a reading %s, but by the next one", ([, reply]) =>
    Effect.gen(function* () {
      let next: Reply = { body: ratings }
      const { batches } = yield* trakt((asked) =>
        asked.path === "/sync/ratings" ? next : traktOf({})(asked),
      )
      const first = yield* batches()
      next = reply
      const second = yield* batches(lastCursor(first))
      expect(ratedOf(second)).toEqual([])
      next = counted(ratings.slice(1), 3)
      const third = yield* batches(lastCursor(second))
      expect(ratedOf(third)).toEqual([["Pilot"]])
      next = counted([], 0)
      expect(ratedOf(yield* batches(lastCursor(third)))).toEqual([[]])
    }),
  )
})

describe("numbers of episodes", () => {
  it.live("are read once a day, from shows that have them", () =>
    Effect.gen(function* () {
      const shows = [
        { plays: 3, show: { ...show, aired_episodes: 24 } },
        { plays: 1, show },
      ]
      const { batches, clock, server } = yield* trakt(traktOf({ shows }))
      const first = yield* batches()
      expect(sourceVersions(first)).toEqual([
        {
          type: "show",
          source: "trakt",
          show: "Night Bus",
          showYear: 2010,
          showIds: { tmdb: 21, tvdb: 31 },
          totalEpisodes: 24,
        },
      ])
      const asked = () => server.calls.filter(({ path }) => path === "/sync/watched/shows").length
      yield* batches(lastCursor(first))
      expect(asked()).toBe(1)
      clock.skip("1 day")
      yield* batches(lastCursor(first))
      expect(asked()).toBe(2)
    }),
  )
})
