import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { savedBook } from "@daybook/reading"
import { jsonOf } from "../ask.ts"
import { assertFailure } from "../replies.ts"
import { plays } from "../scriptedSource.ts"
import type {
  GenresAnswer as Genres,
  OverviewAnswer as Listening,
} from "../../src/activity/listening/overview/wire.ts"
import type { OverviewAnswer as Collecting } from "../../src/activity/collecting/lists/wire.ts"
import type { OverviewAnswer as Reading } from "../../src/activity/reading/overview/wire.ts"
import type { OverviewAnswer as Watching } from "../../src/activity/watching/lists/wire.ts"
import { start, startServer, type TestServer } from "../testServer.ts"
import { finished, saved } from "./savedArticles.ts"
import { filmOn } from "./watches.ts"

const day = 86_400_000

const listening = ({ get }: TestServer, query: string) =>
  Effect.map(get(`/v1/listening/overview${query}`), (reply) => jsonOf(reply) as typeof Listening.Type)

describe("the overview of listening", () => {
  it.effect("has both periods, ranks and changes, and is read again after a play", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      yield* server.store.storeScrobbles([
        ...plays("Low", "Hey What", 3, start),
        ...plays("Grouper", "Ruins", 2, start - 30 * day, "https://img.example/ruins.jpg"),
        ...plays("Low", "Hey What", 1, start - 31 * day),
      ])
      const read = listening(server, "?top=artist")
      const first = yield* read
      assert.deepInclude(first, {
        period: { name: "2026-07", from: "2026-07-01", to: "2026-07-15", is_fallback: false },
        previous: { from: "2026-06-01", to: "2026-06-15", count: 3 },
        count: 3,
        granularity: "day",
        kind: "artist",
      })
      assert.strictEqual(first.points.length, 15)
      assert.deepStrictEqual(
        first.up.map(({ name }) => name),
        ["Low"],
      )
      assert.deepInclude(first.totals, { plays: 3, artists: 1, new_artists: 0 })
      assert.deepInclude(first.previous_totals ?? assert.fail(), { plays: 3, artists: 2 })
      assert.deepInclude(first.top[0] ?? assert.fail(), {
        name: "Low",
        detail: "",
        rank: 1,
        previous_rank: 2,
        playcount: 3,
        previous_playcount: 1,
        is_new: false,
        url: "https://music.example/Low",
      })
      assert.deepStrictEqual(
        first.resting.map(({ name, playcount, previous_playcount: before, rank }) => [
          name,
          playcount,
          before,
          rank,
        ]),
        [["Grouper", 0, 2, 0]],
      )
      const albums = yield* listening(server, "?period=2026-06")
      assert.deepStrictEqual(
        [albums.kind, albums.top[0]?.detail, albums.top[0]?.image],
        ["album", "Grouper", { url: "https://img.example/ruins.jpg" }],
      )
      yield* server.store.storeScrobbles(plays("Mimi", "New", 1, start - day))
      const second = yield* read
      assert.deepStrictEqual([second.count, second.discoveries.map(({ name }) => name)], [4, ["Mimi"]])
    }),
  )

  it.effect("totals plays by the genres of their artists, next to the totals of the period before", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      yield* server.store.storeScrobbles([
        ...plays("Low", "Hey What", 3, start),
        ...plays("Ida", "Will", 1, start),
        ...plays("Grouper", "Ruins", 2, start - 30 * day),
      ])
      const artists = jsonOf(yield* server.get("/v1/listening/artists")) as {
        readonly data: ReadonlyArray<{ readonly id: number; readonly name: string }>
      }
      const genres: Readonly<Record<string, ReadonlyArray<string>>> = {
        Low: ["slowcore", "Rock"],
        Ida: ["Slowcore"],
        Grouper: ["ambient"],
      }
      for (const { id, name } of artists.data)
        assert.strictEqual(
          (yield* server.command("PATCH", `/v1/admin/listening/artist/${id}`, {
            body: { genres: genres[name] },
          })).status,
          200,
        )
      const found = jsonOf(yield* server.get("/v1/listening/genres?period=2026-07")) as typeof Genres.Type
      assert.deepStrictEqual([found.count, found.previous?.count], [4, 2])
      assert.deepStrictEqual(found.genres, [
        { genre: "slowcore", artists: 2, playcount: 4, previous_playcount: 0 },
        { genre: "rock", artists: 1, playcount: 3, previous_playcount: 0 },
        { genre: "ambient", artists: 0, playcount: 0, previous_playcount: 2 },
      ])
      const albums = jsonOf(yield* server.get("/v1/listening/recent/albums?limit=2")) as {
        readonly data: ReadonlyArray<{ readonly name: string; readonly playcount: number }>
      }
      assert.sameDeepMembers(
        albums.data.map(({ name, playcount }) => [name, playcount]),
        [
          ["Hey What", 3],
          ["Will", 1],
        ],
      )
      assertFailure(yield* server.get("/v1/listening/genres?period=soon"), 400, /period/)
    }),
  )

  it.effect("counts the plays of a part of a day as the numbers of listening do", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      yield* server.store.storeScrobbles([
        ...plays("Low", "Hey What", 3, start),
        ...plays("Low", "Hey What", 2, start - 3 * 3_600_000),
        ...plays("Low", "Hey What", 1, start - day - 3_600_000),
      ])
      const hours = "?from=2026-07-15T10:00:00Z&to=2026-07-15T12:00:00Z"
      const { count, period, previous, totals } = yield* listening(server, hours)
      const stats = jsonOf(yield* server.get(`/v1/listening/stats${hours}`)) as { readonly plays: number }
      assert.deepStrictEqual([count, totals.plays, previous?.count], [stats.plays, 3, 1])
      assert.deepStrictEqual([period.from, period.to], ["2026-07-15", "2026-07-15"])
    }),
  )

  it.effect("shows the newest period with plays, and refuses other names", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      yield* server.store.storeScrobbles(plays("Low", "Hey What", 3, Date.UTC(2024, 2, 16)))
      const old = yield* listening(server, "")
      assert.deepStrictEqual([old.period.name, old.period.is_fallback, old.count], ["2024-03", true, 3])
      for (const query of [
        "period=fortnight",
        "period=2026-13",
        "to=2026-01-01",
        "from=x",
        "top=genre",
        "period=7day&date=x",
      ]) {
        assertFailure(yield* server.get(`/v1/listening/overview?${query}`), 400)
      }
    }),
  )
})

describe("the overview of watching", () => {
  it.effect("has both periods and the ratings of all films", () =>
    Effect.gen(function* () {
      const { get, watching } = yield* startServer()
      yield* watching.store([
        filmOn("Salt Roads", "2026-03-01", { rating: 3.5 }),
        filmOn("Orchard", "2025-02-01"),
        filmOn("Ferry", "2025-12-01"),
      ])
      const year = jsonOf(yield* get("/v1/watching/overview?period=2026")) as typeof Watching.Type
      assert.deepInclude(year, {
        period: { name: "2026", from: "2026-01-01", to: "2026-07-15", is_fallback: false },
        previous: { from: "2025-01-01", to: "2025-07-15", count: 1 },
        count: 1,
        granularity: "month",
      })
      assert.deepInclude(year.totals, { films: 1, by_genre: [] })
      assert.deepInclude(year.previous_totals ?? assert.fail(), { films: 1, film_watches: 1 })
      assert.strictEqual(year.ratings.total, 1)
      assertFailure(yield* get("/v1/watching/overview?period=x"), 400)
    }),
  )
})

describe("the overview of reading", () => {
  it.effect("has both periods, the shelf, what is in hand and what waits", () =>
    Effect.gen(function* () {
      const { get, storeArticles } = yield* startServer()
      yield* storeArticles(
        savedBook({ title: "Coast", author: "Ida Quarry", status: "finished", finishedAt: start - 9 * day }),
        finished("1", start - 365 * day),
        saved("2", { title: "Half", siteName: "The Reader", progress: 0.5, lastOpenedAt: start - day }),
        saved("3", { title: "Waits" }),
      )
      const year = jsonOf(yield* get("/v1/reading/overview?period=2026")) as typeof Reading.Type
      assert.deepInclude(year, { count: 1, granularity: "month" })
      assert.deepInclude(year.totals, { articles: 0, books: 1 })
      assert.deepInclude(year.previous_totals ?? assert.fail(), { articles: 1, books: 0 })
      assert.deepInclude(year.in_hand[0] ?? assert.fail(), {
        kind: "article",
        title: "Half",
        site_name: "The Reader",
        progress: 0.5,
        pages: 0,
      })
      assert.deepStrictEqual(
        [year.shelf.data[0]?.title, year.later.data[0]?.title, year.later.pagination.total, year.kept],
        ["Coast", "Waits", 1, undefined],
      )
      assertFailure(yield* get("/v1/reading/overview?period=x"), 400)
    }),
  )
})

describe("the overview of collecting", () => {
  it.effect("has both periods and the whole collection, and none for an empty one", () =>
    Effect.gen(function* () {
      const { collecting, get } = yield* startServer()
      const empty = jsonOf(yield* get("/v1/collecting/overview")) as typeof Collecting.Type
      assert.deepInclude(empty, { count: 0, artists: [], film_formats: [] })
      const film = { source: "trakt", filmId: "9", movieDbId: 0, title: "Ferry", year: 1984 }
      yield* collecting.replaceFilms("trakt", [{ ...film, format: "bluray", addedAt: start - day }], [])
      const month = jsonOf(yield* get("/v1/collecting/overview")) as typeof Collecting.Type
      assert.deepInclude(month, { count: 1, film_formats: [{ name: "bluray", count: 1 }] })
      assert.deepStrictEqual(
        [month.latest.data[0]?.title, month.totals.films, month.added.films, month.previous?.count],
        ["Ferry", 1, 1, 0],
      )
      assertFailure(yield* get("/v1/collecting/overview?period=x"), 400)
    }),
  )
})
