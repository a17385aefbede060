import type { DataVersions } from "@daybook/kernel"
import { durableJournalContract, durableSearchContract, versionOf } from "@daybook/kernel/contract"
import { CheckInStore } from "@daybook/places"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { checkInAt, stored } from "./checkIns.ts"
import { checkInJournal, placeSearch } from "./journal.ts"

/**
 * The contract of a `CheckInStore` that outlives its layer, in addition to `checkInStoreContract`. `make` returns a new
 * empty store as a function that opens it: every layer from that function is the same store, built again.
 */
export const durableCheckInStoreContract = (
  adapter: string,
  make: () => (zone?: string) => Layer.Layer<CheckInStore | DataVersions>,
): void => {
  describe(`${adapter}: check-ins that outlive the process`, () => {
    durableJournalContract(checkInJournal, make)
    durableSearchContract(placeSearch, make)

    it.effect("check-ins, cursors and versions survive a restart", () => {
      const open = make()
      const checkIn = checkInAt("2024-05-06T07:00:00Z", { position: undefined, shout: "home" })
      const first = Effect.gen(function* () {
        const places = yield* CheckInStore
        yield* places.storeCheckIns([checkIn], { source: "foursquare", cursor: "here" })
        return yield* versionOf("places")
      })
      return Effect.gen(function* () {
        const before = yield* Effect.provide(first, open())
        const second = Effect.gen(function* () {
          const places = yield* CheckInStore
          assert.deepStrictEqual(yield* stored, [checkIn])
          assert.deepStrictEqual(yield* places.cursor("foursquare"), Option.some("here"))
          assert.isAtLeast(yield* versionOf("places"), before, "the version went back")
          assert.strictEqual(yield* places.storeCheckIns([checkIn]), 0)
        })
        yield* Effect.provide(second, open())
      })
    })
  })
}
