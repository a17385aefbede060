import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { gzipSync } from "node:zlib"
import { recorded, whereRecorded } from "../recordings.ts"
import { read, readInShort, track, gpx, steady } from "./samples/gpx.samples.ts"

describe("a GPX file", () => {
  it.effect("has a run for each track, wherever its bytes are cut", () =>
    Effect.gen(function* () {
      const file = gpx(
        track([steady(60, 3)]),
        track([steady(60, 3, 1, { at: 3_600, north: 0 })], "running"),
        track([steady(60, 3)], "cycling"),
        track([]),
        track([[{ at: 0, north: 0 }]]),
      )
      const whole = yield* readInShort(file)
      assert.deepStrictEqual(whole, [
        "3 2024-03-01T07:00:00Z 180 m, +0 m, 60 s",
        "66 2024-03-01T08:00:00Z 180 m, +0 m, 60 s",
        "129 2024-03-01T07:00:00Z 180 m, +0 m, 60 s, ride",
        "192 skipped: fewer than two points",
        "193 skipped: fewer than two points",
      ])
      for (const pieces of [1, 7, 1_000]) assert.deepStrictEqual(yield* readInShort(file, pieces), whole)
      assert.deepStrictEqual(yield* readInShort(gzipSync(file)), whole)
    }),
  )

  const types = [
    ["running", ""],
    ["Run", ""],
    ["trail_running", ""],
    ["Jogging", ""],
    ["9", ""],
    ["<![CDATA[running]]>", ""],
    ["cycling", ", ride"],
    ["1", ", ride"],
    ["2", ", other"],
    ["hiking", ", hike"],
    ["StandUpPaddling", ", stand up paddling"],
    ["horseback_riding", ", horseback riding"],
    ["WheelchairRunPace", ", wheelchair run pace"],
  ] as const
  it.effect.each(types)("has a track of the type %j that becomes the sport %j", ([type, sport]) =>
    Effect.gen(function* () {
      const [short = ""] = yield* readInShort(gpx(track([steady(60, 3)], type)))
      assert.isTrue(short.endsWith(`60 s${sport}`), short)
    }),
  )

  it.effect("may prefix its names, write times with offsets or without, and contain its own extensions", () =>
    Effect.gen(function* () {
      const file = `\uFEFF<!-- from a watch -->
<g:gpx version="1.1" xmlns:g="http://www.topografix.com/GPX/1/1" xmlns:x="http://watch.example/x">
<g:metadata><g:time>2020-01-01T00:00:00Z</g:time></g:metadata>
<g:wpt lat="0" lon="0"/><g:rte><g:rtept lat="0" lon="0"/></g:rte>
<g:trk><g:type>run</g:type><g:trkseg>
<g:trkpt lat="0" lon="0"><g:ele>5</g:ele><g:time>2024-03-01T08:00:00.331+01:00</g:time>
<g:extensions><x:data><x:time>no time</x:time><g:time>nor this</g:time></x:data></g:extensions></g:trkpt>
<g:trkpt lat="0.001" lon="0"><g:time> 2024-03-01T07:00:40 </g:time></g:trkpt>
</g:trkseg></g:trk></g:gpx>`
      assert.deepStrictEqual(yield* readInShort(file), ["5 2024-03-01T07:00:00Z 111 m, +0 m, 40 s"])
    }),
  )

  it.effect("that was recorded twice is the same run by the second of its start", () =>
    Effect.gen(function* () {
      const rows = yield* read(gpx(track([steady(60, 3)]), track([steady(90, 3)])))
      assert.strictEqual(new Set(rows.flatMap((row) => ("item" in row ? [row.item.ref] : []))).size, 1)
    }),
  )

  const broken = [
    ["<time>2024-03-01T07:00:01.000Z</time>", "", "5 bad: a track point without a time"],
    ["07:00:01.000Z", "25:00:01Z", "5 bad: a track point whose time cannot be read"],
    [
      "2024-03-01T07:00:01.000Z",
      "1969-03-01T07:00:01.000Z",
      "5 bad: a track point whose time cannot be read",
    ],
    ['lon="13.5"', "", "4 bad: a track point with an invalid lat or lon"],
    ['lon="13.5"', 'lon="181"', "4 bad: a track point with an invalid lat or lon"],
    ['lon="13.5"', 'lon="east"', "4 bad: a track point with an invalid lat or lon"],
  ] as const
  it.effect.each(broken)("names the first bad point of a track and reads on: %s", ([text, instead, says]) =>
    Effect.gen(function* () {
      const file = gpx(track([steady(1, 3)]).replace(text, instead), track([steady(60, 3)]))
      assert.deepStrictEqual(yield* readInShort(file), [says, "7 2024-03-01T07:00:00Z 180 m, +0 m, 60 s"])
    }),
  )

  it.effect.each(broken)("leaves out a bad point of a track with enough others: %s", ([text, instead]) =>
    Effect.gen(function* () {
      const file = gpx(track([steady(60, 3)]).replace(text, instead))
      const start = text.startsWith("lon") ? "07:00:01Z 177 m, +0 m, 59 s" : "07:00:00Z 180 m, +0 m, 60 s"
      assert.deepStrictEqual(yield* readInShort(file), [`3 2024-03-01T${start}`])
    }),
  )

  it.effect("with more bad points than good ones is no run", () =>
    Effect.gen(function* () {
      const without = (bad: number) => {
        let count = 0
        return readInShort(
          gpx(track([steady(3, 3)])).replace(/lon="13.5"/g, (lon) => (++count > bad ? lon : "")),
        )
      }
      assert.deepStrictEqual(yield* without(2), ["3 2024-03-01T07:00:02Z 3 m, +0 m, 1 s"])
      const bad = ["4 bad: a track point with an invalid lat or lon"]
      assert.deepStrictEqual(yield* without(3), bad)
      const long = gpx(track([steady(9, 3)])).replace(/lon="13.5"(?!.*0[0-3]\.)/g, "")
      assert.deepStrictEqual(yield* readInShort(long), ["8 bad: a track point with an invalid lat or lon"])
    }),
  )

  it.effect("without any time names its first point, not that it has too few", () =>
    Effect.gen(function* () {
      const file = gpx(track([steady(60, 3)])).replace(/<time>.*?<\/time>/g, "")
      assert.deepStrictEqual(yield* readInShort(file), ["4 bad: a track point without a time"])
    }),
  )

  it.effect("that is cut off or no XML keeps its whole tracks", () =>
    Effect.gen(function* () {
      const file = gpx(track([steady(60, 3)]), track([steady(60, 3)]))
      const first = "3 2024-03-01T07:00:00Z 180 m, +0 m, 60 s"
      for (const cut of [file.length - 8, file.length - 300, 4_800 + 400]) {
        const rows = yield* readInShort(file.slice(0, cut))
        assert.strictEqual(rows[0], first)
        assert.match(rows.at(-1) ?? "", /^\d+ bad: not XML from here on: /)
      }
      const [, second = "", ...more] = yield* readInShort(
        file.replace("</trk>\n<trk>", "</trk>\n<trk></name>"),
      )
      assert.deepStrictEqual(more, [])
      assert.match(second, /^66 bad: not XML/)
    }),
  )

  it.effect("of an unknown format is refused with the list of formats", () =>
    Effect.gen(function* () {
      for (const file of ["<html></html>", "<Activities/>", "[]", "gpx,lat,lon\n"]) {
        assert.match((yield* Effect.flip(readInShort(file))).message, /known are FIT, TCX, GPX/, file)
      }
    }),
  )
})

const onePoint = `<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="a logger" xmlns="http://www.topografix.com/GPX/1/1"
  xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
  xmlns:sensor="http://sensor.example/extension/v2"
  xsi:schemaLocation="http://www.topografix.com/GPX/1/1 http://www.topografix.com/GPX/1/1/gpx.xsd
                      ">
  <metadata><time>2024-03-01T06:15:09.204+07:00</time></metadata>
  <trk>
    <name>20240301</name>
    <trkseg>
      <trkpt lat="1.500000000000024" lon="13.50000000002531">
        <ele>12.500000000000071</ele>
        <time>2024-03-01T06:15:09.204+07:00</time>
        <extensions><sensor:Point><sensor:speed>3.1</sensor:speed></sensor:Point></extensions>
        <geoidheight>-3.2</geoidheight><src>gps</src><sat>5</sat><hdop>1.2</hdop>
      </trkpt>
    </trkseg>
    <trkseg></trkseg>
  </trk>
</gpx>
`

const withoutRun: ReadonlyArray<readonly [name: string, file: string | Uint8Array, line: number]> = [
  ["our own", onePoint, 8],
  ...whereRecorded(() => [["recorded", recorded("exports/gpx_garmin_example.gpx"), 11] as const]),
]

describe("a file of a single point, an empty segment and foreign extensions", () => {
  it.effect.each(withoutRun)("contains no run: %s", ([, file, line]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* readInShort(file), [`${line} skipped: fewer than two points`])
    }),
  )
})
