import type { Scrobble } from "@daybook/listening"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { assertFailure, Instant, Pagination, readAs } from "../replies.ts"
import { startServer, type TestServer } from "../testServer.ts"

const path = "/v1/listening/admin/doubles"

const Named = Schema.Struct({ id: Schema.Int, name: Schema.String })
const Play = Schema.Struct({
  id: Schema.String,
  played_at: Instant,
  track: Schema.Struct({ id: Schema.Int, name: Schema.String, url: Schema.String }),
  artist: Named,
  album: Named,
})
const Listed = Schema.Struct({
  data: Schema.Array(
    Schema.Struct({
      id: Schema.String,
      play: Schema.optionalKey(Play),
      sources: Schema.Array(
        Schema.Struct({
          source: Schema.String,
          played_at: Instant,
          artist: Schema.String,
          track: Schema.String,
          album: Schema.String,
        }),
      ),
    }),
  ),
  pagination: Pagination,
})
const Plays = Schema.Struct({ data: Schema.Array(Play), pagination: Schema.optionalKey(Pagination) })

const play: Scrobble = {
  artist: "Low",
  track: "White Horses",
  album: "Hey What",
  imageUrl: "",
  playedAt: Date.parse("2024-05-06T07:00:00Z"),
}

const later: Scrobble = { ...play, artist: "LOW", album: "", playedAt: play.playedAt + 12_000 }

const tellBoth = Effect.fnUntraced(function* (server: TestServer) {
  yield* server.store.storeScrobbles([play], { source: "lastfm", cursor: "" })
  yield* server.store.storeScrobbles([later], undefined, "listenbrainz")
})

const list = (server: TestServer, query = "") =>
  Effect.map(server.command("GET", path + query), (reply) => readAs(Listed, reply))

const recent = (server: TestServer) =>
  Effect.map(server.get("/v1/listening/recent"), (reply) => readAs(Plays, reply).data)

describe("doubles", () => {
  it.effect("are listed with the play and each source's own words, page by page", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      assert.deepStrictEqual((yield* list(server)).data, [])
      yield* tellBoth(server)
      const { data, pagination } = yield* list(server)
      const [one] = yield* recent(server)
      assert.deepStrictEqual(data, [
        {
          id: one?.id ?? "",
          ...(one && { play: one }),
          sources: [
            {
              source: "lastfm",
              played_at: "2024-05-06T07:00:00.000Z",
              artist: "Low",
              track: "White Horses",
              album: "Hey What",
            },
            {
              source: "listenbrainz",
              played_at: "2024-05-06T07:00:12.000Z",
              artist: "LOW",
              track: "White Horses",
              album: "",
            },
          ],
        },
      ])
      assert.deepStrictEqual(pagination, { page: 1, limit: 20, total: 1, total_pages: 1 })
      assert.deepStrictEqual((yield* list(server, "?page=2&limit=1")).data, [])
      assertFailure(yield* server.command("GET", `${path}?page=0`), 400)
    }),
  )

  it.effect("are split into plays that stay two, and a play of one source is not a double", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      yield* tellBoth(server)
      const [one] = (yield* list(server)).data
      const reply = yield* server.command("POST", `${path}/${one?.id}/split`)
      assert.strictEqual(reply.status, 200, reply.text)
      const { data } = readAs(Plays, reply)
      assert.deepStrictEqual(
        data.map(({ artist }) => artist.name),
        ["LOW", "LOW"],
      )
      yield* tellBoth(server)
      assert.sameDeepMembers([...(yield* recent(server))], [...data])
      assert.deepStrictEqual((yield* list(server)).data, [])
      assertFailure(yield* server.command("POST", `${path}/${one?.id}/split`), 404)
      assertFailure(yield* server.command("POST", `${path}/nothing/split`), 404)
    }),
  )

  it.effect("leave out the play once the owner has removed it", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      yield* tellBoth(server)
      const [one] = (yield* list(server)).data
      yield* server.command("DELETE", `/v1/admin/listening/play/${one?.id}`)
      const [left] = (yield* list(server)).data
      assert.deepStrictEqual(left, { id: one?.id ?? "", sources: left?.sources ?? [] })
      assert.deepStrictEqual(yield* recent(server), [])
    }),
  )
})
