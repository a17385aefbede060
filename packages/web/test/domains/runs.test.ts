import { assert, describe, it } from "vitest"
import { boxAround } from "../../page/parts/map/view.ts"
import { markersOf, pacesOf, placeOf, shadesOf, usualPaceOf } from "../../page/views/running/course.ts"
import { positionsOf, shapeOf } from "../../page/views/running/polyline.ts"
import {
  addedUp,
  courseOf,
  dayOfYear,
  daysIn,
  milesByDay,
  milesByWeek,
} from "../../page/views/running/sums.ts"

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
  it("is that of the way around each point, and none if the owner was", () => {
    const even = Array.from({ length: 50 }, (_, at) => at)
    const paces = pacesOf({ distances_m: even.map((at) => at * 20), seconds: even.map((at) => at * 6) })
    assert.isTrue(paces.every((pace) => pace !== null && Math.abs(pace - 0.3) < 1e-9))
    const stood = pacesOf({ distances_m: [0, 200, 201, 400], seconds: [0, 60, 660, 720] })
    assert.isNull(stood[1])
    assert.deepStrictEqual(pacesOf({ distances_m: [0, 0], seconds: [0, 5] }), [null, null])
  })
})

describe("the colours of a run", () => {
  it("are the quarters of its paces, standing with the slowest; none if it was even", () => {
    const paces = [0.3, 0.31, 0.32, 0.33, 0.34, 0.35, 0.36, null, 0.37]
    const found = shadesOf(paces)
    assert.deepStrictEqual(found?.limits, [0.35, 0.33, 0.31])
    assert.deepStrictEqual(found?.shades, [3, 3, 2, 2, 1, 1, 0, 0, 0])
    assert.isUndefined(shadesOf(Array.from({ length: 20 }, () => 0.3)))
    assert.isUndefined(shadesOf([0.3, 0.4]))
  })
})

describe("the kilometres of a run", () => {
  it("are marked at the first point beyond each, a dozen at most", () => {
    assert.deepStrictEqual(markersOf([0, 600, 1_200, 1_900, 2_000, 2_400], 1_000), [
      { at: 2, count: 1 },
      { at: 4, count: 2 },
    ])
    const long = Array.from({ length: 422 }, (_, at) => at * 100)
    assert.deepStrictEqual(
      markersOf(long, 1_000).map(({ count }) => count),
      [5, 10, 15, 20, 25, 30, 35, 40],
    )
    assert.deepStrictEqual(markersOf([], 1_000), [])
  })
})

describe("the area around a run", () => {
  it("is wider than the run, and none if it would reach around the date line", () => {
    const [west = 0, south = 0, east = 0, north = 0] = boxAround([
      [-9.14, 38.7],
      [-9.1, 38.72],
    ])
      .split(",")
      .map(Number)
    assert.isTrue(west < -9.14 && south < 38.7 && east > -9.1 && north > 38.72)
    assert.strictEqual(boxAround([]), "")
    assert.strictEqual(boxAround([[179.999, 0]]), "")
    assert.isTrue(boxAround([[10, 89.999]]).endsWith(",90.000"))
  })
})

describe("a run next to the others nearby", () => {
  const runs = [
    { distance_mi: 3, moving_s: 1_500 },
    { distance_mi: 4, moving_s: 2_200 },
    { distance_mi: 5, moving_s: 3_000 },
    { distance_mi: 20, moving_s: 20_000 },
  ]

  it("has the middle pace of those of its length as the usual one, and a place by its length", () => {
    assert.strictEqual(usualPaceOf(runs, 4), 550)
    assert.isUndefined(usualPaceOf(runs, 20))
    assert.deepStrictEqual([placeOf(runs, 4.5), placeOf(runs, 30)], [3, 1])
  })
})

describe("the totals of a year", () => {
  const cumulative = [
    { date: "2026-01-02", distance_mi: 3.1 },
    { date: "2026-01-05", distance_mi: 5.2 },
    { date: "2026-02-01", distance_mi: 10 },
  ]

  it("are added up from day to day, and taken apart again", () => {
    assert.deepStrictEqual(addedUp(cumulative, 6), [0, 3.1, 3.1, 3.1, 5.2, 5.2])
    assert.deepStrictEqual(
      [...milesByDay(cumulative)],
      [
        ["2026-01-02", 3.1],
        ["2026-01-05", 2.1],
        ["2026-02-01", 4.8],
      ],
    )
    assert.deepStrictEqual([daysIn(2024), daysIn(2026), dayOfYear("2026-03-01")], [366, 365, 59])
  })

  it("have every week up to a day, from Mondays", () => {
    assert.deepStrictEqual(milesByWeek(milesByDay(cumulative), "2026-01-06", 3), [
      { start: "2025-12-22", count: 0 },
      { start: "2025-12-29", count: 3.1 },
      { start: "2026-01-05", count: 2.1 },
    ])
  })

  it("lead to a distance at its end, but not in its first month", () => {
    assert.isUndefined(courseOf(10, "2026-01-20"))
    assert.strictEqual(courseOf(100, "2026-12-31"), 100)
    assert.strictEqual(Math.round(courseOf(50, "2026-07-02") ?? 0), 100)
  })
})
