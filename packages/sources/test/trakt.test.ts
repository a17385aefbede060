import type { WatchingRecord } from "@daybook/watching"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import { Trakt } from "../src/index.ts"
import { hastyClock } from "./hastyClock.ts"
import { collectRejectedRows } from "./collectRejectedRows.ts"
import { recordedText, whereRecorded } from "./recordings.ts"
import { type Asked, type Reply, scriptedServer } from "./scriptedServer.ts"
import { emptyAccount, episode, movie, rated, show, traktOf, watchedShow } from "./trakt.samples.ts"

const now = Date.UTC(2026, 6, 15, 12)
const day = 86_400_000
const at = (daysAgo: number) => new Date(now - daysAgo * day).toISOString()

const trakt = (script: (asked: Asked, call: number) => Reply) =>
  Effect.gen(function* () {
    const clock = hastyClock(now)
    const server = yield* scriptedServer(script)
    const source = yield* Trakt.makeHistory({
      url: server.url,
      clientId: Redacted.make("the-client"),
      token: Redacted.make("the-token"),
    })
    const batches = (cursor?: string, most = Infinity) =>
      source.records(Option.fromUndefinedOr(cursor)).pipe(Stream.take(most), Stream.runCollect, clock.provide)
    return { server, clock, batches, readAgain: source.readAgain ?? (() => Effect.succeed([])) }
  }).pipe(Effect.provide(FetchHttpClient.layer))

const refsOf = (batches: ReadonlyArray<{ readonly items: ReadonlyArray<WatchingRecord> }>) =>
  batches.flatMap(({ items }) =>
    items.flatMap((record) => (record.type === "watched" ? [Number(record.ref)] : [])),
  )

type Batches = ReadonlyArray<{ readonly items: ReadonlyArray<WatchingRecord> }>

/** The records, without those that say which watches there are. */
const toldOf = (batches: Batches) =>
  batches.flatMap(({ items }) => items.filter(({ type }) => !type.startsWith("listed")))

/** The titles of the films and episodes that are rated, for each time that all of them are listed. */
const ratedOf = (batches: Batches) =>
  batches.flatMap(({ items }) =>
    items.flatMap((record) =>
      record.type === "listed ratings" ? [record.items.map(({ title }) => title).sort()] : [],
    ),
  )

/** Of the films that are listed: since when, and their numbers. */
const listedOf = (batches: Batches) =>
  batches.flatMap(({ items }) =>
    items.flatMap((record) =>
      record.type === "listed" && record.kind === "film"
        ? [{ from: record.from, refs: [...record.refs].map(Number).sort((one, other) => one - other) }]
        : [],
    ),
  )

const lastCursor = (batches: ReadonlyArray<{ readonly cursor: string }>) => batches.at(-1)?.cursor

const recordsOf = (script: (asked: Asked, call: number) => Reply) =>
  Effect.gen(function* () {
    const { batches } = yield* trakt(script)
    return toldOf(yield* batches())
  })

describe("the history", () => {
  it.live("gives films and episodes with all ids that are there, under the numbers of their plays", () =>
    Effect.gen(function* () {
      const account = { movies: [movie(1, at(1))], episodes: [episode(2, at(2), 0, 3)] }
      const { batches, server } = yield* trakt(traktOf(account))
      expect(toldOf(yield* batches())).toEqual([
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

  it.live("at an unknown date is some time, and what cannot be read is set aside with its reason", () =>
    Effect.gen(function* () {
      const rejected = collectRejectedRows()
      const unread: ReadonlyArray<ReturnType<typeof movie>> = [
        movie(2, at(1), { movie: { title: null, year: null, ids: {} } }),
        movie(4, at(1), { movie: undefined }),
        movie(6, at(1), { movie: { title: "X", ids: { tmdb: "12" } } }),
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
      expect(toldOf(read)).toMatchObject([
        { ref: "3", item: { title: "", year: 0, ids: { tmdb: 12 } } },
        { ref: "1", at: 0, precision: "unknown" },
      ])
      expect(new Map(rejected.kept.map(({ reason, ref }) => [ref, reason]))).toEqual(
        new Map([
          ["2", "movie.title: Expected a title or an id"],
          ["4", "movie: Missing key"],
          ["6", expect.stringMatching(/^movie\.ids\.tmdb: Expected/)],
        ]),
      )
      // The item that cannot be read still counts as listed.
      expect(listedOf(read)).toEqual([{ from: undefined, refs: [1, 2, 3, 4, 6] }])
    }),
  )

  it.live("reads rows that were set aside again, whatever list they came from", () =>
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

  it.live("is walked page by page, each with a cursor from which the walk carries on", () =>
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
        // Carries on with the page after: page 1 is not asked for again before the rest was walked.
        if (cut < 3) expect(server.calls[calls]?.query.get("page")).toBe(String(cut + 1))
      }
    }),
  )

  it.live("is then walked from two weeks before the last walk on", () =>
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

  it.live("lists all that there is between the moments of a walk, so that what was removed goes", () =>
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

  it.live("lists nothing after a walk that failed or was cut, and walks everything again", () =>
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

  it.live("is walked as a whole again when what is older has changed", () =>
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

describe("ratings", () => {
  const ratings = [
    rated("movie", 7, at(3), { movie: movie(1, at(1)).movie }),
    rated("show", 10, at(2), { show }),
    rated("season", 8, at(2), { show, season: { number: 1, ids: {} } }),
    rated("episode", 1, at(2), { show, episode: episode(1, at(1)).episode }),
  ]

  it.live("of films and episodes come on the scale of five, those of shows and seasons do not", () =>
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

  it.live("that cannot be read are set aside, and the others come", () =>
    Effect.gen(function* () {
      const rejected = collectRejectedRows()
      const bad = [
        { ...ratings[0], rating: "seven" },
        { ...ratings[3], rated_at: null },
      ]
      const { batches } = yield* trakt(traktOf({ ratings: [...bad, ...ratings] }))
      expect(toldOf(yield* rejected.provide(batches()))).toHaveLength(2)
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
      expect(toldOf(second)).toMatchObject([{ rating: 3.5 }, { rating: 4 }, { rating: 0.5 }])
      expect(toldOf(yield* batches(lastCursor(second)))).toEqual([])
    }),
  )

  it.live("that were taken back are told by the list of all others, once", () =>
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
    ["with a row that does not say what it rates", { body: [...ratings.slice(1), { rating: 7 }] }],
    ["of fewer than Trakt counts", counted(ratings.slice(1), 4)],
    ["with one of them twice", counted([...ratings.slice(1), ratings[1]], 4)],
    ["that may have been cut at a page", { body: many }],
    ["that is empty and not counted", { body: [] }],
    ["that is no list", { body: { error: "later" } }],
    ["that is not there", { status: 404, body: "" }],
  ]
  it.live.each(doubtful)("are never taken back by a reading %s, and are by the next", ([, reply]) =>
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
  it.live("come once a day, from shows that say them", () =>
    Effect.gen(function* () {
      const shows = [
        { plays: 3, show: { ...show, aired_episodes: 24 } },
        { plays: 1, show },
      ]
      const { batches, clock, server } = yield* trakt(traktOf({ shows }))
      const first = yield* batches()
      expect(toldOf(first)).toEqual([
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

describe("trouble", () => {
  it.live.each([
    [401, "unauthorized", /TRAKT_TOKEN/],
    [403, "unauthorized", /TRAKT_CLIENT_ID/],
    [423, "unauthorized", /locked/],
    [503, "unavailable", /503/],
  ] as const)("%j with an empty body", ([status, failure, message]) =>
    Effect.gen(function* () {
      const { batches } = yield* trakt(() => ({ status, body: "" }))
      expect(yield* Effect.flip(batches())).toMatchObject({
        source: "trakt",
        failure,
        message: expect.stringMatching(message),
      })
    }),
  )

  it.live("of being too quick is waited for, as long as Trakt says", () =>
    Effect.gen(function* () {
      const { batches, clock } = yield* trakt((asked, call) =>
        call === 1
          ? { status: 429, headers: { "retry-after": "12" }, body: "" }
          : traktOf({ movies: [movie(1, at(1))] })(asked),
      )
      expect(refsOf(yield* batches())).toEqual([1])
      expect(Math.max(...clock.slept)).toBeGreaterThanOrEqual(12_000)
    }),
  )

  it.live("with what stands beside the history does not stop it", () =>
    Effect.gen(function* () {
      const { batches } = yield* trakt((asked) =>
        asked.path.startsWith("/sync/history")
          ? traktOf({ movies: [movie(1, at(1))] })(asked)
          : { status: 404, body: "" },
      )
      expect(refsOf(yield* batches())).toEqual([1])
    }),
  )
})

interface AnswerCase {
  readonly name: string
  readonly path: string
  readonly rows: () => ReadonlyArray<object>
  readonly count: number
}

const recordedAnswer = (path: string, file: string, count: number): AnswerCase => ({
  name: file,
  path,
  rows: () => JSON.parse(recordedText(`trakt/${file}`)),
  count,
})

const answers: ReadonlyArray<AnswerCase> = [
  {
    name: "films, and an episode among them, however they came to be seen",
    path: "/sync/history/movies",
    rows: () => [movie(3, at(1)), episode(2, at(2)), movie(1, at(3), { action: "watch" })],
    count: 3,
  },
  {
    name: "ten episodes of one instant, without an id of IMDb",
    path: "/sync/history/episodes",
    rows: () => Array.from({ length: 10 }, (_, index) => episode(index + 1, at(1), 2, index + 1)),
    count: 10,
  },
  {
    name: "ratings of a film and an episode, and of a show and a season, which are none of ours",
    path: "/sync/ratings",
    rows: () => [
      rated("movie", 10, at(1), { movie: movie(1, at(1)).movie }),
      rated("show", 10, at(1), { show }),
      rated("season", 8, at(1), { season: { number: 0, ids: { tvdb: 41, tmdb: 51, tvrage: null } }, show }),
      rated("episode", 10, at(1), { episode: episode(1, at(1)).episode, show }),
    ],
    count: 2,
  },
  {
    name: "shows with their plays, which the history tells",
    path: "/sync/watched/shows",
    rows: () => [watchedShow(show, at(1)), watchedShow({ ...show, ids: { ...show.ids, tmdb: 22 } }, at(2))],
    count: 0,
  },
  {
    name: "a show that was never begun anew",
    path: "/sync/watched/shows",
    rows: () => [{ ...watchedShow(show, at(1)), last_updated_at: at(1), reset_at: null }],
    count: 0,
  },
  ...whereRecorded(() => [
    recordedAnswer("/sync/history/movies", "sync_history.json", 3),
    recordedAnswer("/sync/history/episodes", "sync_history_shows_first10.json", 10),
    recordedAnswer("/sync/ratings", "sync_ratings.json", 2),
    recordedAnswer("/sync/watched/shows", "sync_watched_shows.json", 0),
    recordedAnswer("/sync/watched/shows", "users_watched_shows_2024_reset_at_null.json", 0),
  ]),
]

describe("an answer as Trakt gives it", () => {
  it.live.each(answers)("holds $count records: $name", ({ count, path, rows }) =>
    Effect.gen(function* () {
      const rejected = collectRejectedRows()
      const body = rows()
      const records = yield* recordsOf((asked) => ({ body: asked.path === path ? body : [] })).pipe(
        rejected.provide,
      )
      expect(records).toHaveLength(count)
      expect(rejected.kept).toEqual([])
    }),
  )
})

describe("the pace", () => {
  const films = { movies: [movie(1, at(1))] }

  it.live("is none at a stand-in", () =>
    Effect.gen(function* () {
      const { batches, clock } = yield* trakt(traktOf(films))
      yield* batches()
      expect(clock.slept).toEqual([])
    }),
  )

  it.live("is 300 milliseconds at Trakt's own host", () =>
    Effect.gen(function* () {
      const clock = hastyClock(now)
      const source = yield* Trakt.makeHistory({
        clientId: Redacted.make("the-client"),
        token: Redacted.make("the-token"),
      })
      let calls = 0
      // Nothing leaves this process: the fetch is ours.
      const answered: typeof fetch = () => {
        calls += 1
        return Promise.resolve(new Response("[]"))
      }
      yield* Stream.runDrain(source.records(Option.none())).pipe(
        Effect.provideService(FetchHttpClient.Fetch, answered),
        clock.provide,
      )
      expect(calls).toBeGreaterThan(1)
      expect(clock.slept).toEqual(Array.from({ length: calls - 1 }, () => 300))
    }).pipe(Effect.provide(FetchHttpClient.layer)),
  )
})
