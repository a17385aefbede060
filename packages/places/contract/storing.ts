import type { DataVersions } from "@daybook/kernel"
import { blankings, raisesVersion, versionOf } from "@daybook/kernel/contract"
import { type CheckIn, CheckInStore } from "@daybook/places"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { checkInAt, store, stored } from "./checkIns.ts"

/** Contract: storing check-ins and cursors. */
export const storingContract = (fresh: () => Layer.Layer<CheckInStore | DataVersions>): void => {
  const test = (name: string, body: Effect.Effect<void, never, CheckInStore | DataVersions>) =>
    it.effect(name, () => Effect.provide(body, fresh()))

  const first = checkInAt("2024-05-06T07:00:00Z")

  test(
    "a check-in that arrives again is stored once, also within one batch",
    Effect.gen(function* () {
      assert.strictEqual(yield* store([first, first]), 1)
      assert.strictEqual(yield* store([first]), 0)
      assert.deepStrictEqual(yield* stored, [first])
    }),
  )

  test(
    "a check-in that was edited replaces what was stored of it, and counts as changed",
    Effect.gen(function* () {
      yield* store([first])
      const edits: ReadonlyArray<Partial<CheckIn>> = [
        { venueName: "Pies 'n' Thighs" },
        { city: "Taïm" },
        { country: "🎸" },
        { position: { lat: 0, lng: 0 } },
        { position: { lat: 0, lng: -180 } },
        { position: { lat: 90, lng: -180 } },
        { checkedInAt: first.checkedInAt + 1_000 },
        { shout: 'two\nlines, "quoted" \\' },
        { venueRef: "4f00" },
      ]
      let edited = first
      for (const edit of edits) {
        edited = { ...edited, ...edit }
        assert.strictEqual(yield* store([edited]), 1, JSON.stringify(edit))
        assert.strictEqual(yield* store([edited]), 0, JSON.stringify(edit))
        assert.deepStrictEqual(yield* stored, [edited], JSON.stringify(edit))
      }
    }),
  )

  test(
    "unknown fields leave the known ones of a check-in unchanged",
    Effect.gen(function* () {
      const whole = { ...first, shout: "Pie.", venueRef: "4f00" }
      yield* store([whole])
      const blanks = {
        venueName: "",
        category: "",
        city: "",
        country: "",
        position: undefined,
        shout: "",
        venueRef: "",
      }
      for (const blank of blankings(blanks)) {
        assert.strictEqual(yield* store([{ ...whole, ...blank }]), 0, JSON.stringify(blank))
        assert.deepStrictEqual(yield* stored, [whole])
      }
    }),
  )

  test(
    "a sparse report fills what is unknown of a check-in, and changes nothing else",
    Effect.gen(function* () {
      const places = yield* CheckInStore
      yield* store([{ ...first, category: "" }])
      const sparse = { ...first, city: "Elsewhere", position: { lat: 1, lng: 2 }, shout: "Pie." }
      const other = checkInAt("2024-05-07T07:00:00Z", { position: undefined, venueRef: "4f00" })
      const cursor = { source: "import abc", cursor: "1" }
      assert.strictEqual(yield* places.fillCheckIns([sparse, other], cursor), 2)
      assert.strictEqual(yield* places.fillCheckIns([sparse, other]), 0)
      assert.deepStrictEqual(yield* stored, [other, { ...first, shout: "Pie." }])
      assert.deepStrictEqual(yield* places.cursor("import abc"), Option.some("1"))
      assert.strictEqual(yield* places.fillCheckIns([{ ...other, position: sparse.position }]), 1)
    }),
  )

  test(
    "of two versions of a check-in in one batch the last one wins",
    Effect.gen(function* () {
      const later = { ...first, shout: "edited" }
      assert.strictEqual(yield* store([first, later]), 1)
      assert.deepStrictEqual(yield* stored, [later])
    }),
  )

  test(
    "two check-ins of the same second at the same venue are two",
    Effect.gen(function* () {
      assert.strictEqual(yield* store([first, { ...first, id: "another" }]), 2)
      assert.strictEqual((yield* stored).length, 2)
    }),
  )

  test(
    "coordinates are stored to the last digit",
    Effect.gen(function* () {
      const exact = checkInAt("2024-05-06T07:00:00Z", {
        position: { lat: 40.703932832748045, lng: -73.99048950444671 },
      })
      yield* store([exact])
      assert.deepStrictEqual(yield* stored, [exact])
    }),
  )

  test(
    "a batch of 2,000 check-ins is stored whole, and arriving again changes nothing",
    Effect.gen(function* () {
      const start = Date.parse("2020-01-01T12:00:00Z")
      const checkIns = Array.from({ length: 2_000 }, (_, index) =>
        checkInAt(new Date(start + index * 3_600_000).toISOString()),
      )
      assert.strictEqual(yield* store(checkIns), 2_000)
      assert.strictEqual(yield* store(checkIns), 0)
      assert.strictEqual((yield* stored).length, 2_000)
    }),
  )

  test(
    "the same check-ins that are stored by two at once are stored once",
    Effect.gen(function* () {
      const checkIns = Array.from({ length: 50 }, (_, minute) =>
        checkInAt(`2024-05-06T07:${String(minute).padStart(2, "0")}:00Z`),
      )
      const counts = yield* Effect.all([store(checkIns), store(checkIns.toReversed())], { concurrency: 2 })
      assert.strictEqual(counts[0] + counts[1], 50)
      assert.strictEqual((yield* stored).length, 50)
    }),
  )

  test(
    "a cursor is saved with its batch, each has its own, and the last one wins",
    Effect.gen(function* () {
      const places = yield* CheckInStore
      assert.deepStrictEqual(yield* places.cursor("foursquare"), Option.none())
      assert.strictEqual(yield* places.storeCheckIns([first], { source: "foursquare", cursor: "1" }), 1)
      assert.strictEqual(yield* places.storeCheckIns([], { source: "import abc", cursor: "2" }), 0)
      yield* places.storeCheckIns([], { source: "foursquare", cursor: "3" })
      yield* places.storeCheckIns([])
      assert.deepStrictEqual(yield* places.cursor("foursquare"), Option.some("3"))
      assert.deepStrictEqual(yield* places.cursor("import abc"), Option.some("2"))
    }),
  )

  test(
    "every write that changes what is shown raises the version of places, and no other",
    Effect.gen(function* () {
      yield* raisesVersion("places", "a first check-in", store([first]))
      yield* raisesVersion("places", "an edited one", store([{ ...first, shout: "!" }]))
      const before = yield* versionOf("listening")
      yield* store([checkInAt("2024-05-07T07:00:00Z")])
      assert.strictEqual(yield* versionOf("listening"), before)
    }),
  )
}
