import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { assertFailure, readAs } from "./replies.ts"
import { saved } from "./domains/savedArticles.ts"
import { start, startServer } from "./testServer.ts"

const item = {
  domain: Schema.String,
  type: Schema.String,
  id: Schema.String,
  title: Schema.String,
  subtitle: Schema.String,
  url: Schema.String,
  image: Schema.optionalKey(Schema.Struct({ url: Schema.String })),
}
const Found = Schema.Struct({
  data: Schema.Array(
    Schema.Struct({ score: Schema.Finite, ...item, at: Schema.String, snippet: Schema.String }),
  ),
})
const Suggestions = Schema.Struct({ data: Schema.Array(Schema.Struct(item)) })

const play = (artist: string, album: string, track: string) => ({
  artist,
  album,
  track,
  imageUrl: "https://images.example/1.jpg" as const,
  playedAt: start,
})

const smallLife = Effect.gen(function* () {
  const server = yield* startServer()
  yield* server.store.storeScrobbles([play("Sigur Rós", "Takk", "Glósóli")])
  yield* server.storeArticles(saved("a", { title: "The salt roads", description: "About Rós and salt" }))
  return server
})

describe("the search over everything", () => {
  it.effect("finds items of all domains by words, and shows all fields", () =>
    Effect.gen(function* () {
      const server = yield* smallLife
      const { data } = readAs(Found, yield* server.get("/v1/search?q=ROS&mode=words"))
      assert.sameMembers(
        data.map(({ domain, title, type }) => `${domain} ${type} ${title}`),
        [
          "listening artist Sigur Rós",
          "listening album Takk",
          "listening track Glósóli",
          "reading article The salt roads",
        ],
      )
      assert.include(
        data.find(({ type }) => type === "album"),
        {
          subtitle: "Sigur Rós",
          at: "",
          snippet: "",
        },
      )
      assert.deepStrictEqual(data.find(({ type }) => type === "album")?.image, {
        url: "https://images.example/1.jpg",
      })
      assert.include(data.find(({ type }) => type === "article")?.snippet, "Rós and salt")
    }),
  )

  it.effect("finds a highlight by its words and its note, with its article, and suggests none", () =>
    Effect.gen(function* () {
      const server = yield* smallLife
      yield* server.storeArticles({
        source: "reader",
        sourceId: "h",
        articleSourceId: "a",
        text: "Caravans went by night,\nfor the sun is a thief.",
        note: "So true",
        highlightedAt: start,
      })
      const highlight = {
        domain: "reading",
        type: "highlight",
        id: "1",
        title: "The salt roads",
        snippet: "Caravans went by night, for the sun is a thief. So true",
        at: "2026-07-15T12:00:00.000Z",
      }
      for (const q of ["thief%20carav", "by%20night%20for", "TRUE"]) {
        const { data } = readAs(Found, yield* server.get(`/v1/search?q=${q}&mode=words`))
        assert.lengthOf(data, 1, q)
        assert.include(data[0], highlight)
      }
      assert.lengthOf(readAs(Suggestions, yield* server.get("/v1/search/suggest?q=caravans")).data, 0)
    }),
  )

  it.effect("searches the named domains, by words and by meaning as requested, up to the limit", () =>
    Effect.gen(function* () {
      const server = yield* smallLife
      const titles = (query: string) =>
        Effect.map(server.get(`/v1/search?${query}`), (reply) =>
          readAs(Found, reply).data.map(({ title }) => title),
        )
      assert.deepStrictEqual(yield* titles("q=ros&domains=reading"), ["The salt roads"])
      assert.deepStrictEqual(yield* titles("q=sigur%20ros&limit=1"), ["Sigur Rós"])
      assert.deepStrictEqual(yield* titles("q=takk&mode=meaning&domains=listening"), [])
      assert.deepStrictEqual(yield* titles("q=nothing-at-all&mode=words"), [])
      for (const q of [
        "%25",
        "'%20or%201=1",
        "%F0%9F%8E%B8",
        "*",
        "(",
        "a%20%26%20!b",
        "%5C",
        "x".repeat(500),
      ]) {
        assert.deepStrictEqual(yield* titles(`q=${q}&mode=words`), [], q)
      }
    }),
  )

  it.effect("suggests titles while the owner types; a new title is there at once", () =>
    Effect.gen(function* () {
      const server = yield* smallLife
      const suggestions = Effect.map(server.get("/v1/search/suggest?q=gl"), (reply) =>
        readAs(Suggestions, reply).data.map(({ subtitle, title, type }) => [type, title, subtitle]),
      )
      assert.deepStrictEqual(yield* suggestions, [["track", "Glósóli", "Sigur Rós"]])
      yield* server.store.storeScrobbles([
        { ...play("Glass Animals", "", "Heat Waves"), playedAt: start - 60_000 },
      ])
      assert.deepStrictEqual(yield* suggestions, [
        ["track", "Glósóli", "Sigur Rós"],
        ["artist", "Glass Animals", ""],
        ["track", "Heat Waves", "Glass Animals"],
      ])
    }),
  )

  it.effect("states what to send", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      for (const path of ["/v1/search", "/v1/search/suggest"]) {
        for (const query of ["", "?q=", "?q=%20", "?q=%00", `?q=${"x".repeat(501)}`]) {
          assertFailure(yield* server.get(path + query), 400, /^q: must/)
        }
        assertFailure(
          yield* server.get(`${path}?q=a&domains=reading,nothing`),
          400,
          /^domains: there is no "nothing"/,
        )
        assert.deepStrictEqual(readAs(Suggestions, yield* server.get(`${path}?q=a`)), { data: [] })
      }
      assertFailure(
        yield* server.get("/v1/search?q=a&mode=magic"),
        400,
        /mode.*must be hybrid, words or meaning/,
      )
      assertFailure(yield* server.get("/v1/search?q=a&limit=0"), 400, /limit/)
    }),
  )
})
