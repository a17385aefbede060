import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { startServer, type TestServer } from "../testServer.ts"

const film = { type: "movie", title: "Harbour", year: 2019, uniqueid: { tmdb: "45678", imdb: "tt7654321" } }

const episode = {
  type: "episode",
  title: "Low Tide",
  showtitle: "Harbour Watch",
  season: 2,
  episode: 5,
  uniqueid: { tvdb: "303030" },
}

const stopped = (item: object, position: number, more: object = {}) => ({
  event: "playback_stopped",
  item,
  position_seconds: position,
  total_seconds: 1_000,
  session_id: "s1",
  ...more,
})

const post = (server: TestServer, path: string, body: unknown) =>
  Effect.map(
    server.ask("POST", `/apis/${path}`, {
      headers: { "content-type": "application/json" },
      body: typeof body === "string" ? body : JSON.stringify(body),
    }),
    ({ status, text }) => ({ status, body: JSON.parse(text) as unknown }),
  )

const watched = (server: TestServer) =>
  Effect.map(
    server.get("/v1/watching/recent"),
    ({ text }) => Array.from(text.matchAll(/"source":"kodi"/g)).length,
  )

describe("Kodi", () => {
  it.effect("stores what stopped past 80 % or at its end, each once", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const { key } = yield* server.makeKey("submit")
      const hook = `scrob/webhooks/kodi?api_key=${key}`
      const ok = (event: string, title: string) => ({ status: 200, body: { status: "ok", event, title } })

      for (const [event, name] of [
        ["playback_started", "start"],
        ["Player.OnPause", "pause"],
        ["playback_resumed", "resume"],
        ["Player.OnAVChange", "progress"],
      ] as const) {
        const sent = yield* post(server, hook, { ...stopped(film, 900), event })
        assert.deepStrictEqual(sent, ok(name, "Harbour"))
      }
      // 80 % is not past it.
      assert.deepStrictEqual(yield* post(server, hook, stopped(film, 800)), ok("stop", "Harbour"))
      assert.strictEqual(yield* watched(server), 0)
      assert.deepStrictEqual(yield* post(server, hook, stopped(film, 801)), ok("stop", "Harbour"))
      assert.deepStrictEqual(yield* post(server, hook, stopped(film, 999)), ok("stop", "Harbour"))
      assert.strictEqual(yield* watched(server), 1)

      // A notification of Kodi's own, as it has times and its end, at the path that Scrob's server has.
      const notification = {
        method: "Player.OnStop",
        params: {
          data: { end: true, item: episode, player: { time: { hours: 0, minutes: 1, seconds: 2 } } },
        },
      }
      assert.deepStrictEqual(
        yield* post(server, `scrob/api/proxy/webhooks/kodi?api_key=${key}`, notification),
        ok("stop", "Harbour Watch"),
      )
      const half = {
        method: "Player.OnStop",
        params: { data: { end: false, item: { ...episode, episode: 6 } } },
      }
      assert.deepStrictEqual(yield* post(server, hook, half), ok("stop", "Harbour Watch"))
      assert.strictEqual(yield* watched(server), 2)
    }),
  )

  it.effect("stores a film of Movary's add-on at its arrival", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const { key } = yield* server.makeKey("submit")
      const sent = { title: "Harbour", uniqueIds: { tmdbId: 45_678 } }
      for (let time = 1; time <= 2; time++) {
        assert.strictEqual((yield* post(server, `movary?api_key=${key}`, sent)).status, 200)
        assert.strictEqual(yield* watched(server), 1)
      }
      assert.strictEqual((yield* post(server, `movary?api_key=${key}`, {})).status, 400)
    }),
  )

  it.effect("returns what was watched by ids of the film database, to a key that may read", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const submit = yield* server.makeKey("submit")
      const admin = yield* server.makeKey("admin")
      const hook = `scrob/webhooks/kodi?api_key=${submit.key}`
      yield* post(server, hook, stopped(film, 950))
      // A sender that knows only the show: the ids are the show's.
      yield* post(
        server,
        hook,
        stopped({ ...episode, title: "Harbour Watch", uniqueid: { tmdb: 9_001 } }, 950),
      )
      const rating = { media_type: "movie", title: "Harbour", year: 2019, tmdb_id: 45_678, rating: 9 }
      assert.deepStrictEqual(
        (yield* post(server, `scrob/webhooks/kodi/rating?api_key=${submit.key}`, rating)).body,
        {
          status: "ok",
          event: "rating",
          title: "Harbour",
        },
      )
      const history = yield* server.ask("GET", `/apis/scrob/webhooks/kodi/history?api_key=${admin.key}`)
      assert.deepStrictEqual(JSON.parse(history.text), {
        movies: [{ tmdb_id: 45_678, play_count: 1 }],
        episodes: [{ show_tmdb_id: 9_001, season_number: 2, episode_number: 5, play_count: 1 }],
      })
      const refused = yield* server.ask("GET", `/apis/scrob/webhooks/kodi/history?api_key=${submit.key}`)
      assert.strictEqual(refused.status, 403)
      const { text } = yield* server.get("/v1/watching/movies")
      assert.include(text, `"user_rating":4.5`)
    }),
  )

  it.effect("refuses what it cannot store, and says why", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const { key } = yield* server.makeKey("submit")
      const read = yield* server.makeKey("read")
      const hook = `scrob/webhooks/kodi?api_key=${key}`
      assert.strictEqual((yield* post(server, "scrob/webhooks/kodi", stopped(film, 950))).status, 401)
      assert.strictEqual(
        (yield* post(server, `scrob/webhooks/kodi?api_key=${read.key}`, stopped(film, 950))).status,
        403,
      )
      assert.strictEqual((yield* post(server, hook, "{")).status, 400)
      assert.strictEqual((yield* post(server, hook, {})).status, 400)
      assert.strictEqual((yield* post(server, hook, stopped({ ...film, title: "" }, 950))).status, 400)
      assert.strictEqual((yield* post(server, hook, stopped({ ...episode, season: -1 }, 950))).status, 400)
      for (const body of [
        stopped({ ...film, type: "song" }, 950),
        { ...stopped(film, 950), event: "volume" },
      ]) {
        const sent = yield* post(server, hook, body)
        assert.strictEqual(sent.status, 200)
        assert.propertyVal(sent.body, "status", "ignored")
      }
      assert.strictEqual(yield* watched(server), 0)
    }),
  )
})
