import type { ScrobbleSource } from "@daybook/listening"
import type { WatchSourceService } from "@daybook/watching"
import { assert, describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import { Plex } from "../src/index.ts"
import { collectRejectedRows } from "./collectRejectedRows.ts"
import { type Asked, type Reply, scriptedServer } from "./scriptedServer.ts"

const begin = 1_700_000_000
const day = 86_400

const row = (number: number, viewedAt: number, more: object = {}) => ({
  historyKey: `/status/sessions/history/${number}`,
  accountID: 1,
  viewedAt,
  ...more,
})

const film = (number: number, viewedAt: number, more: object = {}) =>
  row(number, viewedAt, {
    type: "movie",
    title: "Salt Roads",
    ratingKey: "11",
    originallyAvailableAt: "1998-12-31",
    ...more,
  })

const episode = (number: number, viewedAt: number, more: object = {}) =>
  row(number, viewedAt, {
    type: "episode",
    title: "Pilot",
    ratingKey: "12",
    grandparentKey: "/library/metadata/13",
    grandparentTitle: "Night Bus",
    parentIndex: 0,
    index: 3,
    ...more,
  })

const track = (number: number, viewedAt: number, more: object = {}) =>
  row(number, viewedAt, {
    type: "track",
    title: "Tin Roof",
    parentTitle: "Weather",
    grandparentTitle: "Ida Quarry",
    ratingKey: "14",
    ...more,
  })

const library = [
  {
    ratingKey: "11",
    year: 1999,
    guid: "plex://movie/1",
    Guid: [{ id: "imdb://tt0000011" }, { id: "tmdb://11" }],
  },
  { ratingKey: "12", year: 2011, guid: "plex://episode/1", Guid: [{ id: "tvdb://101" }] },
  { ratingKey: "13", year: 2010, guid: "plex://show/1", Guid: [{ id: "tmdb://21" }] },
  { ratingKey: "14", duration: 200_000, originalTitle: "Ida Quarry & Sons" },
]

/** A Plex Media Server with a history, as far as it is requested here. */
const server =
  (rows: ReadonlyArray<{ readonly viewedAt: number }>, sessions: ReadonlyArray<object> = []) =>
  ({ headers, path, query }: Asked): Reply => {
    if (path === "/accounts")
      return {
        body: {
          MediaContainer: {
            Account: [
              { id: 1, name: "Ida" },
              { id: 42, name: "Kit" },
            ],
          },
        },
      }
    if (path === "/status/sessions") return { body: { MediaContainer: { size: 1, Metadata: sessions } } }
    if (path.startsWith("/library/metadata/")) {
      const keys = path.split("/")[3]?.split(",") ?? []
      const Metadata = library.filter(({ ratingKey }) => keys.includes(ratingKey))
      return Metadata.length === 0 ? { status: 404, body: "" } : { body: { MediaContainer: { Metadata } } }
    }
    const from = Number(query.get("viewedAt>"))
    const found = rows
      .filter(({ viewedAt }) => !(viewedAt < from))
      .toSorted((one, other) => one.viewedAt - other.viewedAt)
    const start = Number(headers["x-plex-container-start"])
    const Metadata = found.slice(start, start + Number(headers["x-plex-container-size"]))
    return {
      body: {
        MediaContainer: { totalSize: found.length, offset: start, ...(Metadata.length > 0 && { Metadata }) },
      },
    }
  }

type Script = Parameters<typeof scriptedServer>[0]

const open = (script: Script, user?: string) =>
  Effect.gen(function* () {
    const { calls, url } = yield* scriptedServer(script)
    const config = { url, token: Redacted.make("the-token"), user }
    return { calls, watches: yield* Plex.makeWatches(config), plays: yield* Plex.makePlays(config) }
  }).pipe(Effect.provide(FetchHttpClient.layer))

const watched = (source: WatchSourceService, cursor?: string) =>
  Stream.runCollect(source.records(Option.fromUndefinedOr(cursor)))
const played = (source: ScrobbleSource, cursor?: string) =>
  Stream.runCollect(source.scrobbles(Option.fromUndefinedOr(cursor)))

describe("the history of a Plex Media Server", () => {
  it.live("holds films and episodes with the ids of the library, and tracks by their beginnings", () =>
    Effect.gen(function* () {
      const rows = [
        film(1, begin),
        episode(2, begin + day),
        track(3, begin + 2 * day),
        row(4, begin, { type: "clip" }),
      ]
      const { calls, plays, watches } = yield* open(server(rows))
      const told = {
        type: "watched",
        source: "plex",
        precision: "moment",
        rating: 0,
        review: "",
        imageUrl: "",
      }
      expect((yield* watched(watches)).flatMap(({ items }) => items)).toEqual([
        {
          ...told,
          ref: `history ${begin} /status/sessions/history/1`,
          item: { kind: "film", title: "Salt Roads", year: 1999, ids: { imdb: "tt0000011", tmdb: 11 } },
          at: begin * 1000,
        },
        {
          ...told,
          ref: `history ${begin + day} /status/sessions/history/2`,
          item: {
            kind: "episode",
            show: "Night Bus",
            showYear: 2010,
            showIds: { tmdb: 21 },
            season: 0,
            episode: 3,
            title: "Pilot",
            episodeIds: { tvdb: 101 },
          },
          at: (begin + day) * 1000,
        },
      ])
      expect(calls[0]?.headers).toMatchObject({ "x-plex-token": "the-token", accept: "application/json" })
      expect(Object.fromEntries(calls[0]?.query ?? [])).toEqual({
        sort: "viewedAt:asc",
        accountID: "1",
        "viewedAt>": "0",
      })
      expect((yield* played(plays)).flatMap(({ items }) => items)).toEqual([
        {
          track: "Tin Roof",
          artist: "Ida Quarry & Sons",
          album: "Weather",
          imageUrl: "",
          playedAt: (begin + 2 * day - 180) * 1000,
        },
      ])
    }),
  )

  it.live("contains titles that were deleted from the library, with their remaining fields", () =>
    Effect.gen(function* () {
      const gone = { ratingKey: undefined, grandparentKey: undefined }
      const rows = [film(1, begin, gone), episode(2, begin, gone), track(3, begin, gone)]
      const { plays, watches } = yield* open(server(rows))
      expect((yield* watched(watches)).flatMap(({ items }) => items)).toMatchObject([
        { item: { title: "Salt Roads", year: 1998, ids: {} } },
        { item: { show: "Night Bus", showYear: 0, season: 0, episode: 3 } },
      ])
      expect((yield* played(plays)).flatMap(({ items }) => items)).toMatchObject([
        { artist: "Ida Quarry", playedAt: begin * 1000 },
      ])
    }),
  )

  it.live("is read page by page, and carries on after a kill with each row once", () =>
    Effect.gen(function* () {
      const rows = Array.from({ length: 450 }, (_, index) => film(index + 1, begin + index * 3_600))
      const { watches } = yield* open(server(rows))
      const refs = (batches: Effect.Success<ReturnType<typeof watched>>) =>
        batches.flatMap(({ items }) => items.flatMap((item) => (item.type === "watched" ? [item.ref] : [])))
      const whole = yield* watched(watches)
      assert.strictEqual(whole.length, 3)
      assert.strictEqual(new Set(refs(whole)).size, 450)
      for (const cut of whole.slice(0, 2)) {
        const before = whole.slice(0, whole.indexOf(cut) + 1)
        const after = yield* watched(watches, cut.cursor)
        assert.strictEqual(new Set([...refs(before), ...refs(after)]).size, 450)
      }
      // The last row is of the second up to which all was read, and arrives twice.
      assert.isAtMost(refs(yield* watched(watches, whole.at(-1)?.cursor)).length, 1)
    }),
  )

  it.live("reports late plays of players that were offline, and no others again", () =>
    Effect.gen(function* () {
      const rows = [track(1, begin), track(2, begin + 20 * day)]
      const { plays } = yield* open((asked) => server(rows)(asked))
      const cursor = (yield* played(plays)).at(-1)?.cursor
      rows.push(track(3, begin + 15 * day, { title: "Late" }))
      const names = (yield* played(plays, cursor)).flatMap(({ items }) => items.map((one) => one.track))
      assert.deepStrictEqual(names, ["Late", "Tin Roof"])
    }),
  )

  it.live("loses nothing where rows are deleted while it is read", () =>
    Effect.gen(function* () {
      let rows = Array.from({ length: 450 }, (_, index) => film(index + 1, begin + index))
      const { watches } = yield* open((asked) => {
        const reply = server(rows)(asked)
        if (asked.headers["x-plex-container-start"] === "0" && rows.length === 450) rows = rows.slice(30)
        return reply
      })
      const read = (yield* watched(watches)).flatMap(({ items }) => items)
      assert.strictEqual(new Set(read.map((one) => JSON.stringify(one))).size, 450)
    }),
  )

  it.live("covers one account: the named one, whatever its case, else the owner", () =>
    Effect.gen(function* () {
      const rows = [film(1, begin), film(2, begin, { accountID: 42 })]
      const { calls, watches } = yield* open(server(rows), "KIT")
      const read = (yield* watched(watches)).flatMap(({ items }) => items)
      expect(read).toMatchObject([{ ref: `history ${begin} /status/sessions/history/2` }])
      expect(calls[1]?.query.get("accountID")).toBe("42")
      const { watches: nobodys } = yield* open(server(rows), "nobody")
      expect(yield* Effect.flip(watched(nobodys))).toMatchObject({
        failure: "unauthorized",
        message: expect.stringMatching(/no account of that name: check PLEX_USER/),
      })
    }),
  )

  it.live("sets rows aside that cannot be read, each in its own domain, and reads them again", () =>
    Effect.gen(function* () {
      const rows = [
        film(1, begin, { title: "" }),
        episode(2, begin, { index: undefined }),
        track(3, begin, { grandparentTitle: null }),
        { viewedAt: begin },
        film(5, begin),
      ]
      const { plays, watches } = yield* open(server(rows))
      const ofWatching = collectRejectedRows()
      expect((yield* ofWatching.provide(watched(watches))).flatMap(({ items }) => items)).toHaveLength(1)
      expect(ofWatching.kept.map(({ reason }) => reason)).toEqual([
        "title: must not be empty",
        "index: Missing key",
        "type: Missing key",
      ])
      const ofListening = collectRejectedRows()
      yield* ofListening.provide(played(plays))
      expect(ofListening.kept.map(({ reason }) => reason)).toEqual([
        expect.stringMatching(/^grandparentTitle: Expected string/),
        "type: Missing key",
      ])
      const again = watches.readAgain ?? (() => Effect.succeed([]))
      expect(yield* again([film(1, begin), episode(2, begin)])).toHaveLength(2)
    }),
  )

  it.live("knows the track that the account plays now", () =>
    Effect.gen(function* () {
      const session = (id: string, state: string) => ({ ...track(0, 0), User: { id }, Player: { state } })
      const { plays } = yield* open(server([], [session("42", "playing"), session("1", "playing")]))
      expect(yield* plays.latest).toMatchObject(
        Option.some({ listen: { track: "Tin Roof", album: "Weather" }, playedAt: undefined }),
      )
      const { plays: silent } = yield* open(server([], [session("1", "paused")]))
      expect(yield* silent.latest).toEqual(Option.none())
    }),
  )

  it.live("names the setting to check if the token is refused", () =>
    Effect.gen(function* () {
      const { watches } = yield* open(() => ({ status: 401, body: "<html>the-token</html>" }))
      const { message } = yield* Effect.flip(watched(watches))
      assert.include(message, "PLEX_TOKEN")
      assert.notInclude(message, "the-token")
    }),
  )
})
