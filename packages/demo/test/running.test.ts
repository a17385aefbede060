import type { Run } from "@daybook/running"
import { assert, describe, it } from "@effect/vitest"
import { demoRuns, type RunningLife } from "../src/index.ts"

const until = Date.parse("2026-11-21T12:10:00.500Z")

const runsOf = (life: Partial<RunningLife> = {}): ReadonlyArray<Run> => [...demoRuns({ until, ...life })]
const life = runsOf()

describe("a made-up life of running", () => {
  it("is the same for the same arguments and another for another seed", () => {
    assert.deepStrictEqual(runsOf(), life)
    assert.notDeepEqual(runsOf({ seed: 2 }), life)
  })

  it("has a run of its own name on a day, each after the one before and before the end", () => {
    assert.strictEqual(new Set(life.map(({ ref }) => ref)).size, life.length)
    for (const [at, { localDay, startedAt }] of life.entries()) {
      assert.isAbove(startedAt, life[at - 1]?.startedAt ?? 0)
      assert.isBelow(startedAt, until)
      assert.strictEqual(new Date(startedAt).toISOString().slice(0, 10), localDay)
    }
  })

  it("has 60 to 220 runs in each whole year, at a pace that people run, and two races", () => {
    for (let year = 2019; year <= 2025; year++) {
      const runs = life.filter(({ localDay }) => localDay?.startsWith(String(year)))
      assert.isAtLeast(runs.length, 60, String(year))
      assert.isAtMost(runs.length, 220, String(year))
      assert.strictEqual(runs.filter(({ isRace }) => isRace).length, 2, String(year))
    }
    for (const { distanceMm, movingSeconds } of life) {
      const secondsOfAKilometre = movingSeconds / (distanceMm / 1_000_000)
      assert.isAtLeast(secondsOfAKilometre, 300)
      assert.isAtMost(secondsOfAKilometre, 420)
    }
  })
})
