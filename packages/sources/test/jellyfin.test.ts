import type { ScrobbleSource } from "@daybook/listening"
import type { WatchSourceService } from "@daybook/watching"
import { assert, describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import { Jellyfin } from "../src/index.ts"
import { collectRejectedRows } from "./collectRejectedRows.ts"
import { type Asked, type Reply, scriptedServer } from "./scriptedServer.ts"

const begin = Date.UTC(2026, 5, 1, 20)
const day = 86_400_000

/** Jellyfin writes seven digits of a second. */
const played = (at: number | null) => ({
  Played: true,
  PlayCount: 1,
  LastPlayedDate: at === null ? null : new Date(at).toISOString().replace("Z", "4567Z"),
})

const film = (id: string, at: number | null, more: object = {}) => ({
  Id: id,
  Type: "Movie",
  Name: "Salt Roads",
  ProductionYear: 1999,
  ProviderIds: { Imdb: "tt0000011", Tmdb: "11" },
  UserData: played(at),
  ...more,
})

const episode = (id: string, at: number | null, more: object = {}) => ({
  Id: id,
  Type: "Episode",
  Name: "Pilot",
  SeriesName: "Night Bus",
  SeriesId: "the-show",
  ParentIndexNumber: 0,
  IndexNumber: 3,
  ProviderIds: { Tvdb: "101" },
  UserData: played(at),
  ...more,
})

const track = (id: string, at: number | null, more: object = {}) => ({
  Id: id,
  Type: "Audio",
  Name: "Tin Roof",
  Artists: ["Ida Quarry", "A Guest"],
  AlbumArtist: "Various Artists",
  Album: "Weather",
  UserData: played(at),
  ...more,
})

type Item = ReturnType<typeof film> | ReturnType<typeof episode> | ReturnType<typeof track>

const show = { Id: "the-show", Type: "Series", ProductionYear: 2010, ProviderIds: { TMDB: "21" } }

/** A Jellyfin server with these played items, as far as it is requested here. */
const server =
  (items: ReadonlyArray<Item>, sessions: ReadonlyArray<object> = []) =>
  ({ path, query }: Asked): Reply => {
    if (path === "/Users")
      return {
        body: [
          { Id: "u1", Name: "ida" },
          { Id: "u2", Name: "kit" },
        ],
      }
    if (path === "/Sessions") return { body: sessions }
    if (query.get("ids") !== null) return { body: { Items: [show], TotalRecordCount: 1 } }
    const types = query.get("includeItemTypes")?.split(",") ?? []
    const time = ({ UserData }: Item) => UserData.LastPlayedDate ?? ""
    const found = items
      .filter(({ Type }) => types.includes(Type))
      .toSorted((one, other) => (time(one) < time(other) ? 1 : time(one) > time(other) ? -1 : 0))
    const start = Number(query.get("startIndex"))
    return {
      body: { Items: found.slice(start, start + Number(query.get("limit"))), TotalRecordCount: found.length },
    }
  }

const open = (script: Parameters<typeof scriptedServer>[0], user = "Ida") =>
  Effect.gen(function* () {
    const { calls, url } = yield* scriptedServer(script)
    const config = { url, key: Redacted.make("the-key"), user }
    return { calls, watches: yield* Jellyfin.makeWatches(config), plays: yield* Jellyfin.makePlays(config) }
  }).pipe(Effect.provide(FetchHttpClient.layer))

const watchesOf = (source: WatchSourceService, cursor?: string) =>
  Stream.runCollect(source.records(Option.fromUndefinedOr(cursor)))
const playsOf = (source: ScrobbleSource, cursor?: string) =>
  Stream.runCollect(source.scrobbles(Option.fromUndefinedOr(cursor)))

const refsOf = (batches: Effect.Success<ReturnType<typeof watchesOf>>) =>
  batches.flatMap(({ items }) => items.flatMap((item) => (item.type === "watched" ? [item.ref] : [])))

describe("the items that a Jellyfin server has played", () => {
  it.live("are films and episodes with the ids of the library, and tracks", () =>
    Effect.gen(function* () {
      const items = [film("f", begin), episode("e", begin - day), track("t", begin + 789), film("g", null)]
      const { calls, plays, watches } = yield* open(server(items))
      const told = {
        type: "watched",
        source: "jellyfin",
        precision: "moment",
        rating: 0,
        review: "",
        imageUrl: "",
      }
      expect((yield* watchesOf(watches)).flatMap((batch) => batch.items)).toEqual([
        {
          ...told,
          ref: `played ${begin} f`,
          item: { kind: "film", title: "Salt Roads", year: 1999, ids: { imdb: "tt0000011", tmdb: 11 } },
          at: begin,
        },
        {
          ...told,
          ref: `played ${begin - day} e`,
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
          at: begin - day,
        },
      ])
      expect(calls[0]?.headers["authorization"]).toBe('MediaBrowser Token="the-key"')
      expect(Object.fromEntries(calls[1]?.query ?? [])).toMatchObject({
        userId: "u1",
        recursive: "true",
        filters: "IsPlayed",
        sortBy: "DatePlayed",
        sortOrder: "Descending",
      })
      expect((yield* playsOf(plays)).flatMap((batch) => batch.items)).toEqual([
        { track: "Tin Roof", artist: "Ida Quarry", album: "Weather", imageUrl: "", playedAt: begin },
      ])
    }),
  )

  it.live("are read page by page, and carry on after a kill", () =>
    Effect.gen(function* () {
      const items = Array.from({ length: 450 }, (_, index) => film(`f${index}`, begin - index * 3_600_000))
      const { calls, watches } = yield* open(server(items))
      const whole = yield* watchesOf(watches)
      assert.strictEqual(whole.length, 3)
      assert.strictEqual(new Set(refsOf(whole)).size, 450)
      const after = yield* watchesOf(watches, whole[0]?.cursor)
      assert.strictEqual(new Set([...refsOf(whole.slice(0, 1)), ...refsOf(after)]).size, 450)
      assert.strictEqual(after.length, 2)
      // The last walk of a whole reading ends where the two weeks before it begin.
      calls.length = 0
      assert.isBelow(refsOf(yield* watchesOf(watches, whole.at(-1)?.cursor)).length, 401)
      // Somebody else's place says nothing.
      const { watches: others } = yield* open(server(items), "kit")
      assert.strictEqual(new Set(refsOf(yield* watchesOf(others, whole.at(-1)?.cursor))).size, 450)
    }),
  )

  it.live("show only their last play, and each seen one is its own watch", () =>
    Effect.gen(function* () {
      const items: Array<Item> = [film("f", begin)]
      const { watches } = yield* open((asked) => server(items)(asked))
      const first = yield* watchesOf(watches)
      items[0] = film("f", begin + 30 * day)
      const second = yield* watchesOf(watches, first.at(-1)?.cursor)
      assert.deepStrictEqual(refsOf([...first, ...second]), [
        `played ${begin} f`,
        `played ${begin + 30 * day} f`,
      ])
    }),
  )

  it.live("lose none where others are unmarked while they are read", () =>
    Effect.gen(function* () {
      let items: ReadonlyArray<Item> = Array.from({ length: 450 }, (_, index) =>
        film(`f${index}`, begin - index),
      )
      const { watches } = yield* open((asked) => {
        const reply = server(items)(asked)
        if (asked.query.get("startIndex") === "0" && items.length === 450) items = items.slice(30)
        return reply
      })
      assert.strictEqual(new Set(refsOf(yield* watchesOf(watches))).size, 450)
    }),
  )

  it.live("without a time end a reading, and are not plays", () =>
    Effect.gen(function* () {
      const marked = Array.from({ length: 900 }, (_, index) => film(`m${index}`, null))
      const { calls, watches } = yield* open(server([film("f", begin), ...marked]))
      assert.deepStrictEqual(refsOf(yield* watchesOf(watches)), [`played ${begin} f`])
      assert.strictEqual(calls.length, 2)
    }),
  )

  it.live("are set aside if they cannot be read, and read again", () =>
    Effect.gen(function* () {
      const items: ReadonlyArray<Item> = [
        film("f", begin, { Name: "" }),
        episode("e", begin, { IndexNumber: undefined }),
        track("t", begin, { Artists: [], AlbumArtist: null }),
        { ...film("d", begin), UserData: { ...played(begin), LastPlayedDate: "soon" } },
      ]
      const { plays, watches } = yield* open(server(items))
      const rejected = collectRejectedRows()
      expect(refsOf(yield* rejected.provide(watchesOf(watches)))).toEqual([])
      yield* rejected.provide(playsOf(plays))
      expect(new Map(rejected.kept.map(({ reason, ref }) => [ref, reason]))).toEqual(
        new Map([
          ["f", "Name: must not be empty"],
          ["e", "IndexNumber: Missing key"],
          ["d", "UserData.LastPlayedDate: Expected a time in ISO 8601"],
          ["t", "Artists: Expected an artist"],
        ]),
      )
      const again = watches.readAgain ?? (() => Effect.succeed([]))
      expect(yield* again([film("f", begin), episode("e", begin)])).toHaveLength(2)
    }),
  )

  it.live("are of a user whom the server knows", () =>
    Effect.gen(function* () {
      const { watches } = yield* open(server([]), "nobody")
      expect(yield* Effect.flip(watchesOf(watches))).toMatchObject({
        failure: "unauthorized",
        message: expect.stringMatching(/no user of that name: check JELLYFIN_USER/),
      })
      const { watches: refused } = yield* open(() => ({ status: 401, body: "" }))
      expect((yield* Effect.flip(watchesOf(refused))).message).toContain("JELLYFIN_KEY")
    }),
  )

  it.live("report the track that the user plays now", () =>
    Effect.gen(function* () {
      const session = (UserId: string, IsPaused: boolean) => ({
        UserId,
        PlayState: { IsPaused },
        NowPlayingItem: track("t", null),
      })
      const { plays } = yield* open(
        server([], [{ UserId: "u1" }, session("u2", false), session("u1", false)]),
      )
      expect(yield* plays.latest).toMatchObject(Option.some({ listen: { artist: "Ida Quarry" } }))
      const { plays: silent } = yield* open(server([], [session("u1", true), session("u2", false)]))
      expect(yield* silent.latest).toEqual(Option.none())
    }),
  )
})
