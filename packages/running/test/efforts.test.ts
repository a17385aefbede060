import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { bestEffortsOf, bestTime, type Moment, steadied } from "../src/index.ts"

const Steps = Schema.Array(
  Schema.Struct({
    seconds: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 60 })),
    metres: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 400 })),
  }),
).check(Schema.isBetweenLength(1, 40))

const momentsOf = (steps: typeof Steps.Type): ReadonlyArray<Moment> => {
  let [seconds, distanceMm] = [0, 0]
  return [
    { seconds, distanceMm },
    ...steps.map((step) => ({
      seconds: (seconds += step.seconds),
      distanceMm: (distanceMm += step.metres * 1000),
    })),
  ]
}

/** The time when a distance was reached first, or left last, by going over all moments. */
const timeAt = (moments: ReadonlyArray<Moment>, distanceMm: number, last: boolean): number => {
  const times = moments.slice(1).flatMap((to, at) => {
    const from = moments[at] ?? to
    if (distanceMm < from.distanceMm || distanceMm > to.distanceMm) return []
    if (from.distanceMm === to.distanceMm) return [from.seconds, to.seconds]
    const share = (distanceMm - from.distanceMm) / (to.distanceMm - from.distanceMm)
    return [from.seconds + share * (to.seconds - from.seconds)]
  })
  return last ? Math.max(...times) : Math.min(...times)
}

describe("the best time over a distance", () => {
  const Case = Schema.Struct({
    steps: Steps,
    metres: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 2_000 })),
    starts: Schema.Array(Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 }))).check(
      Schema.isBetweenLength(1, 20),
    ),
  })
  it.effect.prop(
    "is no slower than any stretch of that length, equals one of them, and is missing only if the run is shorter",
    [Case],
    ([{ metres, starts, steps }]) =>
      Effect.sync(() => {
        const moments = momentsOf(steps)
        const length = metres * 1000
        const total = moments.at(-1)?.distanceMm ?? 0
        const best = bestTime(moments, length)
        if (total < length) return assert.isUndefined(best)
        assert.isDefined(best)
        const stretch = (from: number) => timeAt(moments, from + length, false) - timeAt(moments, from, true)
        for (const share of starts) assert.isAtMost(best, stretch(share * (total - length)) + 1e-6)
        const ends = moments.flatMap(({ distanceMm }) => [distanceMm, distanceMm - length])
        const possible = ends.filter((from) => from >= 0 && from + length <= total).map(stretch)
        assert.approximately(best, Math.min(...possible), 1e-6)
      }),
    { arbitrary: { runs: 300, size: 40 } },
  )

  it("of an even run is the same share of its time, for each distance that it has", () => {
    const even = Array.from({ length: 3_601 }, (_, seconds) => ({ seconds, distanceMm: seconds * 3_000 }))
    assert.deepStrictEqual(bestEffortsOf(even), [
      { effort: "1km", seconds: 333 },
      { effort: "mile", seconds: 536 },
      { effort: "5km", seconds: 1_667 },
      { effort: "10km", seconds: 3_333 },
    ])
    assert.deepStrictEqual(bestEffortsOf([]), [])
    assert.deepStrictEqual(bestEffortsOf(even.slice(0, 1)), [])
  })

  it("counts pauses, by the clock", () => {
    const paused = [0, 100, 400, 500].map((seconds, at) => ({
      seconds,
      distanceMm: [0, 5e5, 5e5, 1e6][at] ?? 0,
    }))
    assert.deepStrictEqual(bestEffortsOf(paused), [{ effort: "1km", seconds: 500 }])
  })

  it("is not made by a receiver's jump, nor by a clock set back", () => {
    const jump = [
      { seconds: 0, distanceMm: 0 },
      { seconds: 1, distanceMm: 3_000 },
      { seconds: 2, distanceMm: 3_000_000 },
      { seconds: 300, distanceMm: 3_900_000 },
    ]
    assert.deepStrictEqual(bestEffortsOf(jump), [])
    const back = [0, 200, 100, 400].map((seconds, at) => ({ seconds, distanceMm: at * 400_000 }))
    assert.deepStrictEqual(bestEffortsOf(back), [{ effort: "1km", seconds: 300 }])
  })

  it.effect.prop(
    "is of moments that only rise, no faster than anybody runs",
    [Schema.Array(Schema.Struct({ seconds: Schema.Int, distanceMm: Schema.Int }))],
    ([moments]) =>
      Effect.sync(() => {
        const steady = steadied(moments)
        for (const [at, { distanceMm, seconds }] of steady.entries()) {
          const before = steady[at - 1]
          if (before === undefined) continue
          assert.isAbove(seconds, before.seconds)
          assert.isAtLeast(distanceMm, before.distanceMm)
          assert.isAtMost(distanceMm - before.distanceMm, (seconds - before.seconds) * 12_500)
        }
      }),
    { arbitrary: { runs: 100, size: 30 } },
  )
})
