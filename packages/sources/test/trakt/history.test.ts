import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { collectRejectedRows } from "../collectRejectedRows.ts"
import { emptyAccount, episode, movie, rated, show, traktOf } from "./samples.ts"
import { now, day, at, trakt, refsOf, sourceVersions, listedOf, lastCursor } from "./client.ts"

describe("the history", () => {
  it.live("returns films and episodes with all their ids, under the ids of their plays", () =>
    Effect.gen(function* () {
      const account = { movies: [movie(1, at(1))], episodes: [episode(2, at(2), 0, 3)] }
      const { batches, server } = yield* trakt(traktOf(account))
      expect(sourceVersions(yield* batches())).toEqual([
        {
          type: "watched",
          source: "trakt",
          ref: "1",
          item: { kind: "film", title: "Salt Roads", year: 1999, ids: { imdb: "tt11", tmdb: 11 } },
          at: now - day,
          precision: "moment",
          rating: 0,
          review: "",
          imageUrl: "",
        },
        {
          type: "watched",
          source: "trakt",
          ref: "2",
          item: {
            kind: "episode",
            show: "Night Bus",
            showYear: 2010,
            showIds: { tmdb: 21, tvdb: 31 },
            season: 0,
            episode: 3,
            title: "Pilot",
            episodeIds: { tmdb: 201, tvdb: 101 },
          },
          at: now - 2 * day,
          precision: "moment",
          rating: 0,
          review: "",
          imageUrl: "",
        },
      ])
      expect(server.calls[0]?.headers).toMatchObject({
        "trakt-api-version": "2",
        "trakt-api-key": "the-client",
        authorization: "Bearer the-token",
      })
    }),
  )

  it.live("may have an unknown date; unreadable rows are set aside with their reason", () =>
    Effect.gen(function* () {
      const rejected = collectRejectedRows()
      const unread: ReadonlyArray<ReturnType<typeof movie>> = [
        movie(2, at(1), { movie: { title: null, year: null, ids: {} } }),
        movie(4, at(1), { movie: undefined }),
        movie(6, at(1), { movie: { title: ["X"], ids: { tmdb: "12" } } }),
      ]
      const { batches } = yield* trakt(
        traktOf({
          movies: [
            movie(1, "1970-01-01T00:00:00.000Z"),
            ...unread,
            movie(3, at(1), { movie: { title: null, year: null, ids: { tmdb: 12 } } }),
          ],
        }),
      )
      const read = yield* rejected.provide(batches())
      expect(sourceVersions(read)).toMatchObject([
        { ref: "3", item: { title: "", year: 0, ids: { tmdb: 12 } } },
        { ref: "1", at: 0, precision: "unknown" },
      ])
      expect(new Map(rejected.kept.map(({ reason, ref }) => [ref, reason]))).toEqual(
        new Map([
          ["2", "movie.title: Expected a title or an id"],
          ["4", "movie: Missing key"],
          ["6", expect.stringMatching(/^movie\.title: Expected/)],
        ]),
      )
      // The item that cannot be read still counts as listed.
      expect(listedOf(read)).toEqual([{ from: undefined, refs: [1, 2, 3, 4, 6] }])
    }),
  )

  it.live("reads rows again that were set aside, from any list", () =>
    Effect.gen(function* () {
      const { readAgain } = yield* trakt(traktOf({}))
      const rows = [
        { show: { ...show, aired_episodes: 24 } },
        rated("movie", 7, at(3), { movie: movie(1, at(1)).movie }),
        episode(2, at(2)),
        movie(1, at(1)),
      ]
      expect((yield* readAgain(rows)).map(({ type }) => type)).toEqual([
        "watched",
        "watched",
        "rated",
        "show",
      ])
    }),
  )

  const history = { movies: Array.from({ length: 250 }, (_, index) => movie(index, at(index + 1))) }

  it.live("is walked page by page, each with a cursor to resume from", () =>
    Effect.gen(function* () {
      const whole = yield* trakt(traktOf(history))
      const all = yield* whole.batches()
      expect(new Set(refsOf(all)).size).toBe(250)
      for (let cut = 1; cut <= 4; cut++) {
        const { batches, server } = yield* trakt(traktOf(history))
        const before = yield* batches(undefined, cut)
        const calls = server.calls.length
        const after = yield* batches(lastCursor(before))
        expect(new Set([...refsOf(before), ...refsOf(after)]).size).toBe(250)
        // Carries on with the page after: page 1 is not requested again before the rest was walked.
        if (cut < 3) expect(server.calls[calls]?.query.get("page")).toBe(String(cut + 1))
      }
    }),
  )

  it.live("is then walked from two weeks before the last walk", () =>
    Effect.gen(function* () {
      const account = { ...emptyAccount, ...history }
      const { batches, clock } = yield* trakt((asked) => traktOf(account)(asked))
      const first = yield* batches()
      clock.skip("1 hour")
      account.movies = [movie(1_000, new Date(now + 1_000).toISOString()), ...history.movies]
      const second = yield* batches(lastCursor(first))
      expect(refsOf(second)).toEqual([1_000, ...Array.from({ length: 14 }, (_, index) => index)])
    }),
  )

  const all = history.movies.map(({ id }) => id)

  it.live("lists all watches between the ends of a walk, so that removed ones go", () =>
    Effect.gen(function* () {
      const account = { ...emptyAccount, ...history }
      const { batches } = yield* trakt((asked) => traktOf(account)(asked))
      const first = yield* batches()
      expect(listedOf(first)).toEqual([{ from: undefined, refs: all }])
      account.movies = history.movies.filter(({ id }) => id !== 3)
      const second = yield* batches(lastCursor(first))
      const recent = all.slice(0, 14)
      expect(listedOf(second).map(({ refs }) => refs)).toEqual([recent.filter((id) => id !== 3)])
      expect(listedOf(second)[0]?.from).toBeGreaterThan(now - 15 * day)
      account.movies = account.movies.filter(({ id }) => id !== 200)
      const third = yield* batches(lastCursor(second))
      expect(listedOf(third)).toEqual([{ from: undefined, refs: all.filter((id) => id !== 3 && id !== 200) }])
    }),
  )

  it.live("lists nothing after a walk that failed or was cut, and starts over", () =>
    Effect.gen(function* () {
      const { batches } = yield* trakt(traktOf(history))
      const cut = yield* batches(undefined, 1)
      const after = yield* batches(lastCursor(cut))
      expect(listedOf(cut)).toEqual([])
      expect(listedOf(after)).toEqual([{ from: undefined, refs: all }])
      const { batches: failing } = yield* trakt((asked) =>
        asked.query.get("page") === "3" ? { status: 404, body: "" } : traktOf(history)(asked),
      )
      expect(yield* Effect.flip(failing())).toMatchObject({ failure: "malformed answer" })
    }),
  )

  it.live("lists nothing where fewer watches came than Trakt counts", () =>
    Effect.gen(function* () {
      let hides = true
      const { batches } = yield* trakt((asked) => {
        const reply = traktOf(history)(asked)
        if (!hides || typeof reply === "string" || !Array.isArray(reply.body)) return reply
        return { ...reply, body: reply.body.slice(1) }
      })
      const first = yield* batches()
      expect(listedOf(first)).toEqual([])
      hides = false
      expect(listedOf(yield* batches(lastCursor(first)))).toEqual([{ from: undefined, refs: all }])
    }),
  )

  it.live("is walked as a whole again when older watches have changed", () =>
    Effect.gen(function* () {
      const account = { ...emptyAccount, ...history }
      const { batches } = yield* trakt((asked) => traktOf(account)(asked))
      const first = yield* batches()
      account.movies = [movie(1_000, at(2_000)), ...history.movies]
      const second = yield* batches(lastCursor(first))
      expect(refsOf(second)).toContain(1_000)
      const third = yield* batches(lastCursor(second))
      expect(refsOf(third).length).toBeLessThan(15)
    }),
  )

  it.live("loses nothing where plays are removed while it is walked", () =>
    Effect.gen(function* () {
      const account = { ...emptyAccount, ...history }
      const { batches } = yield* trakt((asked) => {
        const reply = traktOf(account)(asked)
        if (asked.query.get("page") === "1" && account.movies.length === 250)
          account.movies = account.movies.slice(30)
        return reply
      })
      expect(new Set(refsOf(yield* batches())).size).toBe(250)
    }),
  )

  it.live("without paging headers ends at the first page that is not full", () =>
    Effect.gen(function* () {
      const { batches } = yield* trakt((asked) => {
        const reply = traktOf(history)(asked)
        return typeof reply === "string" ? reply : { ...reply, headers: {} }
      })
      expect(new Set(refsOf(yield* batches())).size).toBe(250)
    }),
  )

  it.live("starts over where the saved cursor cannot be read", () =>
    Effect.gen(function* () {
      const { batches } = yield* trakt(traktOf(history))
      expect(new Set(refsOf(yield* batches("nonsense"))).size).toBe(250)
    }),
  )
})
