import { type Posterless, TitleId } from "@daybook/watching"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import { Wikidata } from "../src/index.ts"
import { hastyClock } from "./hastyClock.ts"
import { type Reply, scriptedServer } from "./scriptedServer.ts"

const wikidata = (...replies: ReadonlyArray<Reply>) =>
  Effect.gen(function* () {
    const clock = hastyClock(Date.now(), 60_000)
    const server = yield* scriptedServer((_, call) => replies[Math.min(call, replies.length) - 1] ?? "reset")
    const find = yield* Wikidata.make({ url: server.url, files: server.url })
    return {
      find: (titles: ReadonlyArray<Posterless>) => clock.provide(find(titles)),
      calls: server.calls,
      fileOf: (name: string) => `${server.url.origin}/wiki/Special:FilePath/${name}?width=500`,
    }
  }).pipe(Effect.provide(FetchHttpClient.layer))

const title = (id: number, kind: Posterless["kind"], ids: Posterless["ids"]): Posterless => ({
  id: TitleId.make(id),
  kind,
  ids,
})

/** A row of a response of the query service. */
const row = (property: string, id: string, poster: string) => ({
  property: { type: "uri", value: `http://www.wikidata.org/prop/direct/${property}` },
  id: { type: "literal", value: id },
  poster: { type: "uri", value: poster },
})

const poster = (name: string) => `http://commons.wikimedia.org/wiki/Special:FilePath/${name}`

const answer = (...bindings: ReadonlyArray<unknown>): Reply => ({
  body: { head: { vars: ["property", "id", "poster"] }, results: { bindings } },
})

const salt = title(1, "film", { imdb: "tt0013442", tmdb: 653 })
const bus = title(2, "show", { tmdb: 653 })

describe("free posters", () => {
  it.live("are found by the ids of films and of shows, in one query", () =>
    Effect.gen(function* () {
      const { calls, fileOf, find } = yield* wikidata(
        answer(
          row("P4983", "653", poster("Night%20Bus.png")),
          row("P345", "tt0013442", poster("Salt%20%26%20Roads%2C%20poster.jpg")),
          row("P345", "tt0013442", poster("Another.jpg")),
          { property: 7 },
        ),
      )
      const unknown = title(3, "film", { imdb: "tt7" })
      expect([...(yield* find([salt, bus, unknown]))]).toEqual([
        [1, fileOf("Salt%20%26%20Roads%2C%20poster.jpg")],
        [2, fileOf("Night%20Bus.png")],
      ])
      expect(calls).toHaveLength(1)
      expect(calls[0]?.query.get("format")).toBe("json")
      expect(calls[0]?.query.get("query")).toContain(
        'VALUES (?property ?id) { (wdt:P345 "tt0013442") (wdt:P4947 "653") (wdt:P4983 "653") (wdt:P345 "tt7") }',
      )
    }),
  )

  it.live("are not asked for by an id that could change the query, or without an id", () =>
    Effect.gen(function* () {
      const { calls, find } = yield* wikidata(answer())
      const odd = ['tt1" } DROP {', "nm0000001", ""].map((imdb, at) => title(at, "film", { imdb }))
      expect((yield* find([...odd, title(9, "show", { tvdb: 5 })])).size).toBe(0)
      expect(calls).toHaveLength(0)
    }),
  )

  it.live("are none where a file's address is another one", () =>
    Effect.gen(function* () {
      const { find } = yield* wikidata(answer(row("P4983", "653", "http://example.org/poster.jpg")))
      expect((yield* find([bus])).size).toBe(0)
    }),
  )

  const failing: ReadonlyArray<[string, Reply]> = [
    ["answers 404", { status: 404, body: "not here" }],
    ["answers with a page", { body: "<!doctype html>" }],
    ["answers with other JSON", { body: { results: [] } }],
  ]
  it.live.each(failing)("fail if the service %s", ([, reply]) =>
    Effect.gen(function* () {
      const { find } = yield* wikidata(reply)
      expect(yield* Effect.flip(find([salt]))).toMatchObject({ source: "wikidata" })
    }),
  )
})
