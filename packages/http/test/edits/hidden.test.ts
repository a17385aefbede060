import { checkInAt } from "@daybook/places/contract"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { ask, jsonOf, type Reply } from "../ask.ts"
import { sessions } from "../oauth/owner.ts"
import { run } from "../scriptedSource.ts"
import { startServer, type TestServer } from "../testServer.ts"
import { send } from "./userEdits.ts"

const at = "2026-07-01T08:00:00Z"

/** Secret names, and the times and the episode of what is secret under an open name. */
const secret = /secret[^"<]{0,20}|S07E77|0([567]):0\1:0\1/i

/** Items of each type, all of which say that they are secret; `list` shows them to the owner. */
const items = [
  {
    domain: "listening",
    type: "play",
    body: { artist: "Low", track: "Secret play", album: "Known", played_at: at },
    list: "/v1/listening/recent",
    name: "Secret play",
  },
  {
    domain: "listening",
    type: "play",
    body: { artist: "Alone", track: "Loud", album: "", played_at: "2026-07-01T05:05:05Z" },
    list: "/v1/listening/recent",
    name: "05:05:05",
  },
  {
    domain: "listening",
    type: "play",
    body: { artist: "Open", track: "A song", album: "Public album", played_at: "2026-07-01T07:07:07Z" },
    list: "/v1/listening/recent",
    name: "07:07:07",
  },
  {
    domain: "reading",
    type: "article",
    body: { url: "https://a.example/secret-article", title: "Secret article", finished_at: at },
    list: "/v1/reading/archive",
    name: "Secret article",
  },
  {
    domain: "reading",
    type: "book",
    body: { title: "Secret book", author: "Ann", finished_at: at },
    list: "/v1/reading/books",
    name: "Secret book",
  },
  {
    domain: "watching",
    type: "watch",
    body: { title: "Secret film", year: 1999, watched_at: at, rating: 4, review: "Secret review" },
    list: "/v1/watching/recent",
    name: "Secret film",
  },
  {
    domain: "watching",
    type: "watch",
    body: { title: "Open show", season: 7, episode: 77, watched_at: "2026-07-01T06:06:06Z" },
    list: "/v1/watching/recent",
    name: "06:06:06",
  },
  {
    domain: "running",
    type: "run",
    body: { started_at: at, distance_mi: 30, moving_s: 9_000, name: "Secret run", race: true },
    list: "/v1/running/activities",
    name: "Secret run",
  },
  {
    domain: "attending",
    type: "event",
    body: {
      title: "Secret event",
      event_date: "2026-07-02",
      event_type: "concert",
      venue: "Open hall",
      performers: ["Open band"],
    },
    list: "/v1/attending/events",
    name: "Secret event",
  },
  {
    domain: "collecting",
    type: "record",
    body: { artist: "Low", title: "Secret record", year: 2001, format: "Vinyl", added_at: at },
    list: "/v1/collecting/records",
    name: "Secret record",
  },
  {
    domain: "collecting",
    type: "media",
    body: { title: "Secret disc", year: 2001, format: "bluray", added_at: at },
    list: "/v1/collecting/media",
    name: "Secret disc",
  },
  {
    domain: "places",
    type: "check-in",
    body: { venue: "Secret bar", city: "Oslo", country: "Norway", lat: 59, lng: 10, checked_in_at: at },
    list: "/v1/places/recent",
    name: "Secret bar",
  },
] as const

/** What belongs to others: it is hidden through the lists that name it. */
const named = [
  { list: "/v1/listening/artists", domain: "listening", type: "artist", name: "Secret artist" },
  { list: "/v1/listening/albums", domain: "listening", type: "album", name: "Secret album" },
  { list: "/v1/listening/tracks", domain: "listening", type: "track", name: "Secret track" },
  { list: "/v1/listening/tracks", domain: "listening", type: "track", name: "Secret single" },
  { list: "/v1/watching/movies", domain: "watching", type: "movie", name: "Secret cinema" },
  { list: "/v1/watching/shows", domain: "watching", type: "show", name: "Secret show" },
  { list: "/v1/attending/venues", domain: "attending", type: "venue", name: "Secret hall" },
  { list: "/v1/attending/performers", domain: "attending", type: "performer", name: "Secret band" },
  { list: "/v1/places/venues", domain: "places", type: "place", name: "Secret park" },
] as const

const others: ReadonlyArray<readonly [path: string, body: object]> = [
  ["listening/play", { artist: "Secret artist", track: "Its track", album: "Its album", played_at: at }],
  [
    "listening/play",
    { artist: "Open", track: "On it", album: "Secret album", played_at: "2026-07-01T09:00:00Z" },
  ],
  [
    "listening/play",
    { artist: "Open", track: "Secret track", album: "Other", played_at: "2026-07-01T10:00:00Z" },
  ],
  [
    "listening/play",
    { artist: "Open", track: "A song", album: "Public album", played_at: "2026-06-01T10:00:00Z" },
  ],
  [
    "listening/play",
    { artist: "Open", track: "A song", album: "Public album", played_at: "2026-07-01T04:00:00Z" },
  ],
  [
    "listening/play",
    { artist: "Open", track: "A song", album: "Public album", played_at: "2026-07-02T10:00:00Z" },
  ],
  [
    "listening/play",
    { artist: "Single", track: "Secret single", album: "", played_at: "2026-07-01T11:00:00Z" },
  ],
  ["listening/play", { artist: "Alone", track: "Loud", album: "", played_at: "2026-07-01T04:00:00Z" }],
  ["listening/play", { artist: "Alone", track: "Loud", album: "", played_at: "2026-07-02T11:00:00Z" }],
  // The article has the first number.
  ["reading/highlight", { article_id: 1, text: "Secret passage" }],
  ["watching/watch", { title: "Secret cinema", year: 2002, watched_at: at, rating: 5, review: "Secret too" }],
  ["watching/watch", { title: "Secret show", season: 1, episode: 1, watched_at: at }],
  ["watching/watch", { title: "Open show", season: 1, episode: 1, watched_at: "2026-06-01T08:00:00Z" }],
  ["watching/watch", { title: "Open show", season: 7, episode: 78, watched_at: "2026-07-02T08:00:00Z" }],
  [
    "attending/event",
    {
      title: "Open evening",
      event_date: "2026-07-03",
      event_type: "concert",
      venue: "Secret hall",
      performers: ["Secret band", "Open band"],
    },
  ],
  [
    "places/check-in",
    { venue: "Secret park", city: "Rome", country: "Italy", lat: 41, lng: 12, checked_in_at: at },
  ],
]

interface Listed {
  readonly id: string | number
  readonly name?: string
  readonly title?: string
  readonly hidden?: boolean
}

const listedAt = (server: TestServer, path: string) =>
  Effect.map(send(server, "GET", path), (reply) => (jsonOf(reply) as { data: ReadonlyArray<Listed> }).data)

const parameters: Readonly<Record<string, string>> = {
  year: "2026",
  month: "7",
  domain: "listening",
  card: "cover",
  league: "mlb",
  season: "2026",
}

/** Every address below /v1 that a read key may open, with an example of each parameter. */
const readable = Effect.fnUntraced(function* (server: TestServer, ids: ReadonlyArray<string | number>) {
  const document = jsonOf(yield* server.ask("GET", "/v1/openapi.json")) as {
    readonly paths: Readonly<Record<string, object>>
  }
  return Object.entries(document.paths)
    .filter(([path, methods]) => "get" in methods && !/\/(admin|live)(\/|$)|\/images\/|\.png$/.test(path))
    .flatMap(([path]) => {
      const filled = path.replace(/\{(\w+)\}/g, (whole, name: string) => parameters[name] ?? whole)
      return filled.includes("{id}")
        ? ids.map((id) => filled.replace("{id}", encodeURIComponent(id)))
        : [filled]
    })
})

const queried = (path: string): string =>
  /search/.test(path)
    ? `${path}?q=secret`
    : path.endsWith("/day")
      ? `${path}?date=2026-07-01`
      : path.endsWith("on-this-day")
        ? `${path}?date=2026-07-01`
        : path

const addAll = Effect.fnUntraced(function* (server: TestServer) {
  for (const { body, domain, type } of items) {
    const added = yield* send(server, "POST", `/v1/admin/${domain}/${type}`, body)
    assert.strictEqual(added.status, 201, added.text)
  }
  for (const [path, body] of others) {
    const added = yield* send(server, "POST", `/v1/admin/${path}`, body)
    assert.strictEqual(added.status, 201, added.text)
  }
})

/** The first item of a list that names this. */
const namedIn = (data: ReadonlyArray<Listed>, name: string) => {
  const one = data.find((item) => JSON.stringify(item).includes(name))
  assert(one !== undefined, `${name} in ${JSON.stringify(data)}`)
  return one
}

const hide = Effect.fnUntraced(function* (server: TestServer, path: string, hidden: boolean | null) {
  const reply = yield* send(server, "PATCH", path, { hidden })
  assert.strictEqual(reply.status, 200, `${path} ${reply.text}`)
  return jsonOf(reply) as Listed
})

describe("hidden items", () => {
  it.effect("nobody but the owner sees a hidden item, at any address, until it is shown again", () =>
    Effect.gen(function* () {
      const server = yield* startServer({ rateLimit: 10_000, sessions })
      yield* addAll(server)
      const paths: Array<string> = []
      const ids = new Set<string | number>()
      for (const { domain, list, name, type } of [...items, ...named]) {
        const { id } = namedIn(yield* listedAt(server, list), name)
        paths.push(`/v1/admin/${domain}/${type}/${encodeURIComponent(id)}`)
        ids.add(id)
      }
      for (const path of paths) assert.strictEqual((yield* hide(server, path, true)).hidden, true)

      const addresses = yield* readable(server, [...ids])
      const read = (path: string, key: string): Effect.Effect<Reply> => server.ask("GET", path, { key })
      const leaks: Array<string> = []
      for (const path of addresses.map(queried)) {
        const { status, text } = yield* read(path, server.read.key)
        assert.isBelow(status, 500, path)
        const found = secret.exec(text.replaceAll("q=secret", ""))
        if (found !== null) leaks.push(`${path}: ${found[0]}`)
      }
      assert.deepStrictEqual(leaks, [])
      assert.include((yield* read("/v1/listening/recent", server.read.key)).text, "Public album")
      // Who has a read key may open the page with it.
      const begun = yield* ask(server.address, "POST", "/session", { key: server.read.key })
      const cookie = begun.headers["set-cookie"]?.[0]?.split(";")[0] ?? ""
      const inPage = yield* ask(server.address, "GET", "/v1/reading/archive", { headers: { cookie } })
      assert.deepStrictEqual([inPage.status, secret.exec(inPage.text)], [200, null])
      for (const address of ["/pages/years/2026?now=true", "/pages/now"]) {
        const shared = yield* send(server, "POST", "/v1/admin/shares", { address })
        const { url } = jsonOf(shared) as { readonly url: string }
        const page = yield* server.ask("GET", new URL(url).pathname, {})
        assert.strictEqual(page.status, 200)
        assert.notMatch(page.text, secret)
      }

      for (const { list, name } of [...items, ...named]) {
        assert.strictEqual(namedIn(yield* listedAt(server, list), name).hidden, true, list)
      }
      for (const path of paths) yield* hide(server, path, null)
      for (const { list, name } of [...items, ...named]) {
        const reply = yield* read(list, server.read.key)
        assert.include(reply.text, name, list)
        assert.notInclude(reply.text, `"hidden":`, list)
      }
    }),
  )

  it.effect("stay hidden when a better source reports the same run or visit, until that is shown again", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const told = run(at, { name: "Secret run" })
      const visit = checkInAt(at, { id: "stay phone 1782892800", venueName: "Secret bar" })
      yield* server.runs.storeRuns("file", { runs: [told], gone: [] })
      yield* server.places.storeCheckIns([visit])
      yield* hide(server, `/v1/admin/running/run/${encodeURIComponent(`file:${told.ref}`)}`, true)
      yield* hide(server, `/v1/admin/places/check-in/${encodeURIComponent(visit.id)}`, true)
      yield* server.runs.storeRuns("strava", { runs: [{ ...told, ref: "123" }], gone: [] })
      yield* server.places.storeCheckIns([{ ...visit, id: "4f00" }])
      for (const [list, id] of [
        ["/v1/running/activities", "strava:123"],
        ["/v1/places/recent", "4f00"],
      ] as const) {
        assert.deepStrictEqual(
          (yield* listedAt(server, list)).map(({ hidden, id }) => [id, hidden]),
          [[id, true]],
        )
        const read = Effect.map(server.ask("GET", list, { key: server.read.key }), ({ text }) => text)
        assert.notInclude(yield* read, id)
        const path = list === "/v1/places/recent" ? "places/check-in" : "running/run"
        const shown = yield* hide(server, `/v1/admin/${path}/${encodeURIComponent(id)}`, null)
        assert.isUndefined(shown.hidden)
        assert.include(yield* read, id)
      }
    }),
  )

  it.effect("are not what plays now, nor the last play, under a name of the owner's either", () =>
    Effect.gen(function* () {
      const server = yield* startServer({ rateLimit: 10_000 })
      const add = (artist: string, track: string, played_at: string) =>
        Effect.map(
          send(server, "POST", "/v1/admin/listening/play", { artist, track, album: "", played_at }),
          (reply) => jsonOf(reply) as { readonly id: string; readonly artist: { readonly id: number } },
        )
      const now = Effect.map(
        server.ask("GET", "/v1/listening/now-playing", { key: server.read.key }),
        ({ text }) => JSON.parse(text) as { readonly track?: { readonly name: string } },
      )
      yield* add("Low", "Known", "2026-07-01T08:00:00Z")
      const last = yield* add("Low", "Known", "2026-07-01T09:00:00Z")
      assert.strictEqual((yield* now).track?.name, "Known")
      yield* hide(server, `/v1/admin/listening/play/${encodeURIComponent(last.id)}`, true)
      assert.isUndefined((yield* now).track)

      const { artist } = yield* add("Ida", "Ebb", "2026-07-01T10:00:00Z")
      assert.strictEqual((yield* now).track?.name, "Ebb")
      const path = `/v1/admin/listening/artist/${artist.id}`
      yield* send(server, "PATCH", path, { name: "Another" })
      assert.strictEqual((yield* now).track?.name, "Ebb")
      yield* hide(server, path, true)
      assert.isUndefined((yield* now).track)
    }),
  )

  it.effect("are read by the owner alone by the protocols of players as well", () =>
    Effect.gen(function* () {
      const server = yield* startServer({ rateLimit: 10_000 })
      const body = { artist: "Secret artist", track: "Ebb", album: "", played_at: at }
      const { artist } = jsonOf(yield* send(server, "POST", "/v1/admin/listening/play", body)) as {
        readonly artist: { readonly id: number }
      }
      const root = "/apis/listenbrainz/1"
      const ask = (method: string, path: string, key: string, sent?: object) =>
        server.ask(method, path, {
          headers: { authorization: `Token ${key}` },
          ...(sent === undefined ? {} : { body: sent }),
        })
      const { admin, read } = server
      const { payload } = jsonOf(yield* ask("GET", `${root}/user/me/listens`, admin.key)) as {
        readonly payload: { readonly listens: ReadonlyArray<{ readonly recording_msid: string }> }
      }
      const msid = String(payload.listens[0]?.recording_msid)
      const rated = { recording_msid: msid, score: 1 }
      const loved = yield* ask("POST", `${root}/feedback/recording-feedback`, admin.key, rated)
      assert.strictEqual(loved.status, 200, loved.text)
      yield* hide(server, `/v1/admin/listening/artist/${artist.id}`, true)
      const feedback = `${root}/feedback/user/me/get-feedback-for-recordings?recording_msids=${msid}`
      for (const [key, score] of [
        [admin.key, 1],
        [read.key, 0],
      ] as const) {
        assert.include((yield* ask("GET", feedback, key)).text, `"score":${score}`)
        for (const method of ["getRecentTracks", "getTopArtists", "getLovedTracks"]) {
          const path = `/apis/lastfm/2.0?method=user.${method}&format=json&api_key=${key}`
          const { status, text } = yield* server.ask("GET", path, {})
          assert.strictEqual(status, 200, text)
          assert.strictEqual(text.includes("Secret artist"), score === 1, `${method} ${text}`)
        }
      }
    }),
  )
})
