import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { averagePace, mileMm } from "../src/index.ts"

const Seconds = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100_000_000 }))
const Distance = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 10_000_000_000 }))

const secondsOf = (pace: string): number => {
  const [, minutes = "", seconds = ""] = /^(0|[1-9]\d*):([0-5]\d)\/mi$/.exec(pace) ?? []
  assert.notStrictEqual(seconds, "", `${pace} is no pace`)
  return Number(minutes) * 60 + Number(seconds)
}

describe("a pace", () => {
  it.prop(
    "is minutes and two digits of seconds, never 60 of them, and the nearest second to the true one",
    [Seconds, Distance],
    ([seconds, distance]) => {
      const pace = secondsOf(averagePace(seconds, distance))
      assert.isAtMost(Math.abs(pace - (seconds * mileMm) / distance), 0.5)
    },
  )

  // Times with seconds that would round up to 60.
  it.prop(
    "just below a whole minute is that minute",
    [Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 500 }))],
    ([minutes]) => {
      const miles = 10
      assert.strictEqual(averagePace(60 * minutes * miles - 4, mileMm * miles), `${minutes}:00/mi`)
    },
  )

  it("is rounded half up, has no hours, and is 0:00 without a distance", () => {
    assert.strictEqual(averagePace(479, mileMm), "7:59/mi")
    assert.strictEqual(averagePace(959, 2 * mileMm), "8:00/mi")
    assert.strictEqual(averagePace(3_905, mileMm), "65:05/mi")
    assert.strictEqual(averagePace(0, mileMm), "0:00/mi")
    assert.strictEqual(averagePace(1_800, 0), "0:00/mi")
  })
})
