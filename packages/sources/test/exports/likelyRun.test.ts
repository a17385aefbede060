import type { RecordedRun } from "@daybook/running"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { zipSync } from "fflate"
import { bytesOf } from "./samples/exports.samples.ts"
import { fitFile } from "./samples/fit.samples.ts"
import { gpx, type Point, read, readInShort, steady, track } from "./samples/gpx.samples.ts"

const minutes = 60
const hour = 60 * minutes

/** Legs one after the other, each this many seconds at this many metres a second, with a point every `step` seconds. */
const legs = (step: number, ...some: ReadonlyArray<readonly [seconds: number, speed: number]>) => {
  let from: Point = { at: 0, north: 0 }
  return some.flatMap(([seconds, speed], at) => {
    const points = steady(seconds, speed, step, from)
    from = points.at(-1) ?? from
    return at === 0 ? points : points.slice(1)
  })
}

const times = <A>(count: number, ...some: ReadonlyArray<A>) =>
  Array.from({ length: count }, () => some).flat()

/** The only row of a track that names no sport. */
const judged = (points: ReadonlyArray<Point>) =>
  Effect.map(readInShort(gpx(track([points], ""))), (rows) => rows.join().replace(/^3 /, ""))

const runs: Readonly<Record<string, ReadonlyArray<Point>>> = {
  "half an hour at 6 minutes a kilometre": steady(30 * minutes, 2.8),
  "a slow jog": steady(40 * minutes, 2.05, 5),
  "a fast race over 5 km": steady(17 * minutes, 4.9),
  "a marathon in under three hours": steady(3 * hour, 3.95, 10),
  "a marathon in five hours": steady(5 * hour, 2.35, 10),
  "intervals with walks between": legs(1, ...times(8, [120, 4.5] as const, [90, 1.3] as const)),
  "a run with waits at traffic lights": legs(1, ...times(6, [300, 2.8] as const, [60, 0] as const)),
  "a run with a long break": legs(5, [20 * minutes, 3], [15 * minutes, 0], [20 * minutes, 3]),
  "a point every 20 seconds": steady(30 * minutes, 2.8, 20),
  // The receiver finds itself a kilometre away.
  "a run with a jump": [
    ...steady(20 * minutes, 3),
    ...steady(20 * minutes, 3, 1, { at: 20 * minutes + 1, north: 4_600 }),
  ],
}

const others: Readonly<Record<string, readonly [points: ReadonlyArray<Point>, why: RegExp]>> = {
  "a drive": [steady(40 * minutes, 25), /faster/],
  "the drive of a real log, of a mile in 2:09": [steady(20 * minutes, 12.5, 5), /faster/],
  "a drive through a town": [legs(5, ...times(20, [60, 11] as const, [40, 0] as const)), /faster/],
  "a ride on a bicycle": [steady(hour, 6.2), /faster/],
  "a slow ride": [steady(90 * minutes, 5, 5), /faster/],
  "a ride with walks": [legs(5, [30 * minutes, 7.5], [30 * minutes, 2.5]), /faster/],
  "a walk": [steady(hour, 1.4, 5), /slower/],
  "a brisk walk": [steady(hour, 1.8), /slower/],
  "a hike with breaks": [
    legs(10, ...times(6, [40 * minutes, 1.1] as const, [10 * minutes, 0] as const)),
    /slower/,
  ],
  "a walk that ends at a bus": [legs(5, [40 * minutes, 1.3], [60, 3]), /slower/],
  "a day of walks and waits": [
    legs(30, ...times(8, [12 * minutes, 1.3] as const, [hour, 0] as const)),
    /still/,
  ],
  "a phone on a table": [steady(hour, 0.01, 5), /still/],
  "a log of a point every five minutes": [steady(6 * hour, 2.8, 300), /minutes apart/],
  "two days on end": [steady(44 * hour, 2.4, 30), /longer/],
  "a minute": [steady(minutes, 3), /less than two minutes/],
  "two points": [
    [
      { at: 0, north: 0 },
      { at: 40, north: 111 },
    ],
    /less than two minutes/,
  ],
}

describe("a track that names no sport", () => {
  it.effect.each(Object.keys(runs))("is a run if it is one by its speed and shape: %s", (name) =>
    Effect.gen(function* () {
      assert.match(yield* judged(runs[name] ?? []), /^2024-03-01T07:00:00Z \d+ m/)
    }),
  )

  it.effect.each(Object.keys(others))(
    "is set aside with the reason if it does not look like one: %s",
    (name) =>
      Effect.gen(function* () {
        const [points, why] = others[name] ?? assert.fail(name)
        const short = yield* judged(points)
        assert.match(short, /^doubtful: it names no sport, and it/)
        assert.match(short, why)
      }),
  )

  it.effect("keeps the whole run next to the reason", () =>
    Effect.gen(function* () {
      const [row] = yield* read(gpx(track([steady(hour, 1.4, 5)], "")))
      const [named] = yield* read(gpx(track([steady(hour, 1.4, 5)])))
      const doubtful = row !== undefined && "doubtful" in row ? row.doubtful : undefined
      assert.deepStrictEqual<RecordedRun | undefined>(
        doubtful,
        named !== undefined && "item" in named ? named.item : assert.fail("no run"),
      )
    }),
  )

  it.effect("has the sport that it names, at any speed", () =>
    Effect.gen(function* () {
      assert.match((yield* readInShort(gpx(track([steady(hour, 1.2, 5)], "run")))).join(), /4320 m/)
      assert.deepStrictEqual(yield* readInShort(gpx(track([steady(hour, 3, 5)], "hiking"))), [
        "3 2024-03-01T07:00:00Z 10800 m, +0 m, 3600 s, hike",
      ])
    }),
  )

  it.effect("is left to the list of an export that says which of its activities are runs", () =>
    Effect.gen(function* () {
      const walk = bytesOf(gpx(track([steady(hour, 1.4, 60)], "")))
      const zip = zipSync({
        "apple_health_export/workout-routes/route_2024-03-01_8.00am.gpx": walk,
        "export_1/activities/9001.gpx": walk,
        "logs/20240301.gpx": walk,
      })
      const rows = (yield* read(zip)).map((row) => ("item" in row ? "run" : "doubtful" in row))
      assert.deepStrictEqual(rows, ["run", "run", true])
    }),
  )

  it.effect("may be of TCX or FIT, too", () =>
    Effect.gen(function* () {
      const tcx = (speed: number) => {
        const points = steady(20 * minutes, speed, 5).map(
          ({ at, north }) =>
            `<Trackpoint><Time>${new Date(Date.UTC(2024, 2, 1, 7, 0, at)).toISOString()}</Time><DistanceMeters>${north}</DistanceMeters></Trackpoint>`,
        )
        return `<TrainingCenterDatabase><Activities><Activity><Id>2024-03-01T07:00:00Z</Id><Lap><Track>${points.join("")}</Track></Lap></Activity></Activities></TrainingCenterDatabase>`
      }
      const fit = (speed: number, sport = 0, sessions = true) => {
        const points = steady(20 * minutes, speed, 5).map(({ at, north }) => ({ at, metres: north }))
        return fitFile({ start: Date.parse("2024-03-01T07:00:00Z"), points, sport, sessions })
      }
      for (const file of [tcx, fit, (speed: number) => fit(speed, 0, false)]) {
        assert.match((yield* readInShort(file(3))).join(), /^1 2024-03-01T07:00:00Z 3600 m/)
        assert.match((yield* readInShort(file(1.3))).join(), /^1 doubtful: .* slower than a run$/)
      }
      assert.deepStrictEqual(yield* readInShort(fit(0)), ["1 skipped: it names no sport"])
    }),
  )
})
