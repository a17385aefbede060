import { LocalDate } from "@daybook/kernel"
import { type TitleDetails, unknownTime } from "@daybook/watching"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { jsonOf } from "../ask.ts"
import { assertFailure } from "../replies.ts"
import { startServer, type TestServer } from "../testServer.ts"
import { episodeAt, filmOn } from "./watches.ts"

const episode = (number: number, at: string) =>
  episodeAt("Night Bus", number, at, { showYear: 2010, showIds: { tmdb: 21 } })

const facts: TitleDetails = {
  name: "",
  year: 0,
  ids: {},
  imageUrl: "",
  totalEpisodes: 0,
  running: false,
  runtimeMinutes: 90,
  genres: ["Drama"],
  directors: ["Ada Marsh"],
  episodes: [],
}

/** A small data set: a film seen twice, one seen some time, and two episodes of a show that has three. */
const live = Effect.fnUntraced(function* ({ watching }: TestServer) {
  yield* watching.store([
    filmOn("Salt Roads", "2026-03-01", {
      rating: 3.5,
      review: "Fine.",
      imageUrl: "https://img.example/salt.jpg",
    }),
    filmOn("Salt Roads", "2025-01-01"),
    filmOn("Orchard", "2026-03-01", unknownTime),
    episode(1, "2026-03-02T20:00:00Z"),
    episode(2, "2026-03-03T20:00:00Z"),
  ])
  const one = { season: 1, airDate: undefined, runtimeMinutes: 0 }
  for (const { id, kind, name } of yield* watching.titlesToDescribe(0, 10)) {
    if (name === "Salt Roads") yield* watching.describe(id, 1, facts)
    if (kind === "show") {
      const episodes = [
        { ...one, episode: 1, name: "Last Stop", airDate: LocalDate.make("2010-01-02"), runtimeMinutes: 50 },
        { ...one, episode: 2, name: "Depot" },
        { ...one, episode: 3, name: "Snow" },
      ]
      yield* watching.describe(id, 1, {
        ...facts,
        runtimeMinutes: 40,
        totalEpisodes: 3,
        directors: [],
        episodes,
      })
    }
  }
})

const at = "/v1/watching"

/** The ids of titles and watches depend on the order of arrival. */
const body = Effect.fnUntraced(function* (server: TestServer, path: string) {
  const reply = yield* server.get(at + path)
  assert.strictEqual(reply.status, 200, reply.text)
  return JSON.parse(JSON.stringify(jsonOf(reply)), (key, value: unknown) => (key === "id" ? 0 : value))
})

const idOf = Effect.fnUntraced(function* (server: TestServer, path: string, title: string) {
  const { data } = JSON.parse((yield* server.get(at + path)).text)
  return data.find((one: { title: string }) => one.title === title)?.id as number
})

const nothing = { data: [], pagination: { page: 1, limit: 20, total: 0, total_pages: 0 } }

const salt = {
  id: 0,
  title: "Salt Roads",
  year: 1999,
  movie_db_id: 10,
  image: { url: "https://img.example/salt.jpg" },
  user_rating: 3.5,
  watch_count: 2,
  first_watched_at: "2025-01-01T12:00:00.000Z",
  last_watched_at: "2026-03-01T12:00:00.000Z",
  last_day_only: true,
}

const saltWatches = [
  {
    id: 0,
    watched_at: "2026-03-01T12:00:00.000Z",
    day_only: true,
    user_rating: 3.5,
    review: "Fine.",
    source: "letterboxd",
  },
  {
    id: 0,
    watched_at: "2025-01-01T12:00:00.000Z",
    day_only: true,
    user_rating: 0,
    review: "",
    source: "letterboxd",
  },
]

const night = {
  id: 0,
  title: "Night Bus",
  year: 2010,
  movie_db_id: 21,
  total_episodes: 3,
  episodes_watched: 2,
  first_watched_at: "2026-03-02T20:00:00.000Z",
  last_watched_at: "2026-03-03T20:00:00.000Z",
}

const episodeWatch = (watched_at: string) => ({
  id: 0,
  watched_at,
  day_only: false,
  user_rating: 0,
  review: "",
  source: "trakt",
})

describe("lists of watching", () => {
  it.effect("are empty on an instance without data", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      for (const list of ["/recent", "/movies", "/shows"])
        assert.deepStrictEqual(yield* body(server, list), nothing)
      const ratings = yield* body(server, "/ratings")
      assert.deepStrictEqual(
        ratings.data,
        [0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5].map((rating) => ({ rating, count: 0 })),
      )
      assert.deepStrictEqual([ratings.total, ratings.average], [0, 0])
      assert.deepStrictEqual(yield* body(server, "/stats"), {
        films: 0,
        film_watches: 0,
        shows: 0,
        episodes: 0,
        episode_watches: 0,
        minutes: 0,
        by_genre: [],
        by_decade: [],
        by_director: [],
      })
      assertFailure(yield* server.get(`${at}/movies/1`), 404, /film 1/)
      assertFailure(yield* server.get(`${at}/shows/1`), 404, /show 1/)
    }),
  )

  it.effect("have each field of films, shows, watches and totals", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      yield* live(server)
      const recent = yield* body(server, "/recent?limit=3")
      assert.deepStrictEqual(recent.pagination, { page: 1, limit: 3, total: 4, total_pages: 2 })
      assert.deepStrictEqual(recent.data.slice(1), [
        {
          kind: "episode",
          show: { id: 0, title: "Night Bus", year: 2010, movie_db_id: 21 },
          episode: { season: 1, episode: 1, title: "Last Stop" },
          ...episodeWatch("2026-03-02T20:00:00.000Z"),
        },
        {
          kind: "film",
          movie: { id: 0, title: "Salt Roads", year: 1999, movie_db_id: 10 },
          image: salt.image,
          ...saltWatches[0],
        },
      ])
      assert.strictEqual((yield* body(server, "/recent?date=2026-03-02")).pagination.total, 1)
      const movies = yield* body(server, "/movies")
      assert.deepStrictEqual(movies.data, [
        salt,
        {
          id: 0,
          title: "Orchard",
          year: 1999,
          movie_db_id: 7,
          user_rating: 0,
          watch_count: 1,
          first_watched_at: "",
          last_watched_at: "",
          last_day_only: false,
        },
      ])
      const titles = (path: string) =>
        Effect.map(body(server, path), ({ data }) => data.map(({ title }: { title: string }) => title))
      assert.deepStrictEqual(yield* titles("/movies?sort=title"), ["Orchard", "Salt Roads"])
      assert.deepStrictEqual(yield* titles("/movies?sort=title&order=desc"), ["Salt Roads", "Orchard"])
      assert.deepStrictEqual(yield* titles("/movies?rated=true"), ["Salt Roads"])
      assert.deepStrictEqual(yield* titles("/movies?rated=false"), ["Orchard"])
      assert.deepStrictEqual(yield* titles("/movies?rated=3.5&year=1999"), ["Salt Roads"])
      assert.deepStrictEqual(yield* titles("/movies?year=2000"), [])
      assert.deepStrictEqual(yield* titles("/movies?q=s%C3%A0lt"), ["Salt Roads"])
      assert.deepStrictEqual(yield* titles("/shows?q=salt"), [])
      assert.deepStrictEqual(yield* body(server, `/movies/${yield* idOf(server, "/movies", "Salt Roads")}`), {
        ...salt,
        runtime_min: 90,
        genres: ["Drama"],
        directors: ["Ada Marsh"],
        watches: saltWatches,
        reviews: saltWatches.slice(0, 1),
      })
      const orchard = yield* body(server, `/movies/${yield* idOf(server, "/movies", "Orchard")}`)
      assert.deepStrictEqual(orchard.watches, [{ ...saltWatches[1], watched_at: "", day_only: false }])
      assert.deepStrictEqual((yield* body(server, "/shows?sort=episodes&year=2010")).data, [night])
      const show = yield* idOf(server, "/shows", "Night Bus")
      assertFailure(yield* server.get(`${at}/movies/${show}`), 404)
      assert.deepStrictEqual(yield* body(server, `/shows/${show}`), {
        ...night,
        runtime_min: 40,
        genres: ["Drama"],
        seasons: [
          {
            season: 1,
            total_episodes: 3,
            episodes_watched: 2,
            episodes: [
              {
                episode: 1,
                title: "Last Stop",
                air_date: "2010-01-02",
                runtime_min: 50,
                watched: true,
                watches: [episodeWatch("2026-03-02T20:00:00.000Z")],
              },
              {
                episode: 2,
                title: "Depot",
                air_date: "",
                runtime_min: 0,
                watched: true,
                watches: [episodeWatch("2026-03-03T20:00:00.000Z")],
              },
              { episode: 3, title: "Snow", air_date: "", runtime_min: 0, watched: false, watches: [] },
            ],
          },
        ],
      })
      const ratings = yield* body(server, "/ratings")
      assert.deepStrictEqual(
        [ratings.data[6], ratings.total, ratings.average],
        [{ rating: 3.5, count: 1 }, 1, 3.5],
      )
      assert.deepStrictEqual(yield* body(server, "/stats?from=2026-01-01"), {
        films: 1,
        film_watches: 1,
        shows: 1,
        episodes: 2,
        episode_watches: 2,
        minutes: 180,
        by_genre: [{ genre: "Drama", films: 1, episodes: 2, minutes: 180 }],
        by_decade: [
          { decade: 2010, films: 0, episodes: 2, minutes: 90 },
          { decade: 1990, films: 1, episodes: 0, minutes: 90 },
        ],
        by_director: [{ director: "Ada Marsh", films: 1, minutes: 90 }],
      })
      for (const [path, field] of [
        ["/movies?sort=plays", /^sort: must be watched, rating, title or year/],
        ["/shows?sort=rating", /^sort: must be watched, episodes, title or year/],
        ["/movies?order=up", /^order: must be asc or desc/],
        ["/movies?rated=6", /^rated: must be true, false/],
        ["/movies?year=0000", /^year: /],
        ["/recent?date=2026-02-30", /^date: /],
        ["/stats?from=2026-02-02&to=2026-01-01", /^from: /],
        ["/movies/x", /^id: /],
      ] as const)
        assertFailure(yield* server.get(at + path), 400, field)
    }),
  )

  it.effect("have a year in review with its best films and most watched shows", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      yield* live(server)
      const year = yield* body(server, "/years/2026")
      assert.deepStrictEqual([year.total, year.active_days, year.first.title], [3, 3, "Salt Roads"])
      const {
        first_watched_at: _first,
        last_day_only: _day,
        last_watched_at,
        watch_count: _count,
        ...best
      } = salt
      const { first_watched_at: _from, last_watched_at: _to, total_episodes: _total, ...watched } = night
      assert.deepStrictEqual(year.review, {
        films: 1,
        film_watches: 1,
        shows: 1,
        episodes: 2,
        episode_watches: 2,
        minutes: 180,
        new_shows: 1,
        average_rating: 3.5,
        top_films: [{ ...best, watched_at: last_watched_at }],
        top_shows: [watched],
        top_genres: [{ genre: "Drama", films: 1, episodes: 2, minutes: 180 }],
        top_directors: [{ director: "Ada Marsh", films: 1, minutes: 90 }],
      })
    }),
  )

  for (const path of ["/v1/admin/watches", "/v1/admin/watching/watches"]) {
    it.effect(`a watch is added at ${path} and removed by its id`, () =>
      Effect.gen(function* () {
        const server = yield* startServer({ timeZone: "America/New_York" })
        const watch = {
          movie_db_id: 21,
          title: "Night Bus",
          season: 1,
          episode: 2,
          watched_at: "2026-03-01T20:00",
          rating: 4,
        }
        const added = yield* server.command("POST", path, { body: JSON.stringify(watch) })
        assert.strictEqual(added.status, 201, added.text)
        const { id, show, ...rest } = JSON.parse(added.text)
        assert.deepStrictEqual(rest, {
          kind: "episode",
          episode: { season: 1, episode: 2, title: "" },
          watched_at: "2026-03-02T01:00:00.000Z",
          day_only: false,
          user_rating: 4,
          review: "",
          source: "manual",
        })
        assert.strictEqual(show.title, "Night Bus")
        const again = yield* server.command("POST", path, {
          body: JSON.stringify({ ...watch, review: "Better." }),
        })
        assert.strictEqual(again.status, 200)
        assert.deepStrictEqual(JSON.parse(again.text), { ...JSON.parse(added.text), review: "Better." })
        assert.strictEqual((yield* body(server, "/recent")).pagination.total, 1)
        for (const [wrong, field] of [
          ["{}", /^watched_at/],
          ['{"title":"a","watched_at":"2026-03-01","rating":"4"}', /^rating/],
          ['{"title":"a","watched_at":"2026-08-01"}', /^watched_at: must not lie ahead/],
        ] as const)
          assertFailure(yield* server.command("POST", path, { body: wrong }), 400, field)
        assert.strictEqual((yield* server.command("DELETE", `${path}/${id}`)).status, 204)
        assertFailure(yield* server.command("DELETE", `${path}/${id}`), 404)
        assert.deepStrictEqual(yield* body(server, "/recent"), nothing)
      }),
    )
  }
})
