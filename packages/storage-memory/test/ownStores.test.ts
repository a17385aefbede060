import { DataVersions, type TakingOwn, TokenStore } from "@daybook/kernel"
import { CheckInStore } from "@daybook/places"
import { ListeningStore } from "@daybook/listening"
import { MemoryStorage } from "@daybook/storage-memory"
import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
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

const zone = DateTime.layerCurrentZone(DateTime.zoneMakeNamedUnsafe("UTC"))

const storageOf = <A, E, R>(storage: Layer.Layer<A, E, R>) => Layer.provideMerge(storage, zone)

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

const played = { playedAt: 0, track: "A", artist: "B", album: "", imageUrl: "" as const }

type AnyStorage = TakingOwn<never, never, DateTime.CurrentTimeZone>

/** Every storage of this package. */
const storages = [
  ["all", MemoryStorage.layer as AnyStorage],
  ["common", MemoryStorage.common as AnyStorage],
  ...Object.entries(MemoryStorage).flatMap(([name, part]) =>
    typeof part === "object" && "layer" in part ? [[name, part.layer as AnyStorage] as const] : [],
  ),
] as const

describe("stores of one's own", () => {
  it.effect("stand in place of those in memory, and leave the others", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* (yield* TokenStore).get("any", ""), Option.some("from the wall"))
      assert.deepStrictEqual(yield* (yield* ListeningStore).newest, Option.none())
    }).pipe(Effect.provide(storageOf(MemoryStorage.layer(wall)))),
  )

  it.effect("have versions of their own, which are told together with those in memory", () => {
    const own = Layer.fresh(Layer.merge(MemoryStorage.Listening.layer(), MemoryStorage.Kernel.layer()))
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

  it.effect("are used for every port that they have, whichever storage has it too", () =>
    Effect.gen(function* () {
      for (const [name, layer] of storages) {
        const services = yield* Layer.build(layer())
        const ports = [...services.mapUnsafe.keys()].filter(
          (key) => key !== Layer.CurrentMemoMap.key && key !== DataVersions.key,
        )
        assert.isAbove(ports.length, 0, name)
        const own = new Map(ports.map((key) => [key, { port: key }]))
        const given = yield* Layer.build(layer(Layer.succeedContext(Context.makeUnsafe<never>(own))))
        for (const key of ports) assert.strictEqual(given.mapUnsafe.get(key), own.get(key), `${name} ${key}`)
      }
    }).pipe(Effect.provide(zone)),
  )

  it.effect("are in no port but the storage's, so that the order of storages decides nothing", () =>
    Effect.gen(function* () {
      // A fresh layer is built for each that is handed it; this one is built once.
      const own = Layer.effectContext(
        Layer.build(Layer.fresh(Layer.merge(MemoryStorage.Listening.layer(), MemoryStorage.Kernel.layer()))),
      )
      const merges = [
        Layer.mergeAll(MemoryStorage.Kernel.layer(own), MemoryStorage.Listening.layer(own)),
        Layer.mergeAll(MemoryStorage.Listening.layer(own), MemoryStorage.Kernel.layer(own)),
      ]
      for (const merged of merges) {
        const stores = Layer.fresh(merged)
        yield* Effect.gen(function* () {
          yield* (yield* ListeningStore).storeScrobbles([played])
          assert.strictEqual((yield* (yield* DataVersions).current).get("listening"), 1)
        }).pipe(Effect.provide(stores))
      }
    }).pipe(Effect.provide(zone)),
  )

  it("are refused in a merge with a storage, where the order would decide", () => {
    // @ts-expect-error: a storage is a function, which stores of one's own are handed to
    const withKernel = (): unknown => Layer.mergeAll(wall, MemoryStorage.Kernel.layer)
    // @ts-expect-error: in the other order too
    const beforeKernel = (): unknown => Layer.mergeAll(MemoryStorage.Kernel.layer, wall)
    // @ts-expect-error: and above it
    const aboveKernel = (): unknown => Layer.provideMerge(wall, MemoryStorage.Kernel.layer)
    // @ts-expect-error: or below it
    const belowKernel = (): unknown => Layer.provideMerge(MemoryStorage.Kernel.layer, wall)
    // @ts-expect-error: as with all of memory
    const withAll = (): unknown => Layer.mergeAll(wall, MemoryStorage.layer)
    for (const merged of [withKernel, beforeKernel, aboveKernel, belowKernel, withAll]) {
      const built = Effect.suspend(() => Layer.build(merged() as Layer.Layer<TokenStore>))
      assert.throws(
        () => Effect.runSync(Effect.scoped(built)),
        /call it, or pass it a layer of your own stores/,
      )
    }
  })

  it("are refused in a merge with any storage", () => {
    for (const [name, layer] of storages) {
      const merged = Layer.mergeAll(wall, layer as unknown as Layer.Layer<never>)
      const built = Effect.scoped(Layer.build(merged))
      assert.throws(() => Effect.runSync(built), /call it, or pass it a layer of your own stores/, name)
    }
  })
})
