import type { Position } from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import {
  coordinatesJson,
  decodeCoordinates,
  decodePolyline,
  decodeSeries,
  detailsOf,
  encodePolyline,
  encodeSeries,
  kilometreMm,
  mileMm,
  maxPoints,
  outlineOf,
  pointsOf,
  simplify,
  splitsOf,
  trackOf,
  type TrackPoint,
} from "../src/index.ts"

const Whole = Schema.Int.check(Schema.isBetween({ minimum: -(2 ** 31), maximum: 2 ** 31 - 1 }))
const Degrees = (most: number) =>
  Schema.Int.check(Schema.isBetween({ minimum: -most * 100_000, maximum: most * 100_000 }))
const Positions = Schema.Array(Schema.Struct({ lat: Degrees(90), lng: Degrees(180) }))

describe("a series of numbers as text", () => {
  it.effect.prop(
    "is read as it was written",
    [Schema.Array(Whole)],
    ([numbers]) =>
      Effect.sync(() =>
        assert.deepStrictEqual(
          decodeSeries(encodeSeries(numbers)),
          numbers.map((one) => one + 0),
        ),
      ),
    { arbitrary: { runs: 100, size: 60 } },
  )

  it("is an encoded polyline where positions are written, as its inventors show it", () => {
    const positions = [
      { lat: 38.5, lng: -120.2 },
      { lat: 40.7, lng: -120.95 },
      { lat: 43.252, lng: -126.453 },
    ]
    assert.strictEqual(encodePolyline(positions), "_p~iF~ps|U_ulLnnqC_mqNvxq`@")
    assert.deepStrictEqual(decodePolyline("_p~iF~ps|U_ulLnnqC_mqNvxq`@"), positions)
  })

  it.effect.prop(
    "is written as the JSON of its coordinates",
    [Positions],
    ([points]) =>
      Effect.sync(() => {
        const positions = points.map(({ lat, lng }) => ({ lat: lat / 100_000, lng: lng / 100_000 }))
        const text = encodePolyline(positions)
        assert.strictEqual(coordinatesJson(text), JSON.stringify(decodeCoordinates(text)))
      }),
    { arbitrary: { runs: 100, size: 60 } },
  )

  it.effect.prop(
    "has nothing of an invalid text, and never fails",
    [Schema.String],
    ([text]) =>
      Effect.sync(() => {
        assert.strictEqual(coordinatesJson(text), JSON.stringify(decodeCoordinates(text)))
        assert.isTrue(decodeSeries(text).every(Number.isInteger))
        for (const { lat, lng } of decodePolyline(text))
          assert.isTrue(Math.abs(lat) <= 90 && Math.abs(lng) <= 180)
        for (const cut of ["_p~iF~ps|", "_p~iF", "\u0000", "~~~~~~~~~~~~~~~~~~~~"])
          assert.deepStrictEqual(decodePolyline(cut), [], cut)
      }),
    { arbitrary: { runs: 100, size: 40 } },
  )
})

describe("a simplified line", () => {
  const metres = 111_195
  /** The distance of a point from a line, near the equator. */
  const distanceFrom = (line: ReadonlyArray<Position>, point: Position): number =>
    Math.min(
      ...line.slice(1).map((end, at) => {
        const start = line[at] ?? end
        const [dx, dy] = [end.lng - start.lng, end.lat - start.lat]
        const length = dx * dx + dy * dy
        const along =
          length === 0 ? 0 : ((point.lng - start.lng) * dx + (point.lat - start.lat) * dy) / length
        const share = Math.min(1, Math.max(0, along))
        return Math.hypot(point.lng - start.lng - share * dx, point.lat - start.lat - share * dy) * metres
      }),
    )

  const Near = Schema.Array(
    Schema.Struct({
      lat: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 300 })),
      lng: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 300 })),
    }),
  ).check(Schema.isBetweenLength(2, 40))
  it.effect.prop(
    "has the first and the last point, and is never farther from a point than the tolerance",
    [Near],
    ([points]) =>
      Effect.sync(() => {
        const line = points.map(({ lat, lng }) => ({ lat: lat / 100_000, lng: lng / 100_000 }))
        const simple = simplify(line, 20)
        assert.strictEqual(simple[0], line[0])
        assert.strictEqual(simple.at(-1), line.at(-1))
        for (const point of line) assert.isAtMost(distanceFrom(simple, point), 20.01)
      }),
    { arbitrary: { runs: 100, size: 40 } },
  )

  it("of a straight one is its ends, and of no line none", () => {
    const straight = Array.from({ length: 500 }, (_, at) => ({ lat: at / 10_000, lng: at / 10_000 }))
    assert.strictEqual(decodePolyline(outlineOf(encodePolyline(straight))).length, 2)
    assert.strictEqual(outlineOf(""), "")
    assert.strictEqual(outlineOf(encodePolyline(straight.slice(0, 1))), "")
  })
})

const even = (seconds: number, metresASecond: number, more: Partial<TrackPoint> = {}) =>
  Array.from({ length: seconds + 1 }, (_, at): TrackPoint => ({
    seconds: at,
    distanceMm: at * metresASecond * 1000,
    ...more,
  }))

describe("a track", () => {
  it.effect.prop(
    "returns its points; what was measured at some of them has the value before at the others",
    [Positions],
    ([positions]) =>
      Effect.sync(() => {
        const points = positions.map(({ lat, lng }, at): TrackPoint => ({
          seconds: at,
          distanceMm: at * 3_000,
          position: { lat: lat / 100_000 + 0, lng: lng / 100_000 + 0 },
          heartRate: at % 3 === 0 ? 140 + at : undefined,
        }))
        const track = trackOf(points)
        if (points.length < 2) return assert.isUndefined(track)
        assert.isDefined(track)
        assert.strictEqual(track.elevations, "")
        assert.deepStrictEqual(
          pointsOf(track),
          points.map((point, at) => ({
            ...point,
            elevationMm: undefined,
            heartRate: 140 + at - (at % 3),
            cadence: undefined,
          })),
        )
      }),
    { arbitrary: { runs: 50, size: 40 } },
  )

  it("keeps this many points at most, with the first and the last", () => {
    const points = pointsOf(trackOf(even(13_000, 3)) ?? assert.fail())
    assert.strictEqual(points.length, maxPoints)
    assert.deepStrictEqual([points[0]?.seconds, points.at(-1)?.seconds], [0, 13_000])
  })
})

describe("the splits of a track", () => {
  const Track = Schema.Array(
    Schema.Struct({
      seconds: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 30 })),
      metres: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_500 })),
    }),
  ).check(Schema.isBetweenLength(1, 60))
  it.effect.prop(
    "are each a unit long but the last, and add up to the whole",
    [Track],
    ([steps]) =>
      Effect.sync(() => {
        let [seconds, distanceMm] = [0, 0]
        const points = [
          { seconds, distanceMm },
          ...steps.map((step) => ({
            seconds: (seconds += step.seconds),
            distanceMm: (distanceMm += step.metres * 1000),
          })),
        ]
        const splits = splitsOf(points, kilometreMm)
        const sum = (of: (split: (typeof splits)[number]) => number) =>
          splits.reduce((total, split) => total + of(split), 0)
        for (const split of splits.slice(0, -1)) assert.strictEqual(split.distanceMm, kilometreMm)
        assert.approximately(
          sum((split) => split.distanceMm),
          distanceMm,
          kilometreMm / 100,
        )
        for (const split of splits) assert.isAtMost(split.movingSeconds, split.elapsedSeconds + 1)
        assert.isAtMost(
          sum((split) => split.elapsedSeconds),
          seconds + splits.length,
        )
      }),
    { arbitrary: { runs: 100, size: 60 } },
  )

  it("of an even run are even; a pause is only in the elapsed time", () => {
    const uphill = even(1_000, 3).map((point, at) => ({ ...point, elevationMm: at * 10, heartRate: 150 }))
    assert.deepStrictEqual(splitsOf(uphill, kilometreMm)[1], {
      distanceMm: kilometreMm,
      elapsedSeconds: 333,
      movingSeconds: 333,
      riseMm: 3_333,
      heartRate: 150,
    })
    assert.strictEqual(splitsOf(uphill, mileMm).length, 2)
    const last = { seconds: 200, distanceMm: 600_000 }
    const paused = [...even(200, 3), { ...last, seconds: 500 }, { seconds: 700, distanceMm: 1_200_000 }]
    const [split] = splitsOf(paused, kilometreMm)
    assert.strictEqual(split?.elapsedSeconds, 633)
    assert.approximately(split?.movingSeconds ?? 0, 333, 10)
    assert.deepStrictEqual(splitsOf([], kilometreMm), [])
  })
})

describe("the details of a run", () => {
  it("are the source's own if it reports them, and worked out of the track if it does not", () => {
    const split = { distanceMm: mileMm, elapsedSeconds: 500, movingSeconds: 500, riseMm: 0 }
    const told = detailsOf("1", 0, {
      mileSplits: [split],
      efforts: [{ effort: "1km", seconds: 300 }],
      points: even(1_000, 3),
    })
    assert.deepStrictEqual(told.mileSplits, [split])
    assert.strictEqual(told.kilometreSplits.length, 3)
    assert.deepStrictEqual(told.efforts, [
      { effort: "1km", seconds: 300 },
      { effort: "mile", seconds: 536 },
    ])
  })

  it("have best times of splits if there is no track", () => {
    const kilometre = { distanceMm: kilometreMm, elapsedSeconds: 300, movingSeconds: 300, riseMm: 0 }
    const fast = { ...kilometre, elapsedSeconds: 240 }
    const { efforts, track } = detailsOf("1", 0, {
      kilometreSplits: [kilometre, fast, kilometre, kilometre, kilometre],
    })
    assert.isUndefined(track)
    assert.deepStrictEqual(
      efforts.map(({ effort, seconds }) => [effort, seconds]),
      [
        ["1km", 240],
        ["mile", 423],
        ["5km", 1_440],
      ],
    )
  })
})
