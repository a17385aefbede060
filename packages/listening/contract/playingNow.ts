import { type PlayDetails, PlayDetailsStore, NowPlayingStore } from "@daybook/listening"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"

const playing = (track: string, endsAt: number) => ({
  track,
  artist: "Low",
  album: "Hey What",
  imageUrl: "https://img.example/1.jpg" as const,
  details: `{"of":"${track}"}`,
  endsAt,
})

const now = Date.UTC(2026, 6, 15, 12)

const at = (time: number) => Effect.flatMap(NowPlayingStore, (store) => store.at(time))
const put = (track: string, endsAt: number) =>
  Effect.flatMap(NowPlayingStore, (store) => store.put(playing(track, endsAt)))

/** Details of a play are found by its words, in any spelling, and its second, as they were sent last. */
const keepsDetails = Effect.gen(function* () {
  const store = yield* PlayDetailsStore
  const one = (track: string, details: string, playedAt = now): PlayDetails => ({
    artist: "Low",
    track,
    playedAt,
    details,
  })
  yield* store.put([one("A", "{}"), one("a", "{}"), one("A", '{"x":1}'), one("Á", '{"s":"\\ud800"}')])
  yield* store.put([one("B", '{"y":2}'), one("A", '{"z":3}', now + 1000)])
  yield* store.put([one("b", '{"y":3}')])
  yield* store.put([])
  const asked = [one("A", ""), one("B", ""), one("C", ""), one("á", "")]
  const found = (yield* store.of(asked)).map(({ details, track }) => `${track} ${details}`).sort()
  assert.deepStrictEqual(found, ['A {"x":1}', 'b {"y":3}', 'Á {"s":"\\ud800"}'])
  assert.deepStrictEqual(yield* store.of([]), [])
})

/** A rating is found by the names of its track, in any spelling, as it was made last. */
const keepsRatings = Effect.gen(function* () {
  const store = yield* PlayDetailsStore
  const rate = (track: string, score: number, ratedAt = now) =>
    store.rate({ artist: "Low", track, score, ratedAt })
  const rated = (score?: number, page = { page: 1, limit: 10 }) =>
    Effect.map(store.ratings(score, page), ({ items, total }) => [
      ...items.map((one) => `${one.track} ${one.score}`),
      total,
    ])
  assert.deepStrictEqual(yield* rated(), [0])
  yield* rate("A", 1)
  yield* rate("B", -1, now + 1)
  yield* rate("Á".repeat(500), 1, now + 2)
  yield* rate("a", 1, now + 3)
  assert.deepStrictEqual(yield* rated(), ["a 1", `${"Á".repeat(500)} 1`, "B -1", 3])
  assert.deepStrictEqual(yield* rated(1), ["a 1", `${"Á".repeat(500)} 1`, 2])
  assert.deepStrictEqual(yield* rated(undefined, { page: 2, limit: 2 }), ["B -1", 3])
  const names = (track: string) => ({ artist: "LOW", track })
  const found = yield* store.ratingsOf([names("A"), names("b"), names("C")])
  assert.deepStrictEqual(found.map(({ track }) => track).sort(), ["B", "a"])
  assert.deepStrictEqual(yield* store.ratingsOf([]), [])
  yield* store.unrate(names("A"))
  yield* store.unrate(names("C"))
  assert.deepStrictEqual(yield* rated(1), [`${"Á".repeat(500)} 1`, 1])
})

/** The contract of every `NowPlayingStore` and `PlayDetailsStore`. `fresh` returns an empty store. */
export const playingNowContract = (
  adapter: string,
  fresh: (zone: string) => Layer.Layer<PlayDetailsStore | NowPlayingStore>,
): void => {
  describe(`${adapter}: the track that plays`, () => {
    it.effect("is the one reported last, until it ends", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* at(now), Option.none())
        yield* put("White Horses", now + 300_000)
        assert.deepStrictEqual(yield* at(now), Option.some(playing("White Horses", now + 300_000)))
        yield* put("I Can Wait", now + 1_234)
        assert.deepStrictEqual(yield* at(now + 1_233), Option.some(playing("I Can Wait", now + 1_234)))
        assert.deepStrictEqual(yield* at(now + 1_234), Option.none())
        yield* put("I Can Wait", now + 9_000)
        assert.deepStrictEqual(yield* at(now + 1_234), Option.some(playing("I Can Wait", now + 9_000)))
        yield* keepsDetails
        yield* keepsRatings
      }).pipe(Effect.provide(fresh("UTC"))),
    )
  })
}

/** The contract of a durable one. `make` returns a function that opens one new and empty store again and again. */
export const durablePlayingNowContract = (
  adapter: string,
  make: () => (zone: string) => Layer.Layer<NowPlayingStore>,
): void => {
  describe(`${adapter}: the track that plays, on several servers`, () => {
    it.effect("is the same on all, and after a restart", () => {
      const open = make()
      return Effect.scoped(
        Effect.gen(function* () {
          const server = Effect.suspend(() => Layer.build(Layer.fresh(open("UTC"))))
          const [one, other] = [yield* server, yield* server]
          yield* Effect.provideContext(put("White Horses", now + 300_000), one)
          yield* Effect.provideContext(put("Days Like These", now + 200_000), other)
          const last = Option.some(playing("Days Like These", now + 200_000))
          assert.deepStrictEqual(yield* Effect.provideContext(at(now), one), last)
          assert.deepStrictEqual(yield* Effect.provideContext(at(now), yield* server), last)
        }),
      )
    })
  })
}
