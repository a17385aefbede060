import { decodePolyline, maxPoints, pointsOf } from "@daybook/running"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { read, readInShort, start, type Point, track, gpx, steady } from "./samples/gpx.samples.ts"

describe("a recorded track", () => {
  it.effect("is a run with the distance over all its points and its moving time", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* readInShort(gpx(track([steady(1_800, 3)]))), [
        "3 2024-03-01T07:00:00Z 5400 m, +0 m, 1800 s",
      ])
    }),
  )

  it.effect("has no local day and is not a race", () =>
    Effect.gen(function* () {
      const [row] = yield* read(gpx(track([steady(60, 3)])))
      assert.deepInclude(row !== undefined && "item" in row ? row.item : {}, {
        startedAt: start,
        localDay: undefined,
        isRace: false,
      })
    }),
  )

  it.effect("has its name, heart rate, steps and line, its splits and best times", () =>
    Effect.gen(function* () {
      const rich = gpx(track([steady(600, 3, 5)], "running")).replaceAll("</trkpt>", (_, at: number) => {
        const rate = at % 2 === 0 ? "<ns3:hr>150</ns3:hr>" : "<ns3:hr>0</ns3:hr>"
        return `<extensions><ns3:TrackPointExtension>${rate}<ns3:cad>86</ns3:cad></ns3:TrackPointExtension></extensions></trkpt>`
      })
      const [row] = yield* read(rich)
      const run = row !== undefined && "item" in row ? row.item : assert.fail("no run")
      assert.deepInclude(run, { name: "Along the canal", elapsedSeconds: 600, heartRate: 150, cadence: 172 })
      const line = decodePolyline(run.polyline)
      assert.deepStrictEqual([line.length, line[0]], [2, { lat: 0, lng: 13.5 }])
      const { details } = run
      assert.deepStrictEqual(
        details?.efforts.map(({ effort, seconds }) => [effort, seconds]),
        [
          ["1km", 333],
          ["mile", 536],
        ],
      )
      assert.deepStrictEqual(
        details?.kilometreSplits.map(({ distanceMm, heartRate }) => [
          Math.round(distanceMm / 1e5),
          heartRate,
        ]),
        [
          [10, 150],
          [8, 150],
        ],
      )
      const points = details?.track === undefined ? [] : pointsOf(details.track)
      assert.strictEqual(points.length, 121)
      assert.deepInclude(points.at(-1), { seconds: 600, heartRate: 150, cadence: 172 })
      assert.approximately(points.at(-1)?.distanceMm ?? 0, 1_800_000, 100)
    }),
  )

  it.effect("of any length is stored in bounded memory, from its start to its end", () =>
    Effect.gen(function* () {
      const [row] = yield* read(gpx(track([steady(60_000, 2)])))
      const run = row !== undefined && "item" in row ? row.item : assert.fail("no run")
      const points = run.details?.track === undefined ? [] : pointsOf(run.details.track)
      assert.strictEqual(points.length, maxPoints)
      assert.deepStrictEqual([points[0]?.seconds, points.at(-1)?.seconds], [0, 60_000])
      assert.strictEqual(run.details?.efforts.find(({ effort }) => effort === "marathon")?.seconds, 21_098)
    }),
  )

  it.effect("stands still if it is slower than a mile in half an hour, however its points jitter", () =>
    Effect.gen(function* () {
      const run = steady(600, 3)
      // Five minutes at a traffic light: a metre to and fro each second, in a receiver's eyes.
      const waits = Array.from({ length: 300 }, (_, index) => ({
        at: 601 + index,
        north: 1_800 + (index % 4 === 0 ? 1 : 0),
      }))
      const on = steady(600, 3, 1, { at: 901, north: 1_800 })
      const [short = ""] = yield* readInShort(gpx(track([[...run, ...waits, ...on]])))
      const moving = Number(/(\d+) s$/.exec(short)?.[1])
      assert.approximately(moving, 1_200, 10)
    }),
  )

  it.effect("stands still if nothing was recorded and nothing was run", () =>
    Effect.gen(function* () {
      const rest = steady(600, 3, 5, { at: 4_200, north: 1_810 })
      assert.deepStrictEqual(yield* readInShort(gpx(track([[...steady(600, 3, 5), ...rest]]))), [
        "3 2024-03-01T07:00:00Z 3610 m, +0 m, 1200 s",
      ])
    }),
  )

  it.effect("moves between points that are far apart", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* readInShort(gpx(track([steady(1_800, 2.5, 60)]))), [
        "3 2024-03-01T07:00:00Z 4500 m, +0 m, 1800 s",
      ])
    }),
  )

  it.effect("counts nothing between two segments, and ignores an empty one", () =>
    Effect.gen(function* () {
      const later = steady(600, 3, 1, { at: 700, north: 9_000 })
      assert.deepStrictEqual(yield* readInShort(gpx(track([steady(600, 3), [], later]))), [
        "3 2024-03-01T07:00:00Z 3600 m, +0 m, 1200 s",
      ])
    }),
  )

  it.effect("climbs what rises by three metres or more between two turns", () =>
    Effect.gen(function* () {
      const climbOf = (heights: ReadonlyArray<number>) =>
        Effect.map(
          readInShort(gpx(track([heights.map((ele, index) => ({ at: index * 5, north: index * 15, ele }))]))),
          ([short]) => Number(/\+(\d+) m/.exec(short ?? "")?.[1]),
        )
      assert.strictEqual(yield* climbOf([10, 20, 30, 20, 10, 40]), 50)
      assert.strictEqual(yield* climbOf([10, 12, 10, 12, 10, 12, 10]), 0, "noise")
      assert.strictEqual(yield* climbOf([10, 20, 18, 30, 28, 40]), 30, "noise on the way up")
      assert.strictEqual(yield* climbOf([40, 39, 41, 30, 31, 20, 10]), 0, "noise on the way down")
      assert.strictEqual(yield* climbOf([10, 11, 12, 13]), 3)
      assert.strictEqual(yield* climbOf([100, -400, -100]), 300)
    }),
  )

  it.effect("has the climb of the points that know their height, and of each segment on its own", () =>
    Effect.gen(function* () {
      const with_ = (at: number, ele?: number): Point => ({
        at,
        north: at * 3,
        ...(ele === undefined ? {} : { ele }),
      })
      assert.deepStrictEqual(
        yield* readInShort(
          gpx(
            track([
              [with_(0, 10), with_(10), with_(20, 30)],
              [with_(60, 500), with_(70, 510)],
            ]),
          ).replace("<ele>10</ele>", "<ele>10</ele><ele>NaN</ele>"),
        ),
        ["3 2024-03-01T07:00:00Z 90 m, +10 m, 30 s"],
      )
    }),
  )

  const Walked = Schema.Array(
    Schema.Struct({
      seconds: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 120 })),
      north: Schema.Finite.check(Schema.isBetween({ minimum: -500, maximum: 500 })),
      ele: Schema.Finite.check(Schema.isBetween({ minimum: -100, maximum: 100 })),
    }),
  ).check(Schema.isMinLength(2))
  it.effect.prop(
    "never moves longer than it lasted, adds up its legs, and climbs no more than all rises",
    [Walked],
    ([steps]) =>
      Effect.gen(function* () {
        let [at, north, legs, rises] = [0, 0, 0, 0]
        const points = steps.map((step, index) => {
          const before = steps[index - 1]
          if (before !== undefined) {
            at += step.seconds
            north += step.north
            legs += Math.abs(step.north)
            rises += Math.max(0, step.ele - before.ele)
          }
          return { at, north, ele: step.ele }
        })
        const [row] = yield* read(gpx(track([points])))
        const run = row !== undefined && "item" in row ? row.item : assert.fail("no run")
        assert.approximately(run.distanceMm / 1000, legs, 0.01 + legs / 10_000)
        assert.isAtMost(run.movingSeconds, at)
        assert.isAtMost(run.climbMm, rises * 1000 + 0.001)
      }),
  )

  it.effect("is measured along the sphere, even if degrees of longitude are short", () =>
    Effect.gen(function* () {
      // Greenwich to a degree east on the 60th parallel: half as far as on the equator, less the sphere's bend.
      const file = gpx(
        `<trk><type>run</type><trkseg><trkpt lat="60" lon="179.5"><time>2024-03-01T07:00:00Z</time></trkpt>
        <trkpt lat="60" lon="-179.5"><time>2024-03-01T17:00:00Z</time></trkpt></trkseg></trk>`,
      )
      assert.deepStrictEqual(yield* readInShort(file), ["3 2024-03-01T07:00:00Z 55597 m, +0 m, 36000 s"])
    }),
  )
})
