import { LocalDate } from "@daybook/kernel"
import { pointsOf } from "@daybook/running"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { gzipSync, zipSync } from "fflate"
import { bytesOf } from "./samples/exports.samples.ts"
import { fitFile, type FitPoint } from "./samples/fit.samples.ts"
import { degree, gpx, read, readInShort, steady, track } from "./samples/gpx.samples.ts"

const start = Date.parse("2024-03-01T07:00:00Z")

/** Ten minutes at 3 m/s, to the north. */
const points: ReadonlyArray<FitPoint> = Array.from({ length: 601 }, (_, at) => ({
  at,
  metres: at * 3,
  lat: (at * 3) / degree,
  height: 100 + (at % 60) / 10,
  beats: 140 + (at % 10),
  turns: 85,
}))

const inside = ({ lat: _lat, height: _height, ...point }: FitPoint): FitPoint => point

/** The only run of a file. */
const runIn = (file: string | Uint8Array) =>
  Effect.map(read(file), ([row]) => {
    assert.isDefined(row)
    if (!("item" in row)) throw new Error(JSON.stringify(row))
    return row.item
  })

describe("a FIT file", () => {
  it.effect("is a run with the watch's own totals, its laps and its track", () =>
    Effect.gen(function* () {
      const file = fitFile({ start, points, laps: [0, 200, 400] })
      const short = ["1 2024-03-01T07:00:00Z 1800 m, +12 m, 595 s"]
      for (const pieces of [1, 1_000, 1 << 16])
        assert.deepStrictEqual(yield* readInShort(file, pieces), short)
      assert.deepStrictEqual(yield* readInShort(gzipSync(file)), short)
      const { details, source, ...run } = yield* runIn(file)
      assert.deepStrictEqual(
        [source, run.elapsedSeconds, run.heartRate, run.cadence, run.sport],
        ["fit", 600, 151, 170, ""],
      )
      assert.deepStrictEqual(
        details?.laps.map(({ distanceMm, elapsedSeconds, heartRate }) => [
          distanceMm,
          elapsedSeconds,
          heartRate,
        ]),
        Array.from({ length: 3 }, () => [600_000, 200, 151]),
      )
      assert.strictEqual(details?.kilometreSplits.length, 2)
      const last = details?.track && pointsOf(details.track).at(-1)
      assert.deepStrictEqual([last?.seconds, last?.distanceMm, last?.cadence], [600, 1_800_000, 170])
      assert.closeTo(last?.position?.lat ?? 0, 1_800 / degree, 1e-4)
    }),
  )

  it.effect("of a treadmill has splits without a line", () =>
    Effect.gen(function* () {
      const run = yield* runIn(fitFile({ start, points: points.map(inside) }))
      assert.strictEqual(run.polyline, "")
      assert.strictEqual(Math.round(run.distanceMm), 1_800_000)
      assert.strictEqual(run.details?.kilometreSplits[0]?.elapsedSeconds, 333)
    }),
  )

  it.effect("of a watch whose battery ended is measured by its points", () =>
    Effect.gen(function* () {
      const file = fitFile({ start, points, sessions: false })
      assert.deepStrictEqual(yield* readInShort(file), ["1 2024-03-01T07:00:00Z 1800 m, +60 m, 600 s"])
    }),
  )

  it.effect("of another sport has it, one of another kind says so, and a broken one says why", () =>
    Effect.gen(function* () {
      const whole = fitFile({ start, points })
      assert.deepStrictEqual(yield* readInShort(fitFile({ start, points, sport: 2 })), [
        "1 2024-03-01T07:00:00Z 1800 m, +12 m, 595 s, ride",
      ])
      assert.deepStrictEqual(yield* readInShort(fitFile({ start, points: [], kind: 32, sessions: false })), [
        "1 skipped: no activity, but monitoring b",
      ])
      assert.deepStrictEqual(yield* readInShort(whole.subarray(0, 2_000)), [
        "1 bad: a broken FIT file: File data exceeds input length",
      ])
      const noise = whole.map((byte, at) => (at < 14 ? byte : (byte * 31 + at * 7) & 0xff))
      const [row] = yield* readInShort(noise)
      assert.match(row ?? "", /^1 (bad: a broken FIT file|skipped)/)
    }),
  )
})

const trackpoint = ({ at, beats, lat, metres, turns }: FitPoint) =>
  `<Trackpoint><Time>${new Date(start + at * 1000).toISOString()}</Time>` +
  (lat === undefined
    ? ""
    : `<Position><LatitudeDegrees>${lat}</LatitudeDegrees><LongitudeDegrees>0</LongitudeDegrees></Position>`) +
  `<AltitudeMeters>10</AltitudeMeters><DistanceMeters>${metres}</DistanceMeters>` +
  `<HeartRateBpm><Value>${beats}</Value></HeartRateBpm>` +
  `<Extensions><ns3:TPX><ns3:RunCadence>${turns}</ns3:RunCadence></ns3:TPX></Extensions></Trackpoint>`

const lapAt = (
  from: number,
  until: number,
) => `<Lap StartTime="${new Date(start + from * 1000).toISOString()}">
<TotalTimeSeconds>${until - from - 5}</TotalTimeSeconds><DistanceMeters>${(until - from) * 3}</DistanceMeters>
<AverageHeartRateBpm><Value>149</Value></AverageHeartRateBpm><Track>
${points
  .slice(from, until + 1)
  .map(trackpoint)
  .join("\n")}</Track></Lap>`

const tcx = (sport: string, ...laps: ReadonlyArray<string>) =>
  `          <?xml version="1.0" encoding="UTF-8"?>
<TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"
  xmlns:ns3="http://www.garmin.com/xmlschemas/ActivityExtension/v2"><Activities>
<Activity Sport="${sport}"><Id>2024-03-01T07:00:00Z</Id>${laps.join("")}</Activity></Activities></TrainingCenterDatabase>`

describe("a TCX file", () => {
  it.effect("is a run with its laps and its track, after the spaces that Strava begins it with", () =>
    Effect.gen(function* () {
      const file = tcx("Running", lapAt(0, 300), lapAt(300, 600))
      const short = ["4 2024-03-01T07:00:00Z 1800 m, +0 m, 590 s"]
      for (const pieces of [7, 1 << 16]) assert.deepStrictEqual(yield* readInShort(file, pieces), short)
      const { details, ...run } = yield* runIn(file)
      assert.deepStrictEqual([run.source, run.elapsedSeconds, run.cadence], ["tcx", 600, 170])
      assert.deepStrictEqual(
        details?.laps.map(({ elapsedSeconds, heartRate, movingSeconds }) => [
          elapsedSeconds,
          movingSeconds,
          heartRate,
        ]),
        [
          [300, 295, 149],
          [300, 295, 149],
        ],
      )
      assert.notStrictEqual(run.polyline, "")
    }),
  )

  it.effect("of another sport has it, and points without a time are left out, or named if most are", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* readInShort(tcx("Biking", lapAt(0, 60))), [
        "4 2024-03-01T07:00:00Z 180 m, +0 m, 55 s, ride",
      ])
      const spoiled = (time: RegExp) =>
        readInShort(tcx("Running", lapAt(0, 60).replace(time, "<Time>noon</Time>")))
      assert.deepStrictEqual(yield* spoiled(/<Time>.*?<\/Time>/), [
        "4 2024-03-01T07:00:00Z 180 m, +0 m, 55 s",
      ])
      assert.deepStrictEqual(yield* spoiled(/<Time>[^<]*:[0-4]\d\.[^<]*<\/Time>/g), [
        "7 bad: a track point whose time cannot be read",
      ])
    }),
  )
})

const header =
  "Activity ID,Activity Date,Activity Name,Activity Type,Activity Description,Elapsed Time,Distance,Max Heart Rate," +
  "Relative Effort,Commute,Activity Private Note,Activity Gear,Filename,Athlete Weight,Bike Weight,Elapsed Time," +
  "Moving Time,Distance,Max Speed,Average Speed,Elevation Gain,Elevation Loss,Elevation Low,Elevation High,Max Grade," +
  "Average Grade,Average Positive Grade,Average Negative Grade,Max Cadence,Average Cadence,Max Heart Rate," +
  "Average Heart Rate,Competition"

const german =
  "Aktivitäts-ID,Aktivitätsdatum,Name der Aktivität,Aktivitätsart,Aktivitätsbeschreibung,Verstrichene Zeit,Distanz," +
  "Max. Herzfrequenz,Relative Leistung,Pendeln,Hinweis zur Privatsphäre für Aktivitäten,Aktivitätsausrüstung,Dateiname," +
  "Sportlergewicht,Fahrradgewicht,Verstrichene Zeit,Bewegungszeit,Distanz,Höchstgeschw.,Durchschnittliche Geschwindigkeit," +
  "Höhenzunahme"

const row = (id: string, date: string, name: string, type: string, metres: string, race = "") =>
  `${id},"${date}","${name}",${type},,1390,2.81,190,,false,,Blue shoes,activities/9${id}.fit.gz,,,1390.0,1350.0,${metres},,,` +
  `35.5,,,,,,,,,84.5,190,148,${race}`

const activities = [
  header,
  row("101", "Mar 1, 2024, 7:00:00 AM", "Along the canal, twice", "Run", "2810.5"),
  row("102", "Mar 2, 2024, 12:30:05 PM", "The ring", "Trail Run", "5000", "true"),
  row("103", "Mar 3, 2024, 7:00:00 AM", "To work", "Ride", "9000"),
  row("x", "Mar 4, 2024, 7:00:00 AM", "", "Run", "1"),
  row("105", "some day", "", "Run", "1"),
].join("\n")

describe("a Strava export", () => {
  it.effect("has its runs with names, races and shoes, and other sports", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* readInShort(activities), [
        "2 2810 m, +36 m, 1350 s".replace("2 ", "2 101 ").replace("2810", "2811"),
        "3 102 5000 m, +36 m, 1350 s",
        "4 103 9000 m, +36 m, 1350 s, ride",
        "5 bad: an Activity ID that is not a number",
        "6 bad: an Activity Date that cannot be read",
      ])
      const rows = yield* read(activities)
      const [run, race, ride] = rows.flatMap((one) => ("item" in one ? [one.item] : []))
      assert.include(run, {
        source: "strava-export",
        name: "Along the canal, twice",
        startedAt: start,
        heartRate: 148,
        cadence: 169,
        gearRef: "Blue shoes",
        isRace: false,
      })
      assert.deepInclude(run?.details, {
        wereFound: false,
        gear: { ref: "Blue shoes", name: "Blue shoes", isRetired: false },
      })
      assert.deepStrictEqual([race?.isRace, race?.startedAt], [true, Date.parse("2024-03-02T12:30:05Z")])
      assert.deepStrictEqual([ride?.sport, ride?.ref], ["ride", "103"])
    }),
  )

  it.effect("is read in the language of its account", () =>
    Effect.gen(function* () {
      const of = (id: string, date: string, type: string) => row(id, date, "Morgens", type, '"2810,5"')
      const file = [
        german,
        of("40001", "01.03.2024, 07:00:00", "Lauf"),
        of("40002", "2. März 2024, 19:00:00", "Run"),
        of("40003", "03.03.2024, 07:00:00", "Langlauf"),
      ].join("\n")
      assert.deepStrictEqual(yield* readInShort(file), [
        "2 40001 2811 m, +36 m, 1350 s",
        "3 40002 2811 m, +36 m, 1350 s",
        "4 skipped: another sport: Langlauf",
      ])
      const dates = [
        "Mar 1, 2024, 7:00:00\u202fAM",
        "1 mars 2024, 07:00:00",
        "1 mar 2024 07:00:00",
        "1 de mar. de 2024 07:00:00",
        "2024/03/01 7:00:00",
        "2024-03-01 07:00:00",
      ]
      for (const date of dates) {
        const [read] = yield* readInShort([german, of("40001", date, "Lauf")].join("\n"))
        assert.match(read ?? "", /^2 40001 /, date)
        const { startedAt } = yield* runIn([german, of("40001", date, "Lauf")].join("\n"))
        assert.strictEqual(startedAt, start, date)
      }
    }),
  )

  it.effect("of 2018 has metres, and one of 2019 kilometres, without any measurements", () =>
    Effect.gen(function* () {
      const first = [
        "id,date,name,type,description,elapsed_time,distance,commute,gear,filename",
        '40001,2018-03-01 07:00:00,Along the canal,Run,"",1468,6075.0,false,Blue shoes,activities/9.fit.gz',
        '40002,2018-03-02 07:00:00,To work,Ride,"",1468,6075.0,true,,activities/10.fit.gz',
      ]
      assert.deepStrictEqual(yield* readInShort(first.join("\n")), [
        "2 40001 6075 m, +0 m, 1468 s",
        "3 40002 6075 m, +0 m, 1468 s, ride",
      ])
      const { gearRef, startedAt } = yield* runIn(first.join("\n"))
      assert.deepStrictEqual([gearRef, startedAt], ["Blue shoes", Date.parse("2018-03-01T07:00:00Z")])
      const later = [
        "Activity ID,Activity Date,Activity Name,Activity Type,Activity Description,Elapsed Time,Distance,Commute,Activity Gear,Filename",
        '40001,"Mar 1, 2019, 7:00:00 AM",Along the canal,Run,,1468,6.07,false,,activities/9.fit.gz',
      ]
      assert.deepStrictEqual(yield* readInShort(later.join("\n")), ["2 40001 6070 m, +0 m, 1468 s"])
    }),
  )

  it.effect("is a zip in which each part is what it is", () =>
    Effect.gen(function* () {
      const zip = zipSync({
        "activities/9101.fit.gz": gzipSync(fitFile({ start, points })),
        "activities/101.gpx": bytesOf(gpx(track([steady(60, 3)]))),
        "activities.csv": bytesOf(activities.split("\n").slice(0, 2).join("\n")),
        "media/1.jpg": new Uint8Array([0xff, 0xd8, 0, 1]),
      })
      assert.deepStrictEqual(yield* readInShort(zip), [
        "activities/9101.fit.gz:1 2024-03-01T07:00:00Z 1800 m, +12 m, 595 s",
        "activities/101.gpx:3 2024-03-01T07:00:00Z 180 m, +0 m, 60 s",
        "activities.csv:2 101 2811 m, +36 m, 1350 s",
      ])
    }),
  )
})

describe("Garmin's export", () => {
  it.effect("has its runs in centimetres and milliseconds, each on the day at its place", () =>
    Effect.gen(function* () {
      const of = (activityId: number, activityType: string, more: object = {}) => ({
        activityId,
        activityType,
        name: "Round the lake",
        beginTimestamp: start,
        startTimeGmt: start,
        startTimeLocal: start - 8 * 3_600_000,
        distance: 500_000,
        duration: 1_850_000,
        movingDuration: 1_750_000,
        elapsedDuration: 1_900_000,
        elevationGain: 5_000,
        avgHr: 150,
        avgDoubleCadence: 172,
        eventTypeId: 9,
        ...more,
      })
      const file = JSON.stringify([
        {
          summarizedActivitiesExport: [
            of(1, "trail_running", { eventTypeId: 1 }),
            of(2, "treadmill_running", { movingDuration: 0, elevationGain: null }),
            of(3, "cycling"),
            of(4, "multi_sport"),
            { ...of(5, "running"), distance: "far" },
          ],
        },
      ])
      assert.deepStrictEqual(yield* readInShort(file), [
        "1 1 5000 m, +50 m, 1750 s",
        "1 2 5000 m, +0 m, 1850 s",
        "1 3 5000 m, +50 m, 1750 s, ride",
        "1 skipped: a triathlon, whose parts are listed",
        "1 bad: distance: Expected number | null",
      ])
      const run = yield* runIn(file)
      assert.include(run, {
        source: "garmin-export",
        name: "Round the lake",
        localDay: LocalDate.make("2024-02-29"),
        isRace: true,
        elapsedSeconds: 1_900,
        heartRate: 150,
        cadence: 172,
      })
    }),
  )
})
