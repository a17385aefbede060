import { decodePolyline } from "@daybook/running"
import { assert, describe, it } from "@effect/vitest"
import { type DemoOptions, demoOtherSports, type DemoRun, demoRuns } from "../src/index.ts"

const until = Date.parse("2026-11-21T12:10:00.500Z")

const runsOf = (options: Partial<DemoOptions> = {}): ReadonlyArray<DemoRun> => [
  ...demoRuns({ until, ...options }),
]
const runs = runsOf()

describe("demo data of running", () => {
  it("is the same for the same arguments and another for another seed", () => {
    const text = JSON.stringify(runsOf({ years: 2 }))
    assert.strictEqual(JSON.stringify(runsOf({ years: 2 })), text)
    assert.notStrictEqual(JSON.stringify(runsOf({ years: 2, seed: 2 })), text)
  })

  it("has runs with distinct names, on the days of their starts, each after the one before and before the end", () => {
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

describe("demo data of other sports", () => {
  it("is the same each time, oldest first, and no run", () => {
    const activities = [...demoOtherSports({ until, years: 2 })]
    assert.deepStrictEqual([...demoOtherSports({ until, years: 2 })], activities)
    assert.sameMembers([...new Set(activities.map(({ sport }) => sport))], ["ride", "swim"])
    for (const [at, { startedAt }] of activities.entries()) {
      assert.isAbove(startedAt, activities[at - 1]?.startedAt ?? 0)
      assert.isBelow(startedAt, until)
    }
  })
})

describe("the details of demo runs", () => {
  it("have a line, splits, best times and shoes, all of the run", () => {
    for (const { details, distanceMm, elapsedSeconds, heartRate, movingSeconds, name, polyline } of runs) {
      assert.notStrictEqual(name, "")
      assert.isAbove(decodePolyline(polyline).length, 10)
      assert.isTrue(heartRate !== undefined && heartRate > 120 && heartRate < 190)
      assert.isAtLeast(elapsedSeconds, movingSeconds)
      assert.strictEqual(details?.kilometreSplits.length, Math.ceil(distanceMm / 1_000_000 - 0.01))
      assert.isDefined(details?.efforts.find(({ effort }) => effort === "1km"))
      assert.isDefined(details?.gear)
    }
    const pairs = new Set(runs.map(({ gearRef }) => gearRef))
    assert.isAtLeast(pairs.size, 8)
    assert.strictEqual(new Set(runs.flatMap(({ details }) => details?.gear?.name ?? [])).size, pairs.size)
  })
})
