import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import {
  matchReports,
  runsOfTellings,
  spansAround,
  type PlayReport,
  reportKey,
  trackKeyOf,
} from "../src/index.ts"

const telling = (second: number, source: string, more: Partial<PlayReport> = {}): PlayReport => ({
  artist: "Low",
  track: "White Horses",
  album: "Hey What",
  playedAt: second * 1_000,
  sources: [source],
  splits: [],
  isEdited: false,
  ...more,
})

/** The seconds and sources of each play; the canonical report first. */
const inWords = (tellings: ReadonlyArray<PlayReport>) =>
  matchReports(tellings).map(({ stands, tellings: all }) =>
    [stands, ...all.filter((one) => one !== stands)]
      .map(({ playedAt, sources }) => `${playedAt / 1_000} ${sources.join("+")}`)
      .join(", "),
  )

const Told = Schema.Struct({
  second: Schema.Literals([0, 10, 20, 50, 60, 61, 90, 100, 120, 150]),
  source: Schema.Literals(["lastfm", "listenbrainz", "spotify"]),
  track: Schema.Literals(["White Horses", "white horses"]),
  album: Schema.Literals(["", "Hey What"]),
})

const Tellings = Schema.Array(Told).check(Schema.isMaxLength(9))

const distinct = (told: typeof Tellings.Type): ReadonlyArray<PlayReport> => {
  const all = told.map(({ album, second, source, track }) => telling(second, source, { album, track }))
  return [...new Map(all.map((one) => [reportKey(one), one])).values()]
}

describe("plays of reports", () => {
  it("are one if three sources report it, and two if one source does", () => {
    assert.deepStrictEqual(inWords([telling(12, "spotify"), telling(0, "lastfm"), telling(60, "file")]), [
      "0 lastfm, 12 spotify, 60 file",
    ])
    assert.deepStrictEqual(inWords([telling(0, "lastfm"), telling(40, "lastfm")]), ["0 lastfm", "40 lastfm"])
    assert.deepStrictEqual(inWords([telling(0, "lastfm"), telling(61, "spotify")]), [
      "0 lastfm",
      "61 spotify",
    ])
  })

  it("of a short track that two sources report twice are two", () => {
    const all = [telling(0, "lastfm"), telling(40, "lastfm"), telling(5, "spotify"), telling(45, "spotify")]
    assert.deepStrictEqual(inWords(all), ["0 lastfm, 5 spotify", "40 lastfm, 45 spotify"])
  })

  it("never reach over more than 60 seconds, however they hang together", () => {
    const chain = [telling(0, "a"), telling(50, "b"), telling(100, "c")]
    assert.deepStrictEqual(inWords(chain), ["0 a, 50 b", "100 c"])
  })

  it("show the earliest report that names an album, else the earliest", () => {
    const unknown = { album: "" }
    assert.deepStrictEqual(inWords([telling(0, "a", unknown), telling(5, "b"), telling(9, "c")]), [
      "5 b, 0 a, 9 c",
    ])
    assert.deepStrictEqual(inWords([telling(7, "b", unknown), telling(3, "a", unknown)]), ["3 a, 7 b"])
  })

  it("show the one that the owner has edited, and never take two edited ones together", () => {
    const edited = { isEdited: true }
    assert.deepStrictEqual(inWords([telling(0, "a"), telling(5, "b", edited)]), ["5 b, 0 a"])
    assert.deepStrictEqual(inWords([telling(0, "a", edited), telling(5, "b", edited)]), ["0 a", "5 b"])
  })

  it("have one track if its names fold to the same, and none if a name is unknown", () => {
    const key = trackKeyOf({ artist: "Beyoncé", track: "Halo (feat. Ada)" })
    assert.strictEqual(trackKeyOf({ artist: "beyonce", track: "HALO" }), key)
    assert.notStrictEqual(trackKeyOf({ artist: "Beyoncé", track: "Hello" }), key)
    assert.isUndefined(trackKeyOf({ artist: "", track: "Halo" }))
    assert.isUndefined(trackKeyOf({ artist: "Beyoncé", track: "" }))
  })

  it.prop(
    "are the same in whatever order the reports came",
    { told: Tellings, turn: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 8 })) },
    ({ told, turn }) => {
      const all = distinct(told)
      const turned = [...all.slice(turn), ...all.slice(0, turn)]
      assert.deepStrictEqual(matchReports(turned), matchReports(all))
      assert.deepStrictEqual(matchReports(all.toReversed()), matchReports(all))
    },
  )

  it.prop(
    "have each report once, by separate sources, and no two could be one",
    { told: Tellings },
    ({ told }) => {
      const all = distinct(told)
      const plays = matchReports(all)
      const listed = plays.flatMap(({ tellings }) => tellings)
      assert.sameMembers(listed, [...all])
      const isOne = (tellings: ReadonlyArray<PlayReport>) => {
        const times = tellings.map(({ playedAt }) => playedAt)
        const sources = tellings.flatMap((one) => one.sources)
        return Math.max(...times) - Math.min(...times) <= 60_000 && new Set(sources).size === sources.length
      }
      for (const [at, { stands, tellings }] of plays.entries()) {
        assert.isTrue(isOne(tellings))
        const first = tellings.find(({ album }) => album !== "") ?? tellings[0]
        assert.strictEqual(stands, first)
        for (const other of plays.slice(at + 1)) assert.isFalse(isOne([...tellings, ...other.tellings]))
      }
    },
  )

  it.prop(
    "that are split stay apart, and are as before once the split is undone",
    { told: Tellings },
    ({ told }) => {
      const all = distinct(told)
      const before = matchReports(all)
      for (const [split, { tellings }] of before.entries()) {
        const apart = all.map((one) => (tellings.includes(one) ? { ...one, splits: [split] } : one))
        for (const play of matchReports(apart))
          assert.isAtMost(play.tellings.filter(({ splits }) => splits.includes(split)).length, 1)
        const undone = apart.map((one) => ({ ...one, splits: [] }))
        assert.deepStrictEqual(matchReports(undone), before)
      }
    },
  )

  it.prop("never reach over two runs", { told: Tellings }, ({ told }) => {
    const all = distinct(told)
    const byRun = runsOfTellings(all).flatMap(matchReports)
    const plays = matchReports(all)
    assert.sameDeepMembers([...byRun], [...plays])
  })

  it("are read around moments in spans without overlaps", () => {
    assert.deepStrictEqual(spansAround([300, 0, 90, 110], 50), [
      { from: -50, to: 160 },
      { from: 250, to: 350 },
    ])
  })
})
