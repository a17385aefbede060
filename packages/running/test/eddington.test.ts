import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { eddingtonNumber } from "../src/index.ts"

const Days = Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 40_000 }))).check(
  Schema.isBetweenLength(0, 60),
)

describe("an Eddington number", () => {
  it.effect.prop(
    "is the largest with this many days, and the next takes just the missing ones",
    [Days],
    ([days]) =>
      Effect.sync(() => {
        const { missingDays, next, number } = eddingtonNumber(days, 1_000)
        const daysOf = (units: number, all = days) => all.filter((day) => day >= units * 1_000).length
        assert.isAtLeast(daysOf(number), number)
        assert.strictEqual(next, number + 1)
        assert.isBelow(daysOf(next), next)
        assert.isAbove(missingDays, 0)
        const more = [...days, ...Array.from({ length: missingDays }, () => next * 1_000)]
        assert.strictEqual(eddingtonNumber(more, 1_000).number >= next, true)
        assert.strictEqual(eddingtonNumber(more.slice(0, -1), 1_000).number, number)
      }),
    { arbitrary: { runs: 200, size: 60 } },
  )

  it("is 0 without a day, or with short ones", () => {
    assert.deepStrictEqual(eddingtonNumber([], 1_000), { number: 0, next: 1, missingDays: 1 })
    assert.deepStrictEqual(eddingtonNumber([999, 0], 1_000), { number: 0, next: 1, missingDays: 1 })
  })
})
