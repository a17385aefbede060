import type { Run } from "@daybook/running"
import { assert, describe, it } from "@effect/vitest"
import { demoRuns, type RunningDemo } from "../src/index.ts"

const until = Date.parse("2026-11-21T12:10:00.500Z")

const runsOf = (options: Partial<RunningDemo> = {}): ReadonlyArray<Run> => [
  ...demoRuns({ until, ...options }),
]
const runs = runsOf()

describe("demo data of running", () => {
  it("is the same for the same arguments and another for another seed", () => {
    assert.deepStrictEqual(runsOf(), runs)
    assert.notDeepEqual(runsOf({ seed: 2 }), runs)
  })

  it("has a run of its own name on a day, each after the one before and before the end", () => {
    assert.strictEqual(new Set(runs.map(({ ref }) => ref)).size, runs.length)
    for (const [at, { localDay, startedAt }] of runs.entries()) {
      assert.isAbove(startedAt, runs[at - 1]?.startedAt ?? 0)
      assert.isBelow(startedAt, until)
      assert.strictEqual(new Date(startedAt).toISOString().slice(0, 10), localDay)
    }
  })

  it("has 60 to 220 runs in each whole year, at a pace that people run, and two races", () => {
    for (let year = 2019; year <= 2025; year++) {
      const ofYear = runs.filter(({ localDay }) => localDay?.startsWith(String(year)))
      assert.isAtLeast(ofYear.length, 60, String(year))
      assert.isAtMost(ofYear.length, 220, String(year))
      assert.strictEqual(ofYear.filter(({ isRace }) => isRace).length, 2, String(year))
    }
    for (const { distanceMm, movingSeconds } of runs) {
      const secondsOfAKilometre = movingSeconds / (distanceMm / 1_000_000)
      assert.isAtLeast(secondsOfAKilometre, 300)
      assert.isAtMost(secondsOfAKilometre, 420)
    }
  })
})
