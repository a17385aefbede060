import type { DataVersions } from "@daybook/kernel"
import { hostileTexts, survivesHostileTexts } from "@daybook/kernel/contract"
import { type CheckIn, type CheckInStore, normalizeCheckIn } from "@daybook/places"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { checkInAt, store, stored } from "./checkIns.ts"

const start = Date.parse("2024-05-06T07:00:00Z")

/** A check-in with this text in every text field. */
const hostile = (text: string, at = 0): CheckIn => ({
  ...checkInAt("2024-05-06T07:00:00Z"),
  id: text,
  venueName: text,
  category: text,
  city: text,
  country: text,
  shout: text,
  venueRef: text,
  checkedInAt: start - at * 1_000,
})

/** Contract: no text stops the check-ins after it. */
export const hostileContract = (fresh: () => Layer.Layer<CheckInStore | DataVersions>): void => {
  const test = (name: string, body: Effect.Effect<void, never, CheckInStore | DataVersions>) =>
    it.effect(name, () => Effect.provide(body, fresh()))

  test(
    "check-ins of hostile texts are stored once, and returned as they were tidied",
    Effect.gen(function* () {
      const checkIns = hostileTexts.map((text, at) => normalizeCheckIn(hostile(text, at)))
      assert.strictEqual(yield* store(checkIns), checkIns.length)
      assert.strictEqual(yield* store(checkIns.map(normalizeCheckIn)), 0)
      assert.deepStrictEqual(yield* stored, checkIns)
    }),
  )

  test(
    "a hostile text that comes untidied is stored or fails on its own",
    survivesHostileTexts(
      (text) => store([hostile(text)]),
      Effect.fnUntraced(function* (at) {
        assert.strictEqual(yield* store([checkInAt("2025-05-06T07:00:00Z", { id: `good ${at}` })]), 1)
      }),
    ),
  )
}
