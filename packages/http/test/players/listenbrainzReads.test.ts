import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { start, startServer, type TestServer } from "../testServer.ts"

const root = "/apis/listenbrainz/1"
// 15 July 2026, noon UTC, a Wednesday.
const now = start / 1_000
const day = 86_400

const call = (server: TestServer, method: string, path: string, key: string, body?: object) =>
  Effect.map(
    server.ask(method, `${root}/${path}`, {
      headers: { authorization: `Token ${key}` },
      ...(body === undefined ? {} : { body }),
    }),
    ({ status, text }) => ({ status, text, body: text === "" ? undefined : JSON.parse(text) }),
  )

const listen = (artist_name: string, track_name: string, release_name: string, listened_at: number) => ({
  listened_at,
  track_metadata: { artist_name, track_name, release_name },
})

const played = Effect.gen(function* () {
  const server = yield* startServer()
  const payload = [
    listen("Low", "White Horses", "Hey What", now - 100),
    listen("Low", "White Horses", "Hey What", now - day),
    listen("Low", "Days Like These", "Hey What", now - 8 * day),
    listen("Ida", "Ebb", "Tides", now - 40 * day),
  ]
  const sent = yield* call(server, "POST", "submit-listens", server.admin.key, {
    listen_type: "import",
    payload,
  })
  assert.strictEqual(sent.status, 200)
  return server
})

const stats = (server: TestServer, path: string, key = server.read.key) =>
  call(server, "GET", `stats/user/me/${path}`, key)

describe("statistics by ListenBrainz's protocol", () => {
  it.effect("rank artists, albums and tracks of a range, at any offset", () =>
    Effect.gen(function* () {
      const server = yield* played
      const { body, status } = yield* stats(server, "artists")
      assert.strictEqual(status, 200)
      const { from_ts, last_updated, to_ts, ...payload } = body.payload
      assert.deepStrictEqual(payload, {
        artists: [
          { artist_name: "Low", artist_mbid: null, listen_count: 3 },
          { artist_name: "Ida", artist_mbid: null, listen_count: 1 },
        ],
        count: 2,
        offset: 0,
        total_artist_count: 2,
        user_id: "me",
        range: "all_time",
      })
      assert.isBelow(from_ts, now - 40 * day)
      assert.isAtLeast(to_ts, now)
      assert.strictEqual(last_updated, now)
      const names = (path: string, list: string, field: string) =>
        Effect.map(stats(server, path), ({ body: { payload } }) => [
          ...payload[list].map((one: Readonly<Record<string, unknown>>) => one[field]),
          payload.count,
        ])
      assert.deepStrictEqual(yield* names("releases?count=1&offset=1", "releases", "release_name"), [
        "Tides",
        1,
      ])
      assert.deepStrictEqual(yield* names("release-groups", "release_groups", "release_group_name"), [
        "Hey What",
        "Tides",
        2,
      ])
      assert.deepStrictEqual(yield* names("recordings?count=2&offset=1", "recordings", "track_name"), [
        "Days Like These",
        "Ebb",
        2,
      ])
      assert.deepStrictEqual(yield* names("recordings?range=this_week", "recordings", "track_name"), [
        "White Horses",
        1,
      ])
      assert.deepStrictEqual(yield* names("recordings?range=week", "recordings", "track_name"), [
        "Days Like These",
        1,
      ])
      assert.deepStrictEqual(yield* names("recordings?range=quarter", "recordings", "track_name"), ["Ebb", 1])
      assert.deepStrictEqual(yield* names("recordings?range=half_yearly", "recordings", "track_name"), [
        "Ebb",
        1,
      ])
      const none = yield* stats(server, "artists?range=year")
      assert.deepStrictEqual([none.status, none.text], [204, ""])
    }),
  )

  it.effect("count plays over time, of the range and the one before", () =>
    Effect.gen(function* () {
      const server = yield* played
      const activity = (range: string) =>
        Effect.map(stats(server, `listening-activity?range=${range}`), ({ body }) =>
          body.payload.listening_activity.map(
            (one: { readonly listen_count: number; readonly time_range: string }) =>
              `${one.time_range}: ${one.listen_count}`,
          ),
        )
      const week = yield* activity("this_week")
      assert.lengthOf(week, 10)
      assert.deepStrictEqual(
        week.filter((one: string) => !one.endsWith(": 0")),
        ["Tuesday 07 July 2026: 1", "Tuesday 14 July 2026: 1", "Wednesday 15 July 2026: 1"],
      )
      assert.include(yield* activity("this_month"), "05 June 2026: 1")
      assert.deepStrictEqual((yield* activity("this_year")).slice(-3), [
        "May 2026: 0",
        "June 2026: 1",
        "July 2026: 3",
      ])
      assert.deepStrictEqual(yield* activity("all_time"), ["2026: 4"])
      assert.strictEqual((yield* stats(server, "listening-activity?range=year")).status, 204)
    }),
  )

  it.effect("need a key that may read, and name what is wrong", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const { key } = yield* server.makeKey("submit")
      assert.strictEqual((yield* stats(server, "artists", key)).status, 403)
      assert.strictEqual((yield* stats(server, "artists", "unknown")).status, 401)
      assert.strictEqual((yield* stats(server, "artists")).status, 204)
      for (const query of ["range=decade", "count=many", "offset=-1"]) {
        const { body, status } = yield* stats(server, `artists?${query}`)
        assert.deepStrictEqual([status, body.code], [400, 400])
        assert.include(body.error, query.split("=")[0])
      }
    }),
  )
})

describe("what clients report next to listens", () => {
  it.effect("is which tracks are loved or hated", () =>
    Effect.gen(function* () {
      const server = yield* played
      const { key } = yield* server.makeKey("submit")
      const { body } = yield* call(server, "GET", "user/me/listens?count=1", server.read.key)
      const msid: string = body.payload.listens[0].recording_msid
      const rate = (score: number, recording_msid = msid) =>
        call(server, "POST", "feedback/recording-feedback", key, { recording_msid, score })
      assert.deepStrictEqual((yield* rate(1)).body, { status: "ok" })
      const feedback = (query = "") =>
        call(server, "GET", `feedback/user/me/get-feedback${query}`, server.read.key)
      assert.deepStrictEqual((yield* feedback("?metadata=true&score=1")).body, {
        feedback: [
          {
            created: now,
            recording_mbid: null,
            recording_msid: msid,
            score: 1,
            track_metadata: { artist_name: "Low", track_name: "White Horses" },
            user_id: "me",
          },
        ],
        count: 1,
        offset: 0,
        total_count: 1,
      })
      yield* rate(-1)
      assert.deepStrictEqual((yield* feedback("?score=1")).body.feedback, [])
      const other = "00000000-0000-8000-8000-000000000000"
      const scores = yield* call(
        server,
        "GET",
        `feedback/user/me/get-feedback-for-recordings?recording_msids=${msid},${other}`,
        server.read.key,
      )
      assert.deepStrictEqual(
        scores.body.feedback.map(({ score }: { readonly score: number }) => score),
        [-1, 0],
      )
      yield* rate(0)
      assert.strictEqual((yield* feedback()).body.total_count, 0)
      assert.strictEqual((yield* rate(1, other)).status, 400)
      assert.strictEqual((yield* rate(2)).status, 400)
      const mbid = yield* call(server, "POST", "feedback/recording-feedback", key, {
        recording_mbid: other,
        score: 1,
      })
      assert.match(mbid.body.error, /^Send recording_msid/)
    }),
  )

  it.effect("is how far an importer came, for each service", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const { key } = yield* server.makeKey("submit")
      const latest = (service = "") =>
        Effect.map(call(server, "GET", `latest-import?user_name=me${service}`, key), ({ body }) => body)
      assert.deepStrictEqual(yield* latest(), { musicbrainz_id: "me", latest_import: 0 })
      const stored = yield* call(server, "POST", "latest-import", key, { ts: now })
      assert.deepStrictEqual(stored.body, { status: "ok" })
      yield* call(server, "POST", "latest-import", key, { ts: 7, service: "librefm" })
      assert.deepStrictEqual(yield* latest(), { musicbrainz_id: "me", latest_import: now })
      assert.strictEqual((yield* latest("&service=librefm")).latest_import, 7)
      assert.strictEqual((yield* call(server, "POST", "latest-import", key, { ts: "now" })).status, 400)
      assert.strictEqual((yield* call(server, "GET", "latest-import", server.read.key)).status, 401)
    }),
  )

  it.effect("is which listens to remove, with an admin key", () =>
    Effect.gen(function* () {
      const server = yield* played
      const listens = Effect.map(
        call(server, "GET", "user/me/listens", server.read.key),
        ({ body }) => body.payload.listens,
      )
      const [{ listened_at, recording_msid }] = yield* listens
      const remove = (key: string, body: object) => call(server, "POST", "delete-listen", key, body)
      const { key } = yield* server.makeKey("submit")
      assert.strictEqual((yield* remove(key, { listened_at, recording_msid })).status, 403)
      assert.strictEqual((yield* remove(server.admin.key, { listened_at: 7, recording_msid })).status, 404)
      assert.strictEqual((yield* remove(server.admin.key, { recording_msid })).status, 400)
      assert.deepStrictEqual((yield* remove(server.admin.key, { listened_at, recording_msid })).body, {
        status: "ok",
      })
      assert.lengthOf(yield* listens, 3)
    }),
  )
})
