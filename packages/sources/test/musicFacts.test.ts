import { type MusicFactSource, MusicFactSources } from "@daybook/listening"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Redacted from "effect/Redacted"
import { Itunes, Lastfm, Listening } from "../src/index.ts"
import { hastyClock } from "./hastyClock.ts"
import { answer, artist, song } from "./itunes/samples.ts"
import { type Reply, scriptedServer } from "./scriptedServer.ts"

/** A source of facts from a server that always gives this reply. */
const sourceOf = Effect.fnUntraced(function* (service: "itunes" | "lastfm", reply: Reply) {
  const clock = hastyClock()
  const server = yield* scriptedServer(() => reply)
  const source: MusicFactSource =
    service === "itunes"
      ? yield* Itunes.makeFacts({ url: server.url })
      : yield* Lastfm.makeFacts({ url: server.url, apiKey: Redacted.make("the-key") })
  const ask = <A, E>(question: (source: MusicFactSource) => Effect.Effect<A, E> | undefined) =>
    clock.provide(question(source) ?? Effect.die("this source does not report it"))
  return { ask, calls: server.calls }
}, Effect.provide(FetchHttpClient.layer))

const tag = (name: string, count: number | string) => ({ name, count, url: "https://lastfm.example/tag" })

describe("Last.fm's facts", () => {
  const lists: ReadonlyArray<[string, unknown, ReadonlyArray<object>]> = [
    [
      "a list",
      [tag("slowcore", 100), { name: "no count" }, tag("indie", "7")],
      [
        { name: "slowcore", weight: 100 },
        { name: "indie", weight: 7 },
      ],
    ],
    ["a bare tag", tag("slowcore", 100), [{ name: "slowcore", weight: 100 }]],
    ["no tag", [], []],
    ["no list", undefined, []],
  ]
  it.live.each(lists)("tags may be %s", ([, list, tags]) =>
    Effect.gen(function* () {
      const { ask, calls } = yield* sourceOf("lastfm", { body: { toptags: { tag: list } } })
      expect(yield* ask((source) => source.tagsOf?.("The Paper Lanterns"))).toEqual(tags)
      expect(Object.fromEntries(calls[0]?.query ?? [])).toEqual({
        method: "artist.gettoptags",
        artist: "The Paper Lanterns",
        autocorrect: "1",
        api_key: "the-key",
        format: "json",
      })
    }),
  )

  const lengths: ReadonlyArray<[string, unknown, number]> = [
    ["text", "240000", 240],
    ["a number", 1500, 1.5],
    ["0", "0", 0],
    ["nothing", undefined, 0],
    ["a word", "long", 0],
  ]
  it.live.each(lengths)("a length may be %s", ([, duration, seconds]) =>
    Effect.gen(function* () {
      const { ask } = yield* sourceOf("lastfm", { body: { track: { name: "Tin Roof", duration } } })
      expect(yield* ask((source) => source.secondsOf?.("The Paper Lanterns", "Tin Roof"))).toBe(seconds)
    }),
  )

  it.live.each([200, 404])("an unknown name is not an error, with status %s", (status) =>
    Effect.gen(function* () {
      const body = { error: 6, message: "The artist you supplied could not be found" }
      const { ask } = yield* sourceOf("lastfm", { status, body })
      expect(yield* ask((source) => source.tagsOf?.("Nobody At All"))).toEqual([])
      expect(yield* ask((source) => source.secondsOf?.("Nobody", "At All"))).toBe(0)
    }),
  )

  it.live("a refused key is a failure", () =>
    Effect.gen(function* () {
      const { ask } = yield* sourceOf("lastfm", { status: 403, body: { error: 10, message: "no" } })
      const error = yield* Effect.flip(ask((source) => source.tagsOf?.("Ida Quarry")))
      expect(error).toMatchObject({ failure: "unauthorized" })
    }),
  )
})

const issue = (collectionName: string, releaseDate: string, artistName = "The Paper Lanterns") => ({
  wrapperType: "collection",
  artistName,
  collectionName,
  releaseDate,
})

describe("the facts of iTunes", () => {
  it.live("the genre is the first artist's of the name", () =>
    Effect.gen(function* () {
      const found = [
        artist(1, "Nine Wells Revival"),
        { ...artist(2, "Nine Wells"), primaryGenreName: "Folk" },
      ]
      const { ask } = yield* sourceOf("itunes", answer(found))
      expect(yield* ask((source) => source.tagsOf?.("The Nine Wells"))).toEqual([
        { name: "Folk", weight: 100 },
      ])
      expect(yield* ask((source) => source.tagsOf?.("Nobody"))).toEqual([])
    }),
  )

  it.live("the year is the earliest issue's of the album", () =>
    Effect.gen(function* () {
      const found = [
        issue("Weather Maps", "2011-05-03T07:00:00Z"),
        issue("Weather Maps - EP", "1999-01-01T08:00:00Z"),
        issue("Weather Maps", "soon"),
        issue("Weather Maps", "1970-01-01T00:00:00Z", "Ida Quarry"),
        issue("Weather Maps Live", "1990-01-01T00:00:00Z"),
      ]
      const { ask, calls } = yield* sourceOf("itunes", answer(found))
      expect(yield* ask((source) => source.yearOf?.("Paper Lanterns", "Weather Maps"))).toBe(1999)
      expect(yield* ask((source) => source.yearOf?.("Paper Lanterns", "Tin Roof"))).toBe(0)
      expect(calls[0]?.query.get("entity")).toBe("album")
    }),
  )

  it.live("the length is the first song's of the names", () =>
    Effect.gen(function* () {
      const found = [
        { ...song(1, "Tin Roof (Live)"), trackTimeMillis: 1 },
        { ...song(2, "Tin Roof"), trackTimeMillis: undefined },
        song(3, "Tin Roof"),
      ]
      const { ask } = yield* sourceOf("itunes", answer(found))
      expect(yield* ask((source) => source.secondsOf?.("Paper Lanterns", "tin roof"))).toBe(180)
      expect(yield* ask((source) => source.secondsOf?.("Ida Quarry", "tin roof"))).toBe(0)
    }),
  )
})

describe("the sources of facts", () => {
  it.live.each([
    [{ lastfm: undefined, itunes: undefined }, []],
    [{ lastfm: { apiKey: Redacted.make("k") }, itunes: {} }, ["lastfm", "itunes"]],
  ] as const)("are the configured ones, Last.fm first", ([config, names]) =>
    Effect.gen(function* () {
      const { configured } = yield* MusicFactSources
      expect(configured.map(({ name }) => name)).toEqual(names)
    }).pipe(Effect.provide(Listening.facts(config)), Effect.provide(FetchHttpClient.layer)),
  )
})
