import { type Position, SourceError } from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Sqlite, SqliteStorage } from "@daybook/storage-sqlite"
import * as DateTime from "effect/DateTime"
import { AttendingStore, type GameSource, GameSources, locateVenues } from "../src/index.ts"

const down = new SourceError({ source: "mlb", failure: "unavailable", message: "It is down" })

/** A service that knows the positions of some venues, next to a store with one venue for each id. */
const locating = (ids: ReadonlyArray<string>, answer: (id: string) => Position | SourceError | undefined) =>
  Effect.gen(function* () {
    const asked: Array<string> = []
    const source: GameSource = {
      name: "mlb",
      types: ["mlb_game"],
      gamesOn: () => Effect.succeed([]),
      seasonGames: () => Effect.succeed([]),
      players: () => Effect.succeed([]),
      venuePosition: (id) =>
        Effect.suspend(() => {
          asked.push(id)
          const found = answer(id)
          return found instanceof SourceError ? Effect.fail(found) : Effect.succeed(found)
        }),
    }
    const store = yield* AttendingStore
    yield* store.change(({ addVenue }) =>
      Effect.forEach(ids, (id) =>
        addVenue({ name: id, aliases: [], city: "", timeZone: "", providerIds: [{ provider: "mlb", id }] }),
      ),
    )
    const run = Effect.provideServiceEffect(locateVenues, GameSources, GameSources.make([source]))
    return { asked, run, venues: store.venues }
  })

const storage = () =>
  SqliteStorage.Attending.layer().pipe(
    Layer.provide([Sqlite.layerMemory, DateTime.layerCurrentZone(DateTime.zoneMakeNamedUnsafe("UTC"))]),
    Layer.orDie,
  )

describe("locating venues", () => {
  it.effect("requests each once, and stores unknown ones too", () =>
    Effect.gen(function* () {
      const ids = Array.from({ length: 60 }, (_, index) => String(index + 1))
      const { asked, run, venues } = yield* locating(ids, (id) =>
        id === "2" ? undefined : { lat: 1, lng: Number(id) },
      )
      yield* run
      yield* run
      assert.deepStrictEqual(asked, ids)
      const positions = (yield* venues).map(({ position }) => position?.lng)
      assert.deepStrictEqual(positions.slice(0, 3), [1, undefined, 3])
    }).pipe(Effect.provide(storage())),
  )

  it.effect("stops where the service is down, and carries on later", () =>
    Effect.gen(function* () {
      let isDown = true
      const { asked, run } = yield* locating(["1", "2", "3"], (id) =>
        id === "2" && isDown ? down : { lat: 1, lng: 2 },
      )
      yield* run
      assert.deepStrictEqual(asked, ["1", "2"])
      isDown = false
      yield* run
      assert.deepStrictEqual(asked, ["1", "2", "2", "3"])
    }).pipe(Effect.provide(storage())),
  )
})
