import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { TestClock } from "effect/testing"
import { jsonOf } from "../ask.ts"
import { scriptedSource } from "../scriptedSource.ts"
import { startServer, type TestServer } from "../testServer.ts"
import { now, metadata, listen, submit, read, assertOk, tracksOf, single } from "./listenbrainzCalls.ts"

describe("the track that a player reports", () => {
  const tell = (server: TestServer, track: string, additional_info: object = {}, query = "") =>
    submit(
      server,
      { listen_type: "playing_now", payload: [{ track_metadata: metadata(track, { additional_info }) }] },
      server.admin.key,
      query,
    )
  const nowPlaying = (server: TestServer) =>
    Effect.map(server.get("/v1/listening/now-playing"), (reply) => {
      const { is_playing, track } = Schema.decodeUnknownSync(
        Schema.Struct({
          is_playing: Schema.Boolean,
          track: Schema.optionalKey(Schema.Struct({ name: Schema.String })),
        }),
      )(jsonOf(reply))
      return is_playing ? track?.name : undefined
    })

  it.effect("plays for its length, else for 10 minutes, or until the next one", () =>
    Effect.gen(function* () {
      const upstream = {
        listen: { track: "Upstream", artist: "Low", album: "", imageUrl: "" as const },
        playedAt: undefined,
      }
      const server = yield* startServer({
        sources: [scriptedSource("scripted", { latest: Effect.succeedSome(upstream) })],
      })
      assertOk(yield* tell(server, "More", { duration_ms: 200_000 }))
      assert.strictEqual(yield* nowPlaying(server), "More")
      yield* TestClock.adjust(199_999)
      assert.strictEqual(yield* nowPlaying(server), "More")
      yield* TestClock.adjust(1)
      assert.strictEqual(yield* nowPlaying(server), "Upstream")
      yield* tell(server, "I Can Wait", { duration: 100 })
      yield* TestClock.adjust("50 seconds")
      assert.strictEqual(yield* nowPlaying(server), "I Can Wait")
      yield* tell(server, "Hey")
      assert.strictEqual(yield* nowPlaying(server), "Hey")
      yield* TestClock.adjust(599_999)
      assert.strictEqual(yield* nowPlaying(server), "Hey")
      // It is sent as a play when half of it was heard, and plays on.
      yield* submit(server, single(listen("Hey", now)))
      assert.strictEqual(yield* nowPlaying(server), "Hey")
      yield* TestClock.adjust(1)
      assert.strictEqual(yield* nowPlaying(server), "Upstream")
      assert.deepStrictEqual(yield* tracksOf(server), ["Hey"])
    }),
  )

  it.effect("is read by the same protocol", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const none = { count: 0, listens: [], playing_now: true, user_id: "anna" }
      assert.deepStrictEqual(jsonOf(yield* read(server, "playing-now")), { payload: none })
      const sent = { duration: 300, media_player: "mpd", deep: { ids: [1, null] } }
      const told = yield* tell(server, "More", sent, "?return_msid=true")
      assert.match(told.text, /^\{"status":"ok","recording_msid":"[0-9a-f-]{36}"\}$/)
      assert.deepStrictEqual(jsonOf(yield* read(server, "playing-now")), {
        payload: {
          count: 1,
          listens: [
            {
              playing_now: true,
              user_name: "anna",
              track_metadata: metadata("More", { additional_info: sent }),
            },
          ],
          playing_now: true,
          user_id: "anna",
        },
      })
      yield* tell(server, "Hey")
      assert.match((yield* read(server, "playing-now")).text, /"additional_info":\{\}/)
    }),
  )
})
