import { runId, runsOfTellings, sameStartMillis, type PlayReport } from "@daybook/running"
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"

const telling = (source: string, seconds: number, more: Partial<PlayReport> = {}): PlayReport => ({
  source,
  ref: String(seconds),
  startedAt: seconds * 1_000,
  isRun: true,
  isRemoved: false,
  hasDetails: false,
  ...more,
})

/** The runs that count, each with its lender after an arrow. */
const inWords = (all: ReadonlyArray<PlayReport>): ReadonlyArray<string> =>
  [...runsOfTellings(all)]
    .filter(([run]) => run.isRun)
    .map(([run, lender]) => {
      const id = runId(run.source, run.ref)
      return lender === undefined ? id : `${id} <- ${runId(lender.source, lender.ref)}`
    })
    .sort()

const Some = Schema.Array(
  Schema.Struct({
    source: Schema.Literals([
      "strava",
      "watch",
      "strava-export",
      "apple-health",
      "fit",
      "tcx",
      "file",
      "manual",
    ]),
    seconds: Schema.Literals([0, 60, 119, 120, 121, 240, 3_600]),
    isRun: Schema.Boolean,
    isRemoved: Schema.Boolean,
    hasDetails: Schema.Boolean,
    place: Schema.Number,
  }),
).check(Schema.isBetweenLength(0, 14))

describe("a run that several sources report", () => {
  it("counts once, by the best of them, with the track of a recording", () => {
    const recording = telling("fit", 5, { hasDetails: true })
    const export_ = telling("strava-export", 0)
    assert.deepStrictEqual(inWords([recording]), ["fit:5"])
    assert.deepStrictEqual(inWords([recording, export_]), ["strava-export:0 <- fit:5"])
    assert.deepStrictEqual(inWords([recording, export_, telling("strava", 2, { ref: "0" })]), [
      "strava:0 <- fit:5",
    ])
    const whole = telling("strava", 2, { ref: "0", hasDetails: true })
    assert.deepStrictEqual(inWords([recording, export_, whole]), ["strava:0"])
    const gpx = telling("file", 1, { hasDetails: true })
    assert.deepStrictEqual(inWords([gpx, recording, export_]), ["strava-export:0 <- fit:5"])
  })

  it("is not a run where a better source knows it as another sport", () => {
    const ride = telling("strava-export", 0, { isRun: false })
    assert.deepStrictEqual(inWords([telling("file", 5), ride]), [])
    assert.deepStrictEqual(inWords([telling("strava", 5), ride]), ["strava:5"])
    assert.deepStrictEqual(inWords([telling("strava-export", 60), ride]), ["strava-export:60"])
  })

  it("is an activity of another sport, which counts once, too", () => {
    const ride = telling("strava-export", 0, { isRun: false })
    const recordings = ["fit", "tcx"].map((source) => telling(source, 5, { isRun: false }))
    assert.deepStrictEqual([...runsOfTellings([...recordings, ride]).keys()], [ride])
    assert.deepStrictEqual([...runsOfTellings(recordings).keys()], recordings.slice(0, 1))
    const run = telling("strava-export", 60)
    assert.deepStrictEqual([...runsOfTellings([...recordings, run]).keys()], [run])
  })

  it("is another one if its service has it under another id, however near", () => {
    const falseStart = telling("strava-export", 0, { ref: "7" })
    const run = telling("strava-export", 34, { ref: "8" })
    const track = telling("fit", 36, { hasDetails: true })
    assert.deepStrictEqual(inWords([falseStart, run, track]), [
      "strava-export:7",
      "strava-export:8 <- fit:36",
    ])
    assert.deepStrictEqual(inWords([telling("strava", 0, { ref: "7" }), run]), [
      "strava-export:8",
      "strava:7",
    ])
    assert.deepStrictEqual(inWords([telling("garmin-export", 0), telling("garmin-export", 34)]), [
      "garmin-export:0",
      "garmin-export:34",
    ])
    // A recording has no id but the second of its start.
    assert.deepStrictEqual(inWords([telling("file", 0), telling("file", 34)]), ["file:0"])
  })

  it("is known to Strava's export by Strava's id, whatever its start", () => {
    const cropped = telling("strava", 600, { ref: "7" })
    assert.deepStrictEqual(inWords([telling("strava-export", 0, { ref: "7" }), cropped]), ["strava:7"])
    assert.strictEqual(inWords([telling("strava-export", 0, { ref: "8" }), cropped]).length, 2)
  })

  it("stays removed if it was removed, and may be added again manually", () => {
    const removed = telling("strava", 0, { isRemoved: true })
    assert.deepStrictEqual(inWords([removed, telling("fit", 0)]), [])
    assert.deepStrictEqual(inWords([removed, telling("manual", 0)]), ["manual:0"])
    assert.deepStrictEqual(inWords([telling("strava", 0), telling("manual", 0)]), ["strava:0"])
  })

  it.prop("is the same in whatever order it is reported", [Some], ([some]) => {
    const all = [
      ...new Map(
        some.map(({ seconds, source, ...more }) => {
          const one = telling(source, seconds, more)
          return [runId(source, one.ref), { ...one, place: more.place }] as const
        }),
      ).values(),
    ]
    const shuffled = all.toSorted((one, other) => one.place - other.place)
    assert.deepStrictEqual(inWords(shuffled), inWords(all))
    // Nothing vanishes: near every run that was not removed one counts, or a source knows that it is not a run.
    for (const run of all.filter(({ isRemoved, isRun }) => isRun && !isRemoved)) {
      const near = all.filter((other) => Math.abs(other.startedAt - run.startedAt) <= 2 * sameStartMillis)
      const kept = [...runsOfTellings(all).keys()].some(
        (one) => one.isRun && near.includes(one as (typeof all)[number]),
      )
      assert.isTrue(kept || near.some(({ isRemoved, isRun }) => isRemoved || !isRun))
    }
  })
})
