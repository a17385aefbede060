import { DataVersions, TokenStore } from "@daybook/kernel"
import { CheckInStore } from "@daybook/places"
import { ListeningStore } from "@daybook/listening"
import { MemoryStorage } from "@daybook/storage-memory"
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"

/** A store of one's own: every token is the one that is written on the wall. */
const wall = Layer.succeed(
  TokenStore,
  TokenStore.of({
    get: () => Effect.succeedSome("from the wall"),
    put: () => Effect.void,
  }),
)

const storageOf = <A, E, R>(storage: Layer.Layer<A, E, R>) =>
  Layer.provideMerge(storage, DateTime.layerCurrentZone(DateTime.zoneMakeNamedUnsafe("UTC")))

const checkIn = {
  id: "1",
  venueName: "Café Central",
  category: "",
  city: "",
  country: "",
  position: undefined,
  checkedInAt: 0,
  shout: "",
  venueRef: "",
}

describe("stores of one's own", () => {
  it.effect("stand in place of those in memory, and leave the others", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* (yield* TokenStore).get("any", ""), Option.some("from the wall"))
      assert.deepStrictEqual(yield* (yield* ListeningStore).newest, Option.none())
    }).pipe(Effect.provide(storageOf(MemoryStorage.layer(wall)))),
  )

  it.effect("have versions of their own, which are told together with those in memory", () => {
    const played = { playedAt: 0, track: "A", artist: "B", album: "", imageUrl: "" }
    const own = Layer.fresh(Layer.merge(MemoryStorage.Listening.layer, MemoryStorage.Kernel.layer))
    return Effect.gen(function* () {
      const versions = yield* DataVersions
      yield* (yield* ListeningStore).storeScrobbles([played])
      const places = yield* CheckInStore
      yield* places.storeCheckIns([checkIn])
      for (const told of [yield* versions.current, yield* versions.asked]) {
        assert.deepStrictEqual([told.get("listening"), told.get("places")], [1, 1])
      }
    }).pipe(Effect.provide(storageOf(MemoryStorage.layer(own))))
  })

  it("are refused in a merge with all of memory, where the order would decide", () => {
    const merged = (): unknown =>
      // @ts-expect-error: a storage is a function, which stores of one's own are handed to
      Layer.mergeAll(wall, MemoryStorage.layer)
    const built = Effect.suspend(() => Layer.build(merged() as Layer.Layer<TokenStore>))
    assert.throws(() => Effect.runSync(Effect.scoped(built)))
  })
})
