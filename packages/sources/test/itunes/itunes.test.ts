import { MusicCatalog } from "@daybook/listening"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import { Itunes } from "../../src/index.ts"
import { hastyClock } from "../hastyClock.ts"
import { album, answer, artist, song } from "./samples.ts"
import { recordedText, whereRecorded } from "../recordings.ts"
import { type Reply, scriptedServer } from "../scriptedServer.ts"

/** The catalog of a server that gives these replies in turn, the last forever after. */
const itunes = (replies: ReadonlyArray<Reply>, config: Partial<Itunes.Config> = {}) =>
  Effect.gen(function* () {
    const clock = hastyClock()
    const server = yield* scriptedServer(
      (_, call) => replies[Math.min(call, replies.length) - 1] ?? answer([]),
    )
    const catalog = yield* Itunes.make({ url: server.url, ...config })
    return {
      calls: server.calls,
      slept: clock.slept,
      searchArtist: (name: string) => clock.provide(catalog.searchArtist(name)),
      searchSong: (by: string, track: string) => clock.provide(catalog.searchSong(by, track)),
      albumsOf: (id: string) => clock.provide(catalog.albumsOf(id)),
    }
  }).pipe(Effect.provide(FetchHttpClient.layer))

describe("a search for an artist", () => {
  it.live("returns artists in the service's order, even two of one name, and other names", () =>
    Effect.gen(function* () {
      const found = [artist(1, "Nine Wells"), artist(2, "Nine Wells Revival"), artist(3, "Nine Wells")]
      const { calls, searchArtist } = yield* itunes([answer(found)])
      expect(yield* searchArtist("The Nine Wells!")).toEqual(
        found.map(({ artistId, artistName }) => ({
          id: String(artistId),
          name: artistName,
          url: `https://music.apple.example/us/artist/x/${artistId}`,
        })),
      )
      expect(calls[0]?.path).toBe("/search")
      expect(Object.fromEntries(calls[0]?.query ?? [])).toEqual({
        term: "nine wells",
        media: "music",
        entity: "musicArtist",
        attribute: "artistTerm",
        limit: "25",
      })
    }),
  )

  it.live("of an unknown name returns none", () =>
    Effect.gen(function* () {
      const { searchArtist } = yield* itunes([answer([])])
      expect(yield* searchArtist("Nobody At All")).toEqual([])
    }),
  )

  it.live("sends a name of punctuation as it is", () =>
    Effect.gen(function* () {
      const { calls, searchArtist } = yield* itunes([])
      yield* searchArtist("+/-")
      expect(calls[0]?.query.get("term")).toBe("+/-")
    }),
  )

  const lacking: ReadonlyArray<[string, object, ReadonlyArray<object>]> = [
    ["an address", { artistLinkUrl: undefined }, [{ id: "1", name: "Nine Wells", url: "" }]],
    ["an address of the web", { artistLinkUrl: "javascript:alert(1)" }, [{ id: "1", url: "" }]],
    ["a name", { artistName: undefined }, []],
    ["an id", { artistId: undefined }, []],
  ]
  it.live.each(lacking)("accepts a result without %s", ([, change, expected]) =>
    Effect.gen(function* () {
      const { searchArtist } = yield* itunes([answer([{ ...artist(1, "Nine Wells"), ...change }])])
      expect(yield* searchArtist("Nine Wells")).toMatchObject(expected)
    }),
  )
})

describe("a search for a song", () => {
  it.live("returns the song with its artist and album, each with its own address", () =>
    Effect.gen(function* () {
      const { calls, searchSong } = yield* itunes([answer([song(33, "Tin Roof")])])
      expect(yield* searchSong("The Paper Lanterns feat. Ada", "Tin Roof (with Ada)")).toEqual([
        {
          id: "33",
          name: "Tin Roof",
          url: "https://music.apple.example/us/album/tin-roof/22?i=33",
          previewUrl: "https://audio.apple.example/33.m4a",
          artist: {
            id: "11",
            name: "The Paper Lanterns",
            url: "https://music.apple.example/us/artist/the-paper-lanterns/11",
          },
          album: { name: "Weather Maps", url: "https://music.apple.example/us/album/tin-roof/22" },
        },
      ])
      expect(Object.fromEntries(calls[0]?.query ?? [])).toEqual({
        term: "paper lanterns tin roof",
        media: "music",
        entity: "song",
        limit: "25",
      })
    }),
  )

  it.live("leaves unknown fields empty, and skips results that are not songs", () =>
    Effect.gen(function* () {
      const {
        artistViewUrl: _a,
        collectionName: _c,
        collectionViewUrl: _u,
        previewUrl: _p,
        ...bare
      } = song(1, "A")
      const { searchSong } = yield* itunes([
        answer([bare, { ...song(2, "B"), kind: "music-video" }, album(3, "C"), "nonsense", null]),
      ])
      expect(yield* searchSong("x", "y")).toMatchObject([
        { id: "1", previewUrl: "", artist: { url: "" }, album: { name: "", url: "" } },
      ])
    }),
  )
})

describe("a lookup of an artist's albums", () => {
  it.live(
    "leaves out the artist that is listed before them, and keeps albums under another first artist",
    () =>
      Effect.gen(function* () {
        const { albumsOf, calls } = yield* itunes([
          answer([artist(11, "Ida Quarry"), album(22, "Salt"), album(23, "Orchard", 99)]),
        ])
        expect(yield* albumsOf("11")).toEqual(["Salt", "Orchard"])
        expect(calls[0]?.path).toBe("/lookup")
        expect(Object.fromEntries(calls[0]?.query ?? [])).toEqual({ id: "11", entity: "album", limit: "200" })
      }),
  )
})

describe("trouble", () => {
  const html = "<html>Forbidden</html>"
  it.live.each([403, 429])("%j is a throttle, whatever the body, and is not called again", (status) =>
    Effect.gen(function* () {
      const { calls, searchArtist } = yield* itunes([{ status, body: html }])
      expect(yield* Effect.flip(searchArtist("x"))).toMatchObject({
        _tag: "SourceError",
        source: "itunes",
        failure: "rate limited",
        retryAfter: 60,
        message: `The iTunes Search API asks us to slow down (${status})`,
      })
      expect(calls).toHaveLength(1)
    }),
  )

  it.live("a longer Retry-After is reported", () =>
    Effect.gen(function* () {
      const { searchArtist } = yield* itunes([{ status: 429, headers: { "retry-after": "600" }, body: "" }])
      expect(yield* Effect.flip(searchArtist("x"))).toMatchObject({ retryAfter: 600 })
    }),
  )

  it.live("that is transient is retried once", () =>
    Effect.gen(function* () {
      const again = yield* itunes(["reset", answer([artist(1, "Nine Wells")])])
      expect(yield* again.searchArtist("Nine Wells")).toHaveLength(1)
      const down = yield* itunes([{ status: 503, body: html }])
      expect(yield* Effect.flip(down.searchArtist("x"))).toMatchObject({ failure: "unavailable" })
      expect(down.calls).toHaveLength(2)
    }),
  )

  it.live.each([html, '{"errorMessage":"Invalid value(s) for key(s)"}', '{"results":7}'])(
    "the body %j",
    (body) =>
      Effect.gen(function* () {
        const { searchArtist } = yield* itunes([{ body }])
        expect(yield* Effect.flip(searchArtist("x"))).toMatchObject({ failure: "malformed answer" })
      }),
  )
})

describe("the pace", () => {
  it.live("is empty at a stand-in", () =>
    Effect.gen(function* () {
      const { albumsOf, searchArtist, searchSong, slept } = yield* itunes([answer([])])
      yield* Effect.all([searchArtist("x"), searchSong("x", "y"), albumsOf("1")])
      expect(slept).toEqual([])
    }),
  )

  it.live("is three seconds at Apple's own host, and the query of its address goes with every call", () =>
    Effect.gen(function* () {
      const asked: Array<string> = []
      const clock = hastyClock()
      const apple = FetchHttpClient.layer
      const catalog = yield* Itunes.make({ url: new URL("https://itunes.apple.com?country=PT") }).pipe(
        Effect.provide(apple),
      )
      // Nothing leaves this process: the fetch is ours.
      const answered: typeof fetch = (input) => {
        asked.push(String(input instanceof Request ? input.url : input))
        return Promise.resolve(new Response(answer([]).body))
      }
      yield* Effect.all([catalog.searchArtist("x"), catalog.albumsOf("1")]).pipe(
        Effect.provideService(FetchHttpClient.Fetch, answered),
        clock.provide,
      )
      expect(clock.slept).toEqual([3000])
      expect(asked.map((address) => new URL(address).searchParams.get("country"))).toEqual(["PT", "PT"])
    }),
  )
})

it.live("the layer is the music catalog", () =>
  Effect.gen(function* () {
    const server = yield* scriptedServer(() => answer([artist(1, "Nine Wells")]))
    const found = Effect.flatMap(MusicCatalog, (catalog) => catalog.searchArtist("Nine Wells"))
    expect(yield* Effect.provide(found, Itunes.layer({ url: server.url }))).toHaveLength(1)
  }).pipe(Effect.provide(FetchHttpClient.layer)),
)

type AnswerCase = readonly [name: string, body: string, artists: number, songs: number, albums: number]

/** An artist as a search returns one: without an address. */
const found = (id: number, name: string) => {
  const { artistLinkUrl: _, primaryGenreId: __, ...rest } = artist(id, name)
  return { ...rest, amgArtistId: id + 1 }
}

const recordedAnswer = (file: string, artists: number, songs: number, albums: number): AnswerCase => [
  file,
  recordedText(`itunes/${file}`),
  artists,
  songs,
  albums,
]

const several = (name: string) => Array.from({ length: 5 }, (_, index) => ({ id: index + 1, name }))

const answers: ReadonlyArray<AnswerCase> = [
  ["nothing", answer([]).body, 0, 0, 0],
  [
    "two artists of one name, without addresses",
    answer([
      found(1, "Nine Wells"),
      found(2, "Nine Wells Revival"),
      found(3, "Near Nine Wells"),
      found(4, "Nine Wells"),
    ]).body,
    4,
    0,
    0,
  ],
  [
    "five songs of 50 that are counted",
    JSON.stringify({ resultCount: 50, results: several("Tin Roof").map(({ id, name }) => song(id, name)) }),
    0,
    5,
    0,
  ],
  ["an artist", answer([artist(11, "The Paper Lanterns")]).body, 1, 0, 0],
  [
    "an artist and five albums with others, with its number",
    answer([artist(11, "Ida Quarry"), ...several("Ebb - Single").map(({ id, name }) => album(id, name, 12))])
      .body,
    1,
    0,
    5,
  ],
  ...whereRecorded(() => [
    recordedAnswer("search_empty.json", 0, 0, 0),
    recordedAnswer("search_musicArtist_nirvana_same_name_twice.json", 4, 0, 0),
    recordedAnswer("search_song_first5_of_50.json", 0, 5, 0),
    recordedAnswer("lookup_artist_by_id.json", 1, 0, 0),
    recordedAnswer("lookup_artist_albums.json", 1, 0, 5),
  ]),
]

describe("a response as iTunes returns it", () => {
  it.live.each(answers)("is read: %s", ([, body, artists, songs, albums]) =>
    Effect.gen(function* () {
      const { albumsOf, searchArtist, searchSong } = yield* itunes([{ body }])
      expect(yield* searchArtist("x")).toHaveLength(artists)
      expect(yield* searchSong("x", "y")).toHaveLength(songs)
      expect(yield* albumsOf("1")).toHaveLength(albums)
    }),
  )
})

it.live("switched off makes no calls and names the setting", () =>
  Effect.gen(function* () {
    const found = Effect.flatMap(MusicCatalog, (catalog) => catalog.searchArtist("Nine Wells"))
    expect(yield* Effect.flip(Effect.provide(found, Itunes.layer(undefined)))).toMatchObject({
      failure: "unauthorized",
      message: expect.stringContaining("ITUNES_URL"),
    })
  }).pipe(Effect.provide(FetchHttpClient.layer)),
)
