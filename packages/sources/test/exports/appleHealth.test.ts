import { LocalDate } from "@daybook/kernel"
import { pointsOf } from "@daybook/running"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { zipSync } from "fflate"
import { bytesOf } from "./samples/exports.samples.ts"
import { gpx, read, readInShort, steady, track } from "./samples/gpx.samples.ts"

const begin = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE HealthData [
<!ELEMENT HealthData (ExportDate,Me,(Record|Correlation|Workout)*)>
<!ATTLIST Record
  type CDATA #REQUIRED
>
]>
<HealthData locale="en_US">
 <ExportDate value="2024-06-01 12:00:00 +0200"/>
`

const steps = (at: string) =>
  ` <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Phone" device="&lt;&lt;HKDevice: 0x28&gt;, name:iPhone&gt;" unit="count" startDate="${at}" endDate="${at}" value="12"/>\n`

const beat = (at: string) =>
  ` <Record type="HKQuantityTypeIdentifierHeartRate" sourceName="Watch" unit="count/min" startDate="${at}" endDate="${at}" value="90">
  <MetadataEntry key="HKMetadataKeyHeartRateMotionContext" value="1"/>
 </Record>\n`

const exported = (...parts: ReadonlyArray<string>) => `${begin}${parts.join("")}</HealthData>\n`

/** A workout as exports have it since iOS 16. */
const workout = (
  type = "Running",
) => ` <Workout workoutActivityType="HKWorkoutActivityType${type}" duration="30.5" durationUnit="min" sourceName="Watch > 5" startDate="2024-03-01 08:00:00 +0100" endDate="2024-03-01 08:31:00 +0100">
  <MetadataEntry key="HKIndoorWorkout" value="0"/>
  <MetadataEntry key="HKTimeZone" value="Pacific/Auckland"/>
  <MetadataEntry key="HKElevationAscended" value="1234 cm"/>
  <WorkoutStatistics type="HKQuantityTypeIdentifierDistanceWalkingRunning" startDate="2024-03-01 08:00:00 +0100" endDate="2024-03-01 08:31:00 +0100" sum="3.1" unit="mi"/>
  <WorkoutStatistics type="HKQuantityTypeIdentifierHeartRate" startDate="2024-03-01 08:00:00 +0100" endDate="2024-03-01 08:31:00 +0100" average="148.2" minimum="90" maximum="170" unit="count/min"/>
  <WorkoutRoute sourceName="Watch" startDate="2024-03-01 08:00:00 +0100" endDate="2024-03-01 08:31:00 +0100">
   <FileReference path="/workout-routes/route_2024-03-01_8.31am.gpx"/>
  </WorkoutRoute>
 </Workout>\n`

/** A workout as exports had it before, with its totals as attributes. */
const older = ` <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="1800" durationUnit="sec" totalDistance="5" totalDistanceUnit="km" totalEnergyBurned="300" totalEnergyBurnedUnit="kcal" sourceName="Watch" startDate="2016-05-01 23:30:00 -0700" endDate="2016-05-02 00:01:00 -0700"/>\n`

const within = ` <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="1" durationUnit="min" sourceName="Watch" startDate="2017-09-01 07:00:00 +0000" endDate="2017-09-01 07:01:00 +0000">
  <WorkoutRoute sourceName="Watch">
   <Location date="2017-09-01 07:00:00 +0000" latitude="0" longitude="0" altitude="5"/>
   <Location date="2017-09-01 07:00:30 +0000" latitude="0.001" longitude="0" altitude="15"/>
   <Location date="2017-09-01 07:01:00 +0000" latitude="0.002" longitude="0" altitude="5"/>
  </WorkoutRoute>
 </Workout>\n`

const day = "2024-03-01 09:00:00 +0100"

describe("an export of Apple Health", () => {
  it.effect("has its runs; everything else is left out and counted, wherever its bytes are cut", () =>
    Effect.gen(function* () {
      const file = exported(steps(day), beat(day), workout(), steps(day), older, workout("Walking"), within)
      const rows = [
        "0 skipped: step count",
        "0 skipped: heart rate",
        "14 2024-03-01T07:00:00Z 4989 m, +12 m, 1830 s",
        "0 skipped: step count",
        "25 2016-05-02T06:30:00Z 5000 m, +0 m, 1800 s",
        "26 2024-03-01T07:00:00Z 4989 m, +12 m, 1830 s, walk",
        "36 2017-09-01T07:00:00Z 222 m, +10 m, 60 s",
      ]
      for (const pieces of [1, 17, 1 << 16]) assert.deepStrictEqual(yield* readInShort(file, pieces), rows)
    }),
  )

  it.effect("has the day of a run at its place, its heart rate, and its own route in old ones", () =>
    Effect.gen(function* () {
      const items = (yield* read(exported(workout(), older, within, workout("Cycling")))).flatMap((row) =>
        "item" in row ? [row.item] : [],
      )
      const [run, before, inside, ride] = items
      assert.include(run, {
        source: "apple-health",
        localDay: LocalDate.make("2024-03-01"),
        heartRate: 148.2,
        elapsedSeconds: 1_860,
      })
      assert.strictEqual(run?.details, undefined, "its track is another part, which lends it")
      assert.strictEqual(before?.localDay, undefined)
      assert.strictEqual(before?.elapsedSeconds, 1_860)
      const points = inside?.details?.track && pointsOf(inside.details.track)
      assert.deepStrictEqual(
        points?.map(({ elevationMm, seconds }) => [seconds, elevationMm]),
        [
          [0, 5_000],
          [30, 15_000],
          [60, 5_000],
        ],
      )
      assert.deepStrictEqual([ride?.sport, ride?.startedAt], ["ride", Date.parse("2024-03-01T07:00:00Z")])
    }),
  )

  it.effect("is a zip with its routes", () =>
    Effect.gen(function* () {
      const zip = zipSync({
        "apple_health_export/workout-routes/route_2024-03-01_8.31am.gpx": bytesOf(
          gpx(track([steady(60, 3)])),
        ),
        "apple_health_export/export.xml": bytesOf(exported(workout())),
        "apple_health_export/export_cda.xml": bytesOf('<?xml version="1.0"?><ClinicalDocument/>'),
      })
      assert.deepStrictEqual(yield* readInShort(zip), [
        "apple_health_export/workout-routes/route_2024-03-01_8.31am.gpx:3 2024-03-01T07:00:00Z 180 m, +0 m, 60 s",
        "apple_health_export/export.xml:10 2024-03-01T07:00:00Z 4989 m, +12 m, 1830 s",
      ])
    }),
  )

  it.effect("that is broken says where, and its other workouts are read", () =>
    Effect.gen(function* () {
      const bad = workout().replace("2024-03-01 08:00:00 +0100", "soon")
      const cut = workout().slice(0, 400)
      assert.deepStrictEqual(yield* readInShort(exported(bad, "<Record value>", older, cut)), [
        "10 bad: a startDate that cannot be read",
        "20 bad: a record without a type",
        "20 2016-05-02T06:30:00Z 5000 m, +0 m, 1800 s",
        "21 bad: a workout without an end",
      ])
    }),
  )
})
