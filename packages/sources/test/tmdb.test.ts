import { FilmDatabase } from "@daybook/watching"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Redacted from "effect/Redacted"
import { Tmdb } from "../src/index.ts"
import { hastyClock } from "./hastyClock.ts"
import { collectRejectedRows } from "./collectRejectedRows.ts"
import { recordedText, whereRecorded } from "./recordings.ts"
import { type Reply, scriptedServer } from "./scriptedServer.ts"

const tmdb = (...replies: ReadonlyArray<Reply>) =>
  Effect.gen(function* () {
    const clock = hastyClock()
    const server = yield* scriptedServer((_, call) => replies[Math.min(call, replies.length) - 1] ?? "reset")
    const database = yield* Tmdb.make({ url: server.url, token: Redacted.make("the-token") })
    const ask = <A, E>(question: (database: FilmDatabase["Service"]) => Effect.Effect<A, E>) =>
      clock.provide(question(database))
    return { ask, calls: server.calls }
  }).pipe(Effect.provide(FetchHttpClient.layer))

const film = {
  id: 11,
  title: "Salt Roads",
  release_date: "1999-05-06",
  poster_path: "/salt.jpg",
  imdb_id: "tt11",
  vote_average: 8.1,
  runtime: 119,
  genres: [{ id: 18, name: "Drama" }, { id: 0 }, { id: 53, name: "Thriller" }],
  credits: {
    cast: [{ name: "Ada Marsh", character: "Herself" }],
    crew: [
      { name: "Tomas Reed", job: "Director" },
      { name: "Ilse Lund", job: "Editor" },
      { name: "Ilse Lund", job: "Director" },
    ],
  },
}

const show = {
  id: 21,
  name: "Night Bus",
  first_air_date: "2010-01-02",
  poster_path: null,
  number_of_episodes: 24,
  episode_run_time: [],
  status: "Returning Series",
  external_ids: { imdb_id: "tt21", tvdb_id: 31 },
}

const nothing = {
  movie_results: [],
  person_results: [],
  tv_results: [],
  tv_episode_results: [],
  tv_season_results: [],
}

describe("the film database", () => {
  it.live("returns a film's name, year, ids and poster", () =>
    Effect.gen(function* () {
      const { ask, calls } = yield* tmdb({ body: film })
      expect(yield* ask((database) => database.details("film", 11))).toEqual({
        name: "Salt Roads",
        year: 1999,
        ids: { tmdb: 11, imdb: "tt11" },
        imageUrl: "https://image.tmdb.org/t/p/w500/salt.jpg",
        totalEpisodes: 0,
        running: false,
        runtimeMinutes: 119,
        genres: ["Drama", "Thriller"],
        directors: ["Tomas Reed", "Ilse Lund"],
        episodes: [],
      })
      expect(calls[0]?.path).toBe("/movie/11")
      expect(calls[0]?.query.get("append_to_response")).toBe("external_ids,credits")
      expect(calls[0]?.headers["authorization"]).toBe("Bearer the-token")
    }),
  )

  it.live("returns a show's number of episodes, and whether more may come", () =>
    Effect.gen(function* () {
      const { ask, calls } = yield* tmdb({ body: show }, { body: { ...show, status: "Ended" } })
      const details = ask((database) => database.details("show", 21))
      expect(yield* details).toEqual({
        name: "Night Bus",
        year: 2010,
        ids: { tmdb: 21, imdb: "tt21", tvdb: 31 },
        imageUrl: "",
        totalEpisodes: 24,
        running: true,
        runtimeMinutes: 0,
        genres: [],
        directors: [],
        episodes: [],
      })
      expect(calls[0]?.path).toBe("/tv/21")
      expect(yield* details).toMatchObject({ running: false })
    }),
  )

  it.live("returns the episodes of each season, specials too, if they are readable", () =>
    Effect.gen(function* () {
      const seasons = [{ season_number: 0 }, { season_number: 1, episode_count: 2 }, { season_number: 2 }, {}]
      const { ask, calls } = yield* tmdb(
        { body: { ...show, episode_run_time: [45, 47], genres: [{ name: "Drama" }], seasons } },
        { body: { episodes: [{ episode_number: 1, name: null, air_date: "", runtime: null }] } },
        {
          body: {
            episodes: [
              { episode_number: 1, name: "Last Stop", air_date: "2010-01-02", runtime: 50 },
              { episode_number: "two" },
              { episode_number: 3, name: "Depot" },
            ],
          },
        },
        { status: 404, body: { success: false, status_code: 34, status_message: "No." } },
      )
      const details = yield* ask((database) => database.details("show", 21))
      expect(details).toMatchObject({ runtimeMinutes: 45, genres: ["Drama"], directors: [] })
      expect(details?.episodes).toEqual([
        { season: 0, episode: 1, name: "", airDate: undefined, runtimeMinutes: 0 },
        { season: 1, episode: 1, name: "Last Stop", airDate: "2010-01-02", runtimeMinutes: 50 },
        { season: 1, episode: 3, name: "Depot", airDate: undefined, runtimeMinutes: 0 },
      ])
      expect(calls.map(({ path }) => path)).toEqual([
        "/tv/21",
        "/tv/21/season/0",
        "/tv/21/season/1",
        "/tv/21/season/2",
      ])
    }),
  )

  it.live("leaves a season out that is unreadable, and fails if the service does", () =>
    Effect.gen(function* () {
      const seasons = [{ season_number: 1 }, { season_number: 2 }]
      const one = { body: { ...show, seasons } }
      const second = { body: { episodes: [{ episode_number: 1 }] } }
      const unreadable = yield* tmdb(one, { body: "<html>" }, second)
      const details = yield* unreadable.ask((database) => database.details("show", 21))
      expect(details?.episodes).toMatchObject([{ season: 2, episode: 1 }])
      const refused = yield* tmdb(one, { status: 401, body: {} })
      const error = yield* Effect.flip(refused.ask((database) => database.details("show", 21)))
      expect(error.failure).toBe("unauthorized")
    }),
  )

  it.live.each(["", null, undefined])("knows no year where the date is %j", (release_date) =>
    Effect.gen(function* () {
      const { ask } = yield* tmdb({ body: { ...film, release_date } })
      expect(yield* ask((database) => database.details("film", 11))).toMatchObject({ year: 0 })
    }),
  )

  it.live("has nothing of a number that it never gave", () =>
    Effect.gen(function* () {
      const { ask } = yield* tmdb({
        status: 404,
        body: { success: false, status_code: 34, status_message: "No." },
      })
      expect(yield* ask((database) => database.details("film", 1))).toBeUndefined()
    }),
  )

  it.live("finds films and shows by others' ids, a show by its episodes' ids too", () =>
    Effect.gen(function* () {
      const { ask, calls } = yield* tmdb(
        { body: { ...nothing, movie_results: [{ id: 11 }] } },
        { body: nothing },
        { body: { ...nothing, tv_results: [{ id: 21 }] } },
        { body: { ...nothing, tv_episode_results: [{ id: 5, show_id: 22 }] } },
        { body: nothing },
      )
      expect(yield* ask((database) => database.find("film", { imdb: "tt11" }))).toBe(11)
      expect(yield* ask((database) => database.find("show", { imdb: "tt21", tvdb: 31 }))).toBe(21)
      expect(yield* ask((database) => database.find("show", { tvdb: 101 }))).toBe(22)
      expect(yield* ask((database) => database.find("film", { imdb: "tt0" }))).toBeUndefined()
      expect(calls.map(({ path, query }) => `${path} ${query.get("external_source")}`)).toEqual([
        "/find/tt11 imdb_id",
        "/find/tt21 imdb_id",
        "/find/31 tvdb_id",
        "/find/101 tvdb_id",
        "/find/tt0 imdb_id",
      ])
    }),
  )

  it.live("returns what else a search finds if a row is rejected", () =>
    Effect.gen(function* () {
      const rejected = collectRejectedRows()
      const { ask } = yield* tmdb({
        body: {
          results: [
            { id: "eleven", title: "Salt Roads" },
            { id: 12, title: "Salt Roads" },
          ],
        },
      })
      const found = yield* rejected.provide(ask((database) => database.search("film", "salt roads", 0)))
      expect(found.map(({ tmdb }) => tmdb)).toEqual([12])
      expect(rejected.kept).toMatchObject([
        { source: "tmdb", ref: "eleven", reason: expect.stringMatching(/^id: /) },
      ])
    }),
  )

  it.live("returns what a search finds with all its names", () =>
    Effect.gen(function* () {
      const { ask, calls } = yield* tmdb(
        {
          body: {
            results: [
              { id: 11, title: "Salt Roads", original_title: "Salzstraßen", release_date: "1999-01-01" },
            ],
          },
        },
        { body: { results: [{ id: 21, name: "Night Bus", first_air_date: "" }] } },
      )
      expect(yield* ask((database) => database.search("film", "salt roads", 1999))).toEqual([
        { tmdb: 11, names: ["Salt Roads", "Salzstraßen"], year: 1999 },
      ])
      expect(yield* ask((database) => database.search("show", "night bus", 0))).toEqual([
        { tmdb: 21, names: ["Night Bus"], year: 0 },
      ])
      expect(calls.map(({ path, query }) => [path, ...query])).toEqual([
        ["/search/movie", ["query", "salt roads"], ["year", "1999"]],
        ["/search/tv", ["query", "night bus"]],
      ])
    }),
  )

  it.live.each([
    [{ status: 401, body: { status_code: 7, success: false } }, "unauthorized", /TMDB_TOKEN/],
    [{ status: 429, headers: { "retry-after": "60" }, body: "" }, "rate limited", /slow down/],
    [{ status: 502, body: "<html>" }, "unavailable", /502/],
    [{ body: { id: "eleven" } }, "malformed answer", /id/],
  ] as const)("fails: %j", ([reply, failure, message]) =>
    Effect.gen(function* () {
      const { ask } = yield* tmdb(reply)
      expect(yield* Effect.flip(ask((database) => database.details("film", 11)))).toMatchObject({
        source: "tmdb",
        failure,
        message: expect.stringMatching(message),
      })
    }),
  )

  it.live("that is not configured says so, and calls no one", () =>
    Effect.gen(function* () {
      const database = yield* Effect.provide(FilmDatabase, Tmdb.layer(undefined))
      expect(database.configured).toBe(false)
      expect(yield* Effect.flip(database.details("film", 1))).toMatchObject({
        message: expect.stringContaining("TMDB_TOKEN"),
      })
    }).pipe(Effect.provide(FetchHttpClient.layer)),
  )
})

interface AnswersCase {
  readonly name: string
  readonly films: ReadonlyArray<string | object>
  readonly film: object
  readonly show: string | object
  readonly showRead: object
  readonly found: string | object
  readonly foundId: number
  readonly none: string | object
}

const recordedTmdb = (file: string) => recordedText(`tmdb/${file}`)

const answers: ReadonlyArray<AnswersCase> = [
  {
    name: "in our own samples",
    films: [
      {
        ...film,
        adult: false,
        belongs_to_collection: null,
        budget: 0,
        popularity: "9.31",
        status: "Released",
      },
      {
        ...film,
        keywords: { keywords: [{ id: 1, name: "sea" }] },
        release_dates: { results: [{ iso_3166_1: "PT", release_dates: [{ certification: "M/12" }] }] },
      },
    ],
    film: { name: "Salt Roads", year: 1999 },
    show: {
      ...show,
      in_production: false,
      episode_run_time: [41, 44],
      popularity: 5.5,
      seasons: [{ air_date: null, season_number: 0 }],
      status: "Ended",
      external_ids: { imdb_id: "tt21", freebase_id: "/en/bus", tvdb_id: 31, tvrage_id: 41 },
    },
    showRead: {
      name: "Night Bus",
      ids: { tmdb: 21, imdb: "tt21", tvdb: 31 },
      totalEpisodes: 24,
      running: false,
    },
    found: { ...nothing, movie_results: [{ id: 11, title: "Salt Roads", vote_count: 9 }] },
    foundId: 11,
    none: nothing,
  },
  ...whereRecorded(() => [
    {
      name: "as recorded",
      films: ["movie_details.json", "movie_details_append_to_response_trimmed.json"].map(recordedTmdb),
      film: { name: "Riddick", year: 2013 },
      show: recordedTmdb("tv_details_append_external_ids.json"),
      showRead: {
        name: "Breaking Bad",
        ids: { tmdb: 1396, imdb: "tt0903747", tvdb: 81_189 },
        totalEpisodes: 62,
        running: false,
      },
      found: recordedTmdb("find_by_imdb_id.ASSEMBLED.json"),
      foundId: 13,
      none: recordedTmdb("find_no_match.json"),
    },
  ]),
]

describe("responses of TMDB", () => {
  it.live.each(answers)("are read, $name", (given) =>
    Effect.gen(function* () {
      for (const body of given.films) {
        const { ask } = yield* tmdb({ body })
        expect(yield* ask((database) => database.details("film", 1))).toMatchObject(given.film)
      }
      const { ask: askShow } = yield* tmdb({ body: given.show })
      expect(yield* askShow((database) => database.details("show", 1))).toMatchObject(given.showRead)
      const { ask: askFind } = yield* tmdb({ body: given.found })
      expect(yield* askFind((database) => database.find("film", { imdb: "tt1" }))).toBe(given.foundId)
      const { ask: askNone } = yield* tmdb({ body: given.none })
      expect(yield* askNone((database) => database.find("show", { tvdb: 1 }))).toBeUndefined()
    }),
  )
})
