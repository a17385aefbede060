import { assert, describe, it } from "vitest"
import { pacesOf } from "../../page/views/running/course.ts"
import { positionsOf, shapeOf } from "../../page/views/running/polyline.ts"
import { milesByMonth, totalsOf } from "../../page/views/running/sums.ts"

describe("the line of a run", () => {
  it("is read from its encoded form", () => {
    // The example of the format's own description.
    assert.deepStrictEqual(positionsOf("_p~iF~ps|U_ulLnnqC_mqNvxq`@"), [
      [-120.2, 38.5],
      [-120.95, 40.7],
      [-126.453, 43.252],
    ])
    assert.deepStrictEqual(positionsOf(""), [])
  })

  it("has a shape that fits its square, and none without a length", () => {
    assert.strictEqual(
      shapeOf(
        [
          [0, 0],
          [0, 1],
          [1, 1],
        ],
        10,
      ),
      "M0.0 10.0L0.0 0.0L10.0 0.0",
    )
    assert.strictEqual(shapeOf([], 10), "")
    assert.strictEqual(shapeOf([[1, 1]], 10), "")
    assert.strictEqual(
      shapeOf(
        [
          [1, 1],
          [1, 1],
        ],
        10,
      ),
      "",
    )
  })
})

describe("the pace along a run", () => {
  it("is that of the way around each point, and none where the owner was", () => {
    const even = Array.from({ length: 50 }, (_, at) => at)
    const paces = pacesOf({ distances_m: even.map((at) => at * 20), seconds: even.map((at) => at * 6) })
    assert.isTrue(paces.every((pace) => pace !== null && Math.abs(pace - 0.3) < 1e-9))
    const stood = pacesOf({ distances_m: [0, 200, 201, 400], seconds: [0, 60, 660, 720] })
    assert.isNull(stood[1])
    assert.deepStrictEqual(pacesOf({ distances_m: [0, 0], seconds: [0, 5] }), [null, null])
  })
})

describe("the totals of runs", () => {
  const run = (day: string, miles: number, race = false) => ({
    started_at: `${day}T09:00:00.000Z`,
    distance_mi: miles,
    moving_s: 600,
    elevation_ft: 10,
    race,
  })
  const runs = [run("2026-01-31", 3), run("2025-12-01", 5, true), run("2025-12-31", 1)]

  it("are those of the API for a year", () => {
    assert.deepStrictEqual(totalsOf(runs), {
      total_runs: 3,
      total_distance_mi: 9,
      total_duration_s: 1_800,
      total_elevation_ft: 30,
      longest_run_mi: 5,
      race_count: 1,
    })
    assert.strictEqual(totalsOf([]).longest_run_mi, 0)
  })

  it("have every month in their range, and no other", () => {
    assert.deepStrictEqual(
      milesByMonth(runs, "2025-11", "2026-01", (at) => at.slice(0, 10)),
      [
        { start: "2025-11-01", count: 0 },
        { start: "2025-12-01", count: 6 },
        { start: "2026-01-01", count: 3 },
      ],
    )
  })
})
