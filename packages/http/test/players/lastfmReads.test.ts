import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { LastFmClient } from "lastfm-client-ts"
import { jsonOf } from "../ask.ts"
import { start, startServer, type TestServer } from "../testServer.ts"

const now = start / 1_000

type Parameters = Readonly<Record<string, string | number>>

/** A read as clients make it: without a signature. */
const read = (server: TestServer, method: string, parameters: Parameters) =>
  server.ask(
    "GET",
    `/apis/lastfm/2.0/?${new URLSearchParams({
      method,
      user: "me",
      ...Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, String(value)])),
    }).toString()}`,
    {},
  )

const write = (server: TestServer, parameters: Parameters) =>
  server.ask("POST", "/apis/lastfm/2.0/", {
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({
      api_key: "any",
      api_sig: "0".repeat(32),
      format: "json",
      ...Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, String(value)])),
    }).toString(),
  })

/** A server with four plays of two artists, and its keys. */
const played = Effect.gen(function* () {
  const server = yield* startServer()
  const { key: sk } = yield* server.makeKey("submit")
  const { key: admin } = yield* server.makeKey("admin")
  const { key } = yield* server.makeKey("read")
  const plays = [
    ["Low", "White Horses", "Hey What", 400],
    ["Low", "Days Like These", "Hey What", 300],
    ["Ida & <Co>", "Ebb", "", 200],
    ["Low", "White Horses", "Hey What", 100],
  ] as const
  const batch: Record<string, string | number> = { method: "track.scrobble", sk }
  plays.forEach(([artist, track, album, ago], at) => {
    batch[`artist[${at}]`] = artist
    batch[`track[${at}]`] = track
    batch[`album[${at}]`] = album
    batch[`timestamp[${at}]`] = now - ago
  })
  assert.strictEqual((yield* write(server, batch)).status, 200)
  return { server, sk, admin, key }
})

const jsonRead = (server: TestServer, method: string, parameters: Parameters) =>
  Effect.map(read(server, method, { format: "json", ...parameters }), (reply) => {
    assert.strictEqual(reply.status, 200, reply.text)
    return JSON.parse(reply.text)
  })

interface Shown {
  readonly name: string
  readonly playcount: string
  readonly loved: string
  readonly artist?: { readonly name: string }
  readonly date: { readonly uts: string }
  readonly "@attr": { readonly rank: string }
}

const images = ["small", "medium", "large", "extralarge"].map((size) => ({ size, "#text": "" }))

describe("reads by Last.fm's protocol", () => {
  it.effect("list plays newest first, in pages and ranges", () =>
    Effect.gen(function* () {
      const { key, server, sk } = yield* played
      const { recenttracks } = yield* jsonRead(server, "user.getRecentTracks", { api_key: key, limit: 1 })
      assert.deepStrictEqual(recenttracks, {
        track: [
          {
            name: "White Horses",
            artist: { mbid: "", "#text": "Low" },
            streamable: "0",
            mbid: "",
            album: { mbid: "", "#text": "Hey What" },
            url: "https://music.example/Low/_/White Horses",
            image: images,
            date: { uts: String(now - 100), "#text": recenttracks.track[0].date["#text"] },
          },
        ],
        "@attr": { user: "me", page: "1", perPage: "1", totalPages: "4", total: "4" },
      })
      assert.match(recenttracks.track[0].date["#text"], /^\d\d [A-Z][a-z]{2} \d{4}, \d\d:\d\d$/)
      const names = (parameters: Parameters) =>
        Effect.map(jsonRead(server, "user.getrecenttracks", { api_key: key, ...parameters }), (found) =>
          found.recenttracks.track.map(({ name }: { name: string }) => name),
        )
      assert.deepStrictEqual(yield* names({ from: now - 300, to: now - 200 }), ["Ebb", "Days Like These"])
      assert.deepStrictEqual(yield* names({ limit: 3, page: 2 }), ["White Horses"])
      assert.deepStrictEqual(yield* names({ limit: 3, page: 9 }), [])
      yield* write(server, {
        method: "track.updateNowPlaying",
        sk,
        artist: "Low",
        track: "More",
        duration: 200,
      })
      const { recenttracks: playing } = yield* jsonRead(server, "user.getRecentTracks", {
        api_key: key,
        limit: 1,
        extended: 1,
      })
      const [first, second, ...others] = playing.track
      assert.deepStrictEqual(
        [first.name, first["@attr"], first.date],
        ["More", { nowplaying: "true" }, undefined],
      )
      assert.deepStrictEqual(
        [second.name, second.artist.name, second.loved, others],
        ["White Horses", "Low", "0", []],
      )
    }),
  )

  it.effect("rank artists, albums and tracks of a period, and know the account", () =>
    Effect.gen(function* () {
      const { key, server } = yield* played
      const tops = yield* Effect.forEach(["Artists", "Albums", "Tracks"], (what) =>
        Effect.map(jsonRead(server, `user.getTop${what}`, { api_key: key, period: "7day" }), (found) => {
          const list = found[`top${what.toLowerCase()}`]
          assert.strictEqual(list["@attr"].user, "me")
          return list[what.toLowerCase().slice(0, -1)].map((one: Shown) => [
            one["@attr"].rank,
            one.name,
            one.playcount,
            one.artist?.name,
          ])
        }),
      )
      assert.deepStrictEqual(tops, [
        [
          ["1", "Low", "3", undefined],
          ["2", "Ida & <Co>", "1", undefined],
        ],
        [["1", "Hey What", "3", "Low"]],
        [
          ["1", "White Horses", "2", "Low"],
          ["2", "Ebb", "1", "Ida & <Co>"],
          ["3", "Days Like These", "1", "Low"],
        ],
      ])
      const { user } = yield* jsonRead(server, "user.getInfo", { api_key: key })
      assert.deepStrictEqual(
        [user.name, user.playcount, user.artist_count, user.album_count, user.track_count, user.registered],
        ["me", "4", "2", "1", "3", { unixtime: String(now - 400), "#text": String(now - 400) }],
      )
    }),
  )

  it.effect("show loved tracks, in whichever spelling, until they are unloved", () =>
    Effect.gen(function* () {
      const { admin, key, server, sk } = yield* played
      const loved = (api_key = key) =>
        Effect.map(jsonRead(server, "user.getLovedTracks", { api_key }), ({ lovedtracks }) =>
          lovedtracks.track.map(({ artist, date, name }: Shown) => [artist?.name, name, typeof date.uts]),
        )
      assert.deepStrictEqual(yield* loved(), [])
      const love = { method: "track.love", sk, artist: "low", track: "white horses" }
      assert.deepStrictEqual(jsonOf(yield* write(server, love)), {})
      assert.deepStrictEqual(yield* loved(), [["low", "white horses", "string"]])
      // A session stands for itself, next to the key of an application.
      const { recenttracks } = yield* jsonRead(server, "user.getRecentTracks", {
        api_key: "app",
        sk: admin,
        extended: "1",
      })
      assert.deepStrictEqual(
        recenttracks.track.map((one: Shown) => one.loved),
        ["1", "0", "0", "1"],
      )
      yield* write(server, { ...love, method: "track.unlove", artist: "LOW" })
      assert.deepStrictEqual(yield* loved(), [])
    }),
  )

  it.effect("are XML unless JSON is requested", () =>
    Effect.gen(function* () {
      const { key, server } = yield* played
      const { headers, text } = yield* read(server, "user.getTopArtists", { api_key: key })
      assert.match(String(headers["content-type"]), /^text\/xml/)
      assert.match(
        text,
        /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<lfm status="ok"><topartists user="me" page="1" perPage="50" totalPages="1" total="2"><artist rank="1"><name>Low<\/name><playcount>3<\/playcount>/,
      )
      assert.include(text, "<name>Ida &amp; &lt;Co&gt;</name>")
      const recent = yield* read(server, "user.getRecentTracks", { api_key: key })
      assert.match(recent.text, /<artist mbid="">Low<\/artist>/)
      assert.match(recent.text, new RegExp(`<date uts="${now - 100}">`))
      assert.include(recent.text, '<image size="small"></image>')
    }),
  )

  it.effect("need a key that may read, and refuse what they do not know", () =>
    Effect.gen(function* () {
      const { key, server, sk } = yield* played
      const refused = [
        [{ api_key: "unknown" }, 10, /Invalid API key/],
        [{ api_key: "app", sk: "unknown" }, 9, /Invalid session key/],
        [{ api_key: sk }, 4, /Authentication failed/],
        [{}, 6, /api_key is missing/],
        [{ api_key: key, limit: "many" }, 6, /limit/],
        [{ api_key: key, page: 0 }, 6, /page/],
      ] as const
      for (const [parameters, code, message] of refused) {
        const reply = yield* read(server, "user.getRecentTracks", { format: "json", ...parameters })
        const error = jsonOf(reply) as { error: number; message: string }
        assert.isAtLeast(reply.status, 400)
        assert.strictEqual(error.error, code, reply.text)
        assert.match(error.message, message)
      }
      const period = yield* read(server, "user.getTopTracks", {
        format: "json",
        api_key: key,
        period: "2day",
      })
      assert.deepInclude(jsonOf(period), { error: 6 })
      const unknown = yield* read(server, "user.getFriends", { format: "json", api_key: key })
      assert.deepInclude(jsonOf(unknown), { error: 3 })
    }),
  )

  it.effect("are accepted by a client that validates each response", () =>
    Effect.gen(function* () {
      const { admin, key, server } = yield* played
      yield* write(server, { method: "track.love", sk: admin, artist: "Low", track: "White Horses" })
      const { user } = new LastFmClient({
        apiKey: key,
        sharedSecret: "any",
        baseUrl: new URL("/apis/lastfm/2.0/", server.address).href,
      })
      const me = { user: "me" }
      const names = (items: ReadonlyArray<{ readonly name: string }>) => items.map(({ name }) => name)
      const shown = yield* Effect.promise(async () => ({
        plays: (await user.getInfo(me)).user.playcount,
        recent: names((await user.getRecentTracks(me)).recenttracks.track),
        artists: names((await user.getTopArtists(me)).topartists.artist),
        albums: names((await user.getTopAlbums(me)).topalbums.album),
        tracks: names((await user.getTopTracks(me)).toptracks.track),
        loved: names((await user.getLovedTracks(me)).lovedtracks.track),
      }))
      assert.deepStrictEqual(shown, {
        plays: "4",
        recent: ["White Horses", "Ebb", "Days Like These", "White Horses"],
        artists: ["Low", "Ida & <Co>"],
        albums: ["Hey What"],
        tracks: ["White Horses", "Ebb", "Days Like These"],
        loved: ["White Horses"],
      })
    }),
  )

  // Recorded from lastfm-ts-api 2.6.2, the client of multi-scrobbler, with the parameters of multi-scrobbler's Libre.fm source and client.
  it.effect("are what multi-scrobbler reads, which names a user only where it knows one", () =>
    Effect.gen(function* () {
      const { admin, server } = yield* played
      const asked = (query: string) =>
        Effect.map(
          server.ask("GET", `/apis/lastfm/2.0/?format=json&${query.replaceAll("SESSION", admin)}`, {}),
          (reply) => JSON.parse(reply.text),
        )
      const { user } = yield* asked(
        "sk=SESSION&api_key=anything&method=user.getInfo&api_sig=610e5ce374a6a785802188e318cfe002",
      )
      assert.strictEqual(user.name, "daybook")
      const recent = (range: string) =>
        asked(
          `limit=200&page=1&sk=SESSION&user=${user.name}&extended=1${range}&api_key=anything&method=user.getRecentTracks`,
        )
      // It takes an artist from either, and leaves out what has no time and does not play.
      const readBy = ({
        recenttracks,
      }: {
        readonly recenttracks: { readonly track: ReadonlyArray<Shown> }
      }) => recenttracks.track.map(({ artist, date, name }) => [artist?.name, name, Number(date.uts)])
      const all = yield* recent("")
      assert.deepInclude(all.recenttracks["@attr"], {
        page: "1",
        perPage: "200",
        totalPages: "1",
        total: "4",
      })
      assert.deepStrictEqual(readBy(all), [
        ["Low", "White Horses", now - 100],
        ["Ida & <Co>", "Ebb", now - 200],
        ["Low", "Days Like These", now - 300],
        ["Low", "White Horses", now - 400],
      ])
      assert.deepStrictEqual(readBy(yield* recent(`&from=${now - 350}&to=${now - 250}`)), [
        ["Low", "Days Like These", now - 300],
      ])
      // It stops at these words, and would try again at others.
      const refused = yield* asked(
        "sk=revoked&api_key=anything&method=user.getInfo&api_sig=d7b51216e825fcf3be51f8b589eea657",
      )
      assert.strictEqual(refused.error, 9)
      assert.match(refused.message, /invalid session key/i)
    }),
  )
})
