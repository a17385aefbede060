import { SourceError } from "@daybook/kernel"
import type { LatestListen } from "@daybook/listening"
import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Schema from "effect/Schema"
import { TestClock } from "effect/testing"
import { Instant, readAs } from "../replies.ts"
import { play, scriptedSource } from "../scriptedSource.ts"
import { start, startServer, type TestServer } from "../testServer.ts"

const path = "/v1/listening/now-playing"

const Named = Schema.Struct({ id: Schema.Int, name: Schema.String })
const NowPlaying = Schema.Struct({
  is_playing: Schema.Boolean,
  track: Schema.optionalKey(
    Schema.Struct({
      name: Schema.String,
      artist: Named,
      album: Named,
      url: Schema.String,
      catalog_music_url: Schema.String,
      image: Schema.optionalKey(Schema.Struct({ url: Schema.NonEmptyString })),
    }),
  ),
  scrobbled_at: Schema.Union([Schema.Literal(""), Instant]),
})

const ask = (server: TestServer) => Effect.map(server.get(path), (reply) => readAs(NowPlaying, reply))

const listen = {
  track: "Disappearing",
  artist: "Low",
  album: "Hey What",
  imageUrl: "https://img.example/1.jpg" as const,
}
const latest = (playedAt: number | undefined) => Effect.succeedSome<LatestListen>({ listen, playedAt })

const failing = Effect.fail(
  new SourceError({ source: "scripted", failure: "unavailable", message: "returned 502 three times" }),
)

const silences: ReadonlyArray<readonly [what: string, Parameters<typeof scriptedSource>[1]]> = [
  ["has nothing to report", {}],
  ["fails", { latest: failing }],
  ["is broken", { latest: Effect.die("a defect of the adapter") }],
]

describe("now playing", () => {
  it.effect("is nothing when nothing was ever played", () =>
    Effect.gen(function* () {
      for (const sources of [[], [scriptedSource("quiet")]]) {
        const server = yield* startServer({ sources })
        assert.deepStrictEqual(yield* ask(server), { is_playing: false, scrobbled_at: "" })
      }
    }),
  )

  it.effect("is the track that plays, with ids of 0 while it is not stored", () =>
    Effect.gen(function* () {
      const server = yield* startServer({
        sources: [scriptedSource("scripted", { latest: latest(undefined) })],
      })
      assert.deepStrictEqual(yield* ask(server), {
        is_playing: true,
        track: {
          name: "Disappearing",
          artist: { id: 0, name: "Low" },
          album: { id: 0, name: "Hey What" },
          url: "https://music.example/Low/_/Disappearing",
          catalog_music_url: "",
          image: { url: "https://img.example/1.jpg" },
        },
        scrobbled_at: "",
      })
    }),
  )

  it.effect("names the stored artist and album", () =>
    Effect.gen(function* () {
      const server = yield* startServer({
        sources: [scriptedSource("scripted", { latest: latest(undefined) })],
      })
      yield* server.store.storeScrobbles([play("Low", "Hey What", start)])
      const { track } = yield* ask(server)
      assert.isAbove(track?.artist.id ?? 0, 0)
      assert.isAbove(track?.album.id ?? 0, 0)
    }),
  )

  it.effect("is the last play and its time when nothing plays", () =>
    Effect.gen(function* () {
      const source = scriptedSource("scripted", { latest: latest(start - 60_000) })
      const server = yield* startServer({ sources: [source] })
      const { is_playing, track, scrobbled_at } = yield* ask(server)
      assert.isFalse(is_playing)
      assert.strictEqual(track?.name, "Disappearing")
      assert.strictEqual(scrobbled_at, "2026-07-15T11:59:00.000Z")
    }),
  )

  for (const [what, script] of silences) {
    it.effect(`is the newest stored play when the service ${what}`, () =>
      Effect.gen(function* () {
        const server = yield* startServer({ sources: [scriptedSource("scripted", script)] })
        assert.deepStrictEqual(yield* ask(server), { is_playing: false, scrobbled_at: "" })
        yield* server.store.storeScrobbles([
          play("Grouper", "Ruins", start - 7_200_000),
          { ...play("Low", "", start - 3_600_000), track: "Lullaby" },
        ])
        const answer = yield* ask(server)
        assert.deepStrictEqual(answer, {
          is_playing: false,
          track: {
            name: "Lullaby",
            artist: { id: answer.track?.artist.id ?? -1, name: "Low" },
            album: { id: 0, name: "" },
            url: "https://music.example/Low/_/Lullaby",
            catalog_music_url: "",
          },
          scrobbled_at: "2026-07-15T11:00:00.000Z",
        })
        assert.isAbove(answer.track?.artist.id ?? 0, 0)
      }),
    )
  }

  it.effect("gives up on a service after 2 seconds", () =>
    Effect.gen(function* () {
      const asked = yield* Deferred.make<void>()
      const hanging = Effect.andThen(Deferred.succeed(asked, undefined), Effect.never)
      const server = yield* startServer({ sources: [scriptedSource("hanging", { latest: hanging })] })
      yield* server.store.storeScrobbles([play("Low", "Hey What", start)])
      const answer = yield* Effect.forkChild(ask(server))
      yield* Deferred.await(asked)
      yield* TestClock.adjust("2 seconds")
      assert.strictEqual((yield* Fiber.join(answer)).track?.album.name, "Hey What")
    }),
  )

  it.effect("calls the service once in 10 seconds, however many requests there are", () =>
    Effect.gen(function* () {
      let calls = 0
      const counted = Effect.suspend(() => {
        calls += 1
        return latest(undefined)
      })
      const server = yield* startServer({ sources: [scriptedSource("counted", { latest: counted })] })
      const asks = Effect.all(
        Array.from({ length: 20 }, () => ask(server)),
        { concurrency: 20 },
      )
      yield* asks
      yield* TestClock.adjust(9_999)
      yield* asks
      assert.strictEqual(calls, 1)
      yield* TestClock.adjust(1)
      yield* asks
      assert.strictEqual(calls, 2)
    }),
  )
})
