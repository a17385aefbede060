import { SourceError } from "@daybook/kernel"
import { unknownTime, type WatchingRecord, type WatchRecord } from "@daybook/watching"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { assertFailure, InstantOrEmpty, Pagination, readAs } from "../replies.ts"
import { settingsOfWatchSources, startServer } from "../testServer.ts"
import { episodeAt, filmOn } from "./watches.ts"

const reviewsPath = "/v1/watching/reviews"
const showsPath = "/v1/watching/watched-shows"

const Image = Schema.optionalKey(Schema.Struct({ url: Schema.NonEmptyString }))

const HalfSteps = Schema.Finite.check(
  Schema.makeFilter((value) => value >= 0 && value <= 5 && Number.isInteger(value * 2)),
)

const Reviews = Schema.Struct({
  data: Schema.Array(
    Schema.Struct({
      movie: Schema.Struct({
        id: Schema.Int,
        title: Schema.String,
        year: Schema.Int,
        movie_db_id: Schema.Int,
        image: Image,
      }),
      user_rating: HalfSteps,
      review: Schema.NonEmptyString,
      watched_at: InstantOrEmpty,
      day_only: Schema.Boolean,
      source: Schema.Literals([
        "letterboxd",
        "plex",
        "jellyfin",
        "emby",
        "trakt",
        "simkl",
        "tmdb",
        "imdb",
        "yamtrack",
        "myanimelist",
        "anilist",
        "manual",
      ]),
    }),
  ),
  pagination: Pagination,
})

const Shows = Schema.Struct({
  data: Schema.Array(
    Schema.Struct({
      id: Schema.Int,
      title: Schema.String,
      year: Schema.Int,
      movie_db_id: Schema.Int,
      image: Image,
      total_episodes: Schema.Int,
      episodes_watched: Schema.Int,
      months: Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 11 }))),
    }),
  ),
})

const review = (title: string, day: string, more: Partial<WatchRecord> = {}) =>
  filmOn(title, day, { review: `About ${title}.`, ...more })

describe("reviews", () => {
  it.effect("have each field of the contract, and leave the image out if there is none", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      yield* server.watching.store([
        review("Salt Roads", "2026-03-01", { rating: 3.5, imageUrl: "https://img.example/salt.jpg" }),
        review("Orchard", "2026-02-01", { item: { kind: "film", title: "Orchard", year: 0, ids: {} } }),
        review("Unreviewed", "2026-03-05", { review: "" }),
        review("Undated", "1970-01-01", unknownTime),
      ])
      const { data, pagination } = readAs(Reviews, yield* server.get(reviewsPath))
      assert.deepStrictEqual(pagination, { page: 1, limit: 20, total: 3, total_pages: 1 })
      const [first, second, undated] = data
      assert.deepStrictEqual(first, {
        movie: {
          id: first?.movie.id ?? 0,
          title: "Salt Roads",
          year: 1999,
          movie_db_id: 10,
          image: { url: "https://img.example/salt.jpg" },
        },
        user_rating: 3.5,
        review: "About Salt Roads.",
        watched_at: "2026-03-01T12:00:00.000Z",
        day_only: true,
        source: "letterboxd",
      })
      assert.deepStrictEqual(second, {
        movie: { id: second?.movie.id ?? 0, title: "Orchard", year: 0, movie_db_id: 0 },
        user_rating: 0,
        review: "About Orchard.",
        watched_at: "2026-02-01T12:00:00.000Z",
        day_only: true,
        source: "letterboxd",
      })
      assert.deepStrictEqual(
        [undated?.movie.title, undated?.watched_at, undated?.day_only],
        ["Undated", "", false],
      )
    }),
  )

  it.effect("come by page, at most 100, and are empty on an instance without data", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      assert.deepStrictEqual(readAs(Reviews, yield* server.get(reviewsPath)), {
        data: [],
        pagination: { page: 1, limit: 20, total: 0, total_pages: 0 },
      })
      const days = Array.from({ length: 120 }, (_, index) => new Date(Date.UTC(2025, 0, index + 1)))
      yield* server.watching.store(
        days.map((date, index) =>
          review(`Film ${index}`, date.toISOString().slice(0, 10), {
            item: { kind: "film", title: `Film ${index}`, year: 2000, ids: {} },
          }),
        ),
      )
      const most = readAs(Reviews, yield* server.get(`${reviewsPath}?limit=1000`))
      assert.lengthOf(most.data, 100)
      assert.deepStrictEqual(most.pagination, { page: 1, limit: 100, total: 120, total_pages: 2 })
      const titles: Array<string> = []
      for (let page = 1; page <= 4; page++) {
        const { data } = readAs(Reviews, yield* server.get(`${reviewsPath}?limit=50&page=${page}`))
        titles.push(...data.map(({ movie }) => movie.title))
      }
      assert.deepStrictEqual(
        titles,
        days.map((_, index) => `Film ${119 - index}`),
      )
      for (const query of ["limit=0", "limit=-1", "limit=1.5", "limit=x", "page=0", "page="]) {
        assertFailure(yield* server.get(`${reviewsPath}?${query}`), 400, /^(limit|page): /)
      }
    }),
  )

  it.effect("are the same bytes again until something changes", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      yield* server.watching.store([review("Salt Roads", "2026-03-01")])
      const before = yield* server.get(reviewsPath)
      const etag = String(before.headers["etag"])
      const same = yield* server.get(reviewsPath, { headers: { "if-none-match": etag } })
      assert.strictEqual(same.status, 304)
      yield* server.watching.store([review("Orchard", "2026-03-02")])
      const after = yield* server.get(reviewsPath, { headers: { "if-none-match": etag } })
      assert.strictEqual(after.status, 200)
      assert.lengthOf(readAs(Reviews, after).data, 2)
    }),
  )
})

describe("watched shows", () => {
  it.effect("have each field of the contract", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const total: WatchingRecord = {
        type: "show",
        source: "trakt",
        show: "Night Bus",
        showYear: 2010,
        showIds: { tmdb: 21 },
        totalEpisodes: 24,
      }
      yield* server.watching.store([
        total,
        episodeAt("Night Bus", 1, "2026-01-01T20:00:00Z"),
        episodeAt("Night Bus", 2, "2026-03-01T20:00:00Z"),
        episodeAt("Night Bus", 2, "2026-05-01T20:00:00Z"),
        episodeAt("Half Moth", 1, "2026-03-01T20:00:00Z"),
      ])
      const { data } = readAs(Shows, yield* server.get(showsPath))
      const [first, second] = data
      assert.deepStrictEqual(data, [
        {
          id: first?.id ?? 0,
          title: "Night Bus",
          year: 2010,
          movie_db_id: 21,
          total_episodes: 24,
          episodes_watched: 2,
          months: [0, 2, 4],
        },
        {
          id: second?.id ?? 0,
          title: "Half Moth",
          year: 0,
          movie_db_id: 0,
          total_episodes: 0,
          episodes_watched: 1,
          months: [2],
        },
      ])
    }),
  )

  it.effect("are counted in the range, by the days of the owner's time zone", () =>
    Effect.gen(function* () {
      const server = yield* startServer({ timeZone: "America/New_York" })
      yield* server.watching.store([
        episodeAt("Night Bus", 1, "2026-03-01T04:59:59.999Z"),
        episodeAt("Night Bus", 2, "2026-03-01T05:00:00Z"),
        episodeAt("Night Bus", 3, "2026-03-02T04:59:59.999Z"),
        episodeAt("Night Bus", 4, "2026-03-02T05:00:00Z"),
      ])
      for (const [query, episodes, months] of [
        ["", 4, [1, 2]],
        ["?date=2026-03-01", 2, [2]],
        ["?date=2026-03-01&from=2020-01-01&to=2020-01-02", 2, [2]],
        ["?date=2026-02-28", 1, [1]],
        ["?to=2026-02-28", 1, [1]],
        ["?from=2026-03-02", 1, [2]],
        ["?from=2026-03-01T05:00:00Z&to=2026-03-02", 3, [2]],
        ["?date=2026-04-01", 0, []],
      ] as const) {
        const { data } = readAs(Shows, yield* server.get(showsPath + query))
        assert.deepStrictEqual(
          data.map((show) => [show.episodes_watched, show.months]),
          episodes === 0 ? [] : [[episodes, [...months]]],
          query,
        )
      }
      for (const query of ["date=2026-02-30", "from=yesterday", "to=", "from=2026-03-02&to=2026-03-01"]) {
        assertFailure(yield* server.get(`${showsPath}?${query}`), 400, /^(date|from|to): /)
      }
    }),
  )

  it.effect("are 20 unless requested up to 1000", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      yield* server.watching.store(
        Array.from({ length: 1_010 }, (_, index) => episodeAt(`Show ${index}`, 1, "2026-03-01T20:00:00Z")),
      )
      for (const [query, count] of [
        ["", 20],
        ["?limit=1", 1],
        ["?limit=1000", 1_000],
        ["?limit=1001", 1_000],
        ["?limit=99999999999999999999", 1_000],
      ] as const) {
        assert.lengthOf(readAs(Shows, yield* server.get(showsPath + query)).data, count, query)
      }
      for (const query of ["limit=0", "limit=-5", "limit=1.5", "limit=all", "limit="]) {
        assertFailure(yield* server.get(`${showsPath}?${query}`), 400, /^limit: /)
      }
    }),
  )
})

describe("films to add", () => {
  const path = "/v1/admin/watching/films"
  const Films = Schema.Struct({
    data: Schema.Array(Schema.Struct({ movie_db_id: Schema.Int, title: Schema.String, year: Schema.Int })),
  })

  it.effect("come from the film database, at most ten and best first", () =>
    Effect.gen(function* () {
      const asked: Array<string> = []
      const server = yield* startServer({
        films: {
          configured: true,
          search: (kind, name, year) => {
            asked.push(`${kind} ${name} ${year}`)
            return Effect.succeed([
              { tmdb: 7, names: ["Low Water", "Ebbe"], year: 2019 },
              { tmdb: 8, names: [], year: 2020 },
              ...Array.from({ length: 20 }, (_, at) => ({ tmdb: 10 + at, names: [`Low ${at}`], year: 0 })),
            ])
          },
        },
      })
      const { data } = readAs(Films, yield* server.command("GET", `${path}?q=%20low%20w`))
      assert.deepStrictEqual(data.slice(0, 2), [
        { movie_db_id: 7, title: "Low Water", year: 2019 },
        { movie_db_id: 10, title: "Low 0", year: 0 },
      ])
      assert.lengthOf(data, 10)
      assert.deepStrictEqual(asked, ["film low w 0"])
      for (const query of ["", "?q=", "?q=%20", `?q=${"w".repeat(3_001)}`])
        assertFailure(yield* server.command("GET", path + query), 400, /^q: /)
    }),
  )

  it.effect("are empty without a film database, and its failure is reported", () =>
    Effect.gen(function* () {
      const without = yield* startServer()
      assert.deepStrictEqual(readAs(Films, yield* without.command("GET", `${path}?q=low`)).data, [])
      const failed = new SourceError({ source: "tmdb", failure: "unavailable", message: "TMDB is down" })
      const server = yield* startServer({ films: { configured: true, search: () => Effect.fail(failed) } })
      assertFailure(yield* server.command("GET", `${path}?q=low`), 500, /TMDB is down/)
    }),
  )
})

describe("a sync of watching", () => {
  it.effect("stores what its sources report and says how much was new", () =>
    Effect.gen(function* () {
      const source = {
        name: "scripted",
        records: () => Stream.make({ items: [review("Salt Roads", "2026-03-01")], cursor: "1" }),
      }
      const server = yield* startServer({ watchSources: [source] })
      const first = yield* server.command("POST", "/v1/admin/sync/watching")
      assert.match(first.text, /^\{"status":"completed","items_synced":1,"remaining":0,"timestamp":"/)
      const second = yield* server.command("POST", "/v1/admin/sync/watching")
      assert.match(second.text, /"items_synced":0/)
      assert.lengthOf(readAs(Reviews, yield* server.get(reviewsPath)).data, 1)
    }),
  )

  it.effect("without a source names the settings", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const says = assertFailure(yield* server.command("POST", "/v1/admin/sync/watching"), 500)
      assert.include(says, settingsOfWatchSources)
    }),
  )
})
