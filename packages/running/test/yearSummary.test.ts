import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { RunStore, type RunTotals, yearSummary } from "../src/index.ts"
import { storeOf } from "./runStore.ts"

const summaryOf = (totals: Option.Option<RunTotals>) =>
  yearSummary(2024).pipe(
    Effect.provideService(RunStore, storeOf({ yearTotals: () => Effect.succeed(totals) })),
  )

const oneRun: RunTotals = {
  runs: 1,
  distanceMm: 5_000_000,
  climbMm: 30_480,
  movingSeconds: 1_500,
  longestMm: 5_000_000,
  races: 0,
}

describe("a year of running", () => {
  it.effect("is undefined if there is no run", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* summaryOf(Option.none()), Option.none())
    }),
  )

  it.effect("is in miles of 1609.344 m and feet of 0.3048 m, to two decimals", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        yield* summaryOf(Option.some(oneRun)),
        Option.some({
          year: 2024,
          runs: 1,
          // 5000 / 1609.344 = 3.10685…; 25:00 over it is 482.8 s a mile.
          miles: 3.11,
          feetClimbed: 100,
          seconds: 1_500,
          pace: "8:03/mi",
          longestMiles: 3.11,
          races: 0,
        }),
      )
    }),
  )

  it.effect("rounds the total, and a half up", () =>
    Effect.gen(function* () {
      // 8,046.72 mm are 0.005 miles exactly, 1.524 mm 0.005 feet.
      const rounded = (distanceMm: number, climbMm: number) =>
        Effect.map(summaryOf(Option.some({ ...oneRun, distanceMm, climbMm })), (summary) =>
          Option.match(summary, {
            onNone: () => [],
            onSome: ({ miles, feetClimbed }) => [miles, feetClimbed],
          }),
        )
      assert.deepStrictEqual(yield* rounded(8_046, 1), [0, 0])
      assert.deepStrictEqual(yield* rounded(8_047, 2), [0.01, 0.01])
      assert.deepStrictEqual(yield* rounded(201_168, 381), [0.13, 1.25])
      assert.deepStrictEqual(yield* rounded(0, 0), [0, 0])
    }),
  )
})
