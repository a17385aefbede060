import type { ExportRow } from "@daybook/kernel"
import { type Run, tidyRun } from "@daybook/running"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { gzipSync } from "node:zlib"
import { Exports } from "../src/index.ts"
import { bytesOf, inPieces } from "./exports.samples.ts"
import { recorded, whereRecorded } from "./recordings.ts"

const read = (file: string | Uint8Array, pieces = 1 << 16) =>
  Stream.runCollect(
    Exports.readExport(Exports.running, inPieces(typeof file === "string" ? bytesOf(file) : file, pieces)),
  )

/** Rows as they are easily compared: a run as `line second metres climb seconds`, anything else by its reason. */
const inShort = (rows: ReadonlyArray<ExportRow<Run>>): ReadonlyArray<string> =>
  rows.map((row) => {
    const place = `${row.part === "" ? "" : `${row.part}:`}${row.line}`
    if ("problem" in row) return `${place} bad: ${row.problem}`
    if ("skipped" in row) return `${place} skipped: ${row.skipped}`
    const { climbMm, distanceMm, movingSeconds, ref } = tidyRun(row.item)
    return `${place} ${ref} ${Math.round(distanceMm / 1000)} m, +${Math.round(climbMm / 1000)} m, ${movingSeconds} s`
  })

const readInShort = (file: string | Uint8Array, pieces?: number) => Effect.map(read(file, pieces), inShort)

const start = Date.parse("2024-03-01T07:00:00Z")

interface Point {
  /** Seconds after the start. */
  readonly at: number
  /** Metres to the north of the equator: there a degree is as long as anywhere along a meridian. */
  readonly north: number
  readonly ele?: number
}

// 2 π 6,371,008.8 m / 360.
const degree = 111_195.08

const point = ({ at, ele, north }: Point) =>
  `<trkpt lat="${(north / degree).toFixed(9)}" lon="13.5">${ele === undefined ? "" : `<ele>${ele}</ele>`}` +
  `<time>${new Date(start + at * 1000).toISOString()}</time></trkpt>`

const segment = (points: ReadonlyArray<Point>) => `<trkseg>\n${points.map(point).join("\n")}\n</trkseg>`

const track = (segments: ReadonlyArray<ReadonlyArray<Point>>, type?: string) =>
  `<trk><name>Along the canal</name>${type === undefined ? "" : `<type>${type}</type>`}${segments.map(segment).join("")}</trk>`

const gpx = (...tracks: ReadonlyArray<string>) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="a watch" xmlns="http://www.topografix.com/GPX/1/1">\n${tracks.join("\n")}\n</gpx>`

/** A point every `step` seconds, at a steady speed in metres a second. */
const steady = (seconds: number, speed: number, step = 1, from: Point = { at: 0, north: 0 }) =>
  Array.from({ length: seconds / step + 1 }, (_, index) => ({
    at: from.at + index * step,
    north: from.north + index * step * speed,
  }))

describe("a recorded track", () => {
  it.effect("is a run with the way of all its points, and the time in which it moved", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* readInShort(gpx(track([steady(1_800, 3)]))), [
        "3 2024-03-01T07:00:00Z 5400 m, +0 m, 1800 s",
      ])
    }),
  )

  it.effect("knows no day of its own place, and no race", () =>
    Effect.gen(function* () {
      const [row] = yield* read(gpx(track([steady(60, 3)])))
      assert.deepInclude(row !== undefined && "item" in row ? row.item : {}, {
        startedAt: start,
        localDay: undefined,
        isRace: false,
      })
    }),
  )

  it.effect("stands still where it is slower than a mile in half an hour, whatever its points jitter", () =>
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

  it.effect("stands still where nothing was recorded and nothing was run", () =>
    Effect.gen(function* () {
      const rest = steady(600, 3, 5, { at: 4_200, north: 1_810 })
      assert.deepStrictEqual(yield* readInShort(gpx(track([[...steady(600, 3, 5), ...rest]]))), [
        "3 2024-03-01T07:00:00Z 3610 m, +0 m, 1200 s",
      ])
    }),
  )

  it.effect("with points far apart moves between them", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* readInShort(gpx(track([steady(1_800, 2.5, 60)]))), [
        "3 2024-03-01T07:00:00Z 4500 m, +0 m, 1800 s",
      ])
    }),
  )

  it.effect("counts nothing between two segments, and an empty one is none", () =>
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

  it.effect("has the climb of the points that know their height, and of each segment by itself", () =>
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
    "never moves longer than it took, is as long as its legs together, and climbs no more than all that rises",
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

  it.effect("is measured along the sphere, also where degrees of longitude are short", () =>
    Effect.gen(function* () {
      // Greenwich to a degree east on the 60th parallel: half as far as on the equator, less the sphere's bend.
      const file = gpx(
        `<trk><trkseg><trkpt lat="60" lon="179.5"><time>2024-03-01T07:00:00Z</time></trkpt>
        <trkpt lat="60" lon="-179.5"><time>2024-03-01T17:00:00Z</time></trkpt></trkseg></trk>`,
      )
      assert.deepStrictEqual(yield* readInShort(file), ["3 2024-03-01T07:00:00Z 55597 m, +0 m, 36000 s"])
    }),
  )
})

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
        "129 skipped: another sport",
        "192 skipped: fewer than two points",
        "193 skipped: fewer than two points",
      ])
      for (const pieces of [1, 7, 1_000]) assert.deepStrictEqual(yield* readInShort(file, pieces), whole)
      assert.deepStrictEqual(yield* readInShort(gzipSync(file)), whole)
    }),
  )

  const types = [
    ["running", true],
    ["Run", true],
    ["trail_running", true],
    ["Jogging", true],
    ["9", true],
    ["", true],
    ["<![CDATA[running]]>", true],
    ["cycling", false],
    ["1", false],
    ["hiking", false],
  ] as const
  it.effect.each(types)("has a track of the type %j that is a run: %s", ([type, isRun]) =>
    Effect.gen(function* () {
      const [short = ""] = yield* readInShort(gpx(track([steady(60, 3)], type)))
      assert.strictEqual(short.endsWith("60 s"), isRun, short)
    }),
  )

  it.effect("may prefix its names, write times with offsets or without, and hold extensions of its own", () =>
    Effect.gen(function* () {
      const file = `\uFEFF<!-- from a watch -->
<g:gpx version="1.1" xmlns:g="http://www.topografix.com/GPX/1/1" xmlns:x="http://watch.example/x">
<g:metadata><g:time>2020-01-01T00:00:00Z</g:time></g:metadata>
<g:wpt lat="0" lon="0"/><g:rte><g:rtept lat="0" lon="0"/></g:rte>
<g:trk><g:trkseg>
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
    ['lon="13.5"', "", "4 bad: a track point whose lat and lon are no degrees"],
    ['lon="13.5"', 'lon="181"', "4 bad: a track point whose lat and lon are no degrees"],
    ['lon="13.5"', 'lon="east"', "4 bad: a track point whose lat and lon are no degrees"],
  ] as const
  it.effect.each(broken)("names the first bad point of a track and reads on: %s", ([text, instead, says]) =>
    Effect.gen(function* () {
      const file = gpx(track([steady(60, 3)]).replace(text, instead), track([steady(60, 3)]))
      assert.deepStrictEqual(yield* readInShort(file), [says, "66 2024-03-01T07:00:00Z 180 m, +0 m, 60 s"])
    }),
  )

  it.effect("without any time names its first point, not that it has too few", () =>
    Effect.gen(function* () {
      const file = gpx(track([steady(60, 3)])).replace(/<time>.*?<\/time>/g, "")
      assert.deepStrictEqual(yield* readInShort(file), ["4 bad: a track point without a time"])
    }),
  )

  it.effect("that is cut off or no XML keeps what was whole", () =>
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

  it.effect("of something else is refused with the list of formats", () =>
    Effect.gen(function* () {
      for (const file of ["<html></html>", "<TrainingCenterDatabase/>", "[]", "gpx,lat,lon\n"]) {
        assert.match((yield* Effect.flip(readInShort(file))).message, /known are GPX/, file)
      }
    }),
  )
})

describe("a hostile GPX file", () => {
  const megabytes = (text: string, count: number) =>
    Stream.fromIterable(
      Array.from({ length: count }, () => bytesOf(text.repeat(Math.ceil((1 << 20) / text.length)))),
    )

  const readHostile = (beginning: string, rest: Stream.Stream<Uint8Array>) =>
    Effect.map(
      Stream.runCollect(
        Exports.readExport(Exports.running, Stream.concat(Stream.make(bytesOf(beginning)), rest)),
      ),
      inShort,
    )

  it.effect("expands no entities: neither many into many, nor one of a file", () =>
    Effect.gen(function* () {
      const laughs = Array.from({ length: 20 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`)
      const bomb = `<!DOCTYPE gpx [<!ENTITY l0 "ha">${laughs.join("")}<!ENTITY f SYSTEM "file:///etc/passwd">]>`
      for (const entity of ["&l20;", "&f;"]) {
        const file = gpx(track([steady(60, 3)], entity)).replace("<gpx", `${bomb}<gpx`)
        assert.match(
          (yield* readInShort(file)).join(),
          /^3 bad: not XML from here on: Invalid character entity$/,
        )
      }
    }),
  )

  const endless = [
    ["of depth", "<gpx>", "<a>", "nested too deep"],
    ["of one attribute", '<gpx a="', "x", "Max buffer length exceeded"],
    ["of one name", "<gpx><a", "x", "Max buffer length exceeded"],
    ["of one comment", "<gpx><!--", "x", "Max buffer length exceeded"],
    ["of one text", "<gpx><trk><type>", "x", "Unclosed root tag"],
    ["of points", "<gpx><trk><trkseg>", point({ at: 0, north: 0 }), "Unclosed root tag"],
  ] as const
  it.effect.each(endless)(
    "of 100 MB %s takes no memory",
    ([, beginning, text, says]) =>
      Effect.gen(function* () {
        const before = process.memoryUsage().heapUsed
        const rows = yield* readHostile(beginning, megabytes(text, text.length > 50 ? 20 : 100))
        assert.lengthOf(rows, 1)
        assert.include(rows[0] ?? "", says)
        assert.isBelow(process.memoryUsage().heapUsed - before, 150 << 20)
      }),
    60_000,
  )

  it.effect("of endless attributes is left", () =>
    Effect.gen(function* () {
      const attributes = Stream.fromIterable(
        Array.from({ length: 500 }, (_, piece) =>
          bytesOf(Array.from({ length: 1_000 }, (_, at) => `a${piece * 1_000 + at}="b" `).join("")),
        ),
      )
      assert.deepStrictEqual(yield* readHostile("<gpx ", attributes), [
        "1 bad: an element with too many attributes",
      ])
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
  it.effect.each(withoutRun)("holds no run: %s", ([, file, line]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* readInShort(file), [`${line} skipped: fewer than two points`])
    }),
  )
})
