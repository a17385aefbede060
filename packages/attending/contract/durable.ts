import { AttendingStore } from "@daybook/attending"
import type { DataVersions } from "@daybook/kernel"
import { durableJournalContract, durableSearchContract, versionOf } from "@daybook/kernel/contract"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { eventJournal, eventSearch } from "./journal.ts"
import { entry, event, venue } from "./events.ts"

const contents = Effect.gen(function* () {
  const store = yield* AttendingStore
  return {
    stats: yield* store.stats,
    venues: yield* store.venues,
    pending: yield* store.pendingSources({ page: 1, limit: 10 }),
    cursor: yield* store.cursor("calendar"),
    version: yield* versionOf("attending"),
  }
})

/**
 * The contract of an `AttendingStore` that outlives its layer, in addition to `attendingStoreContract`. `make` returns a new
 * empty store as a function that opens it: every layer from that function is the same store, built again.
 */
export const durableAttendingStoreContract = (
  adapter: string,
  make: () => (zone?: string) => Layer.Layer<AttendingStore | DataVersions>,
): void => {
  describe(`${adapter}: attending that outlives the process`, () => {
    durableJournalContract(eventJournal, make)
    durableSearchContract(eventSearch, make)

    it.effect("events, venues, rejected rows, cursors and versions survive a restart", () => {
      const open = make()
      const first = Effect.gen(function* () {
        const store = yield* AttendingStore
        yield* store.storeEntries([entry("a", "A")], { source: "calendar", cursor: "token" })
        yield* store.change((transaction) =>
          Effect.flatMap(transaction.addVenue(venue("Lantern Hall")), (venueId) =>
            transaction.addEvent(event({ venueId })),
          ),
        )
        return yield* contents
      })
      return Effect.gen(function* () {
        const before = yield* Effect.provide(first, open())
        assert.strictEqual(before.stats.total, 1)
        assert.deepStrictEqual(before.cursor, Option.some("token"))
        assert.deepStrictEqual(yield* Effect.provide(contents, open()), before)
      })
    })
  })
}
