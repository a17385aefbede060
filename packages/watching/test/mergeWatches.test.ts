import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"
import {
  mergeWatches,
  monthOf,
  onDay,
  ratingOf,
  unknownTime,
  type WatchEvidence,
  type Watch,
  WatchId,
} from "../src/index.ts"

const newYork = DateTime.zoneMakeNamedUnsafe("America/New_York")

const evidence = (source: WatchEvidence["source"], when: string, review = "", rating = 0): WatchEvidence => ({
  id: WatchId.make(1),
  episodeName: "",
  source,
  ref: `${source} ${when}`,
  ...(when === "some time"
    ? unknownTime
    : when.length === 10
      ? onDay(when)
      : { at: Date.parse(`2024-${when}Z`), precision: "moment" as const }),
  review,
  rating,
})

const inShort = ({ at, precision, rating, review, source }: Watch) =>
  `${source} ${precision === "unknown" ? "some time" : new Date(at).toISOString().slice(5, precision === "day" ? 10 : 16)}${review === "" ? "" : ` "${review}"`}${rating === 0 ? "" : ` ${rating}`}`

const cases: ReadonlyArray<readonly [string, ReadonlyArray<WatchEvidence>, ReadonlyArray<string>]> = [
  ["nothing", [], []],
  ["one record", [evidence("plex", "03-01T20:00:00")], ["plex 03-01T20:00"]],
  [
    "a millisecond less than six hours apart, from one source",
    [evidence("plex", "03-01T12:00:00"), evidence("plex", "03-01T17:59:59.999")],
    ["plex 03-01T12:00"],
  ],
  [
    "six hours apart, from one source",
    [evidence("plex", "03-01T12:00:00"), evidence("plex", "03-01T18:00:00")],
    ["plex 03-01T12:00", "plex 03-01T18:00"],
  ],
  [
    "less than six hours apart, from two sources: the earlier moment",
    [evidence("trakt", "03-01T12:05:00"), evidence("plex", "03-01T12:00:00")],
    ["trakt 03-01T12:00"],
  ],
  [
    "six hours apart, from two sources",
    [evidence("trakt", "03-01T12:00:00"), evidence("plex", "03-01T18:00:00")],
    ["trakt 03-01T12:00", "plex 03-01T18:00"],
  ],
  [
    "five hours and five more: the third is more than six from the first",
    [
      evidence("plex", "03-01T10:00:00"),
      evidence("plex", "03-01T05:00:00"),
      evidence("plex", "03-01T00:00:00"),
    ],
    ["plex 03-01T00:00", "plex 03-01T10:00"],
  ],
  [
    "a day and a moment of that day in the zone, which is the next one in UTC",
    [evidence("letterboxd", "2024-03-01", "Fine.", 4), evidence("plex", "03-02T04:30:00")],
    ['letterboxd 03-02T04:30 "Fine." 4'],
  ],
  [
    "a day and a moment of that day in UTC, which is the day before in the zone",
    [evidence("letterboxd", "2024-03-02", "Fine."), evidence("plex", "03-02T04:30:00")],
    ["plex 03-02T04:30", 'letterboxd 03-02 "Fine."'],
  ],
  [
    "a day on which it was seen twice: the review is of the first",
    [
      evidence("plex", "03-01T23:00:00"),
      evidence("letterboxd", "2024-03-01", "Fine."),
      evidence("plex", "03-01T10:00:00"),
    ],
    ['letterboxd 03-01T10:00 "Fine."', "plex 03-01T23:00"],
  ],
  [
    "a day and a moment of it less than six hours from its noon, from one source",
    [evidence("letterboxd", "2024-03-01", "Fine."), evidence("letterboxd", "03-01T17:59:59")],
    ['letterboxd 03-01T17:59 "Fine."'],
  ],
  [
    "a day and a moment of it six hours from its noon, from one source: it was seen twice",
    [evidence("letterboxd", "2024-03-01", "Fine."), evidence("letterboxd", "03-01T18:00:00")],
    ['letterboxd 03-01 "Fine."', "letterboxd 03-01T18:00"],
  ],
  [
    "the same day from two sources",
    [evidence("manual", "2024-03-01"), evidence("letterboxd", "2024-03-01", "Fine.")],
    ['letterboxd 03-01 "Fine."'],
  ],
  [
    "two days, one after the other",
    [evidence("letterboxd", "2024-03-01"), evidence("letterboxd", "2024-03-02")],
    ["letterboxd 03-01", "letterboxd 03-02"],
  ],
  [
    "a review without a rating, and a rating without a review",
    [evidence("letterboxd", "2024-03-01", "Fine."), evidence("plex", "03-01T20:00:00", "", 3.5)],
    ['letterboxd 03-01T20:00 "Fine." 3.5'],
  ],
  [
    "a review with its rating over another rating",
    [evidence("letterboxd", "2024-03-01", "Fine.", 2), evidence("manual", "03-01T20:00:00", "", 5)],
    ['letterboxd 03-01T20:00 "Fine." 2'],
  ],
  [
    "two reviews of one day: the one with a rating",
    [
      evidence("letterboxd", "2024-03-01", "A."),
      { ...evidence("letterboxd", "2024-03-01", "B.", 3), ref: "other" },
    ],
    ['letterboxd 03-01 "B." 3'],
  ],
  [
    "some time, and a day",
    [evidence("trakt", "some time"), evidence("letterboxd", "2024-03-01")],
    ["letterboxd 03-01"],
  ],
  [
    "some time, twice",
    [evidence("trakt", "some time"), evidence("manual", "some time")],
    ["manual some time"],
  ],
]

/** From most to least trusted. */
const byTrust = ["manual", "letterboxd", "trakt", "plex", "jellyfin", "emby"] as const

const Moment = Schema.Literals([
  "some time",
  "2024-03-01",
  "2024-03-02",
  "03-01T00:00:00",
  "03-01T04:59:59",
  "03-01T05:00:00",
  "03-01T06:00:00",
  "03-01T11:30:00",
  "03-01T16:00:00",
  "03-02T04:30:00",
  "03-02T05:00:00",
])

const Any = Schema.Array(
  Schema.Struct({
    source: Schema.Literals(["letterboxd", "trakt", "plex"]),
    when: Moment,
    review: Schema.Literals(["", "", "Fine.", "Very fine."]),
    rating: Schema.Literals([0, 0.5, 5]),
  }),
).check(Schema.isBetweenLength(0, 10))

const allOf = (any: typeof Any.Type) =>
  any.map(({ rating, review, source, when }) => evidence(source, when, review, rating))

describe("records of one film or episode", () => {
  it.each(cases)("%s", (_, records, watches) => {
    assert.deepStrictEqual(mergeWatches(records, newYork).map(inShort), watches)
    assert.deepStrictEqual(mergeWatches(records.toReversed(), newYork).map(inShort), watches)
  })

  it.each(byTrust.slice(1).map((less, index) => [byTrust[index] ?? less, less] as const))(
    "believe %s before %s if neither says more",
    (more, less) => {
      for (const [review, rating] of [
        ["", 0],
        ["", 3],
        ["Fine.", 3],
      ] as const) {
        const records = [
          evidence(less, "03-01T12:00:00", review, rating),
          evidence(more, "03-01T13:00:00", review, rating),
        ]
        const watches = mergeWatches(records, newYork)
        assert.deepStrictEqual(
          watches.map(({ source }) => source),
          [more],
        )
      }
    },
  )

  it.prop(
    "make the same watches in any order and however often each is there",
    { any: Any, turn: Schema.Natural },
    ({ any, turn }) => {
      const records = allOf(any)
      const at = turn % Math.max(1, records.length)
      const others = [...records.slice(at), ...records.toReversed(), ...records.slice(0, at)]
      assert.deepStrictEqual(mergeWatches(others, newYork), mergeWatches(records, newYork))
    },
  )

  it.prop(
    "lose nothing: a watch is near each of them, and each watch is one of them",
    { any: Any },
    ({ any }) => {
      const records = allOf(any)
      const watches = mergeWatches(records, newYork)
      assert.strictEqual(watches.length > 0, records.length > 0)
      for (const watch of watches) assert.isTrue(records.some(({ at }) => at === watch.at))
      for (const { at, precision } of records) {
        if (precision === "unknown") continue
        const nearest = Math.min(...watches.map((watch) => Math.abs(watch.at - at)))
        assert.isAtMost(nearest, precision === "moment" ? 6 * 3_600_000 - 1 : 86_400_000)
      }
    },
  )

  it.prop("that know the moment make watches that are six hours apart", { any: Any }, ({ any }) => {
    const watches = mergeWatches(allOf(any), newYork).filter(({ precision }) => precision === "moment")
    for (const [index, watch] of watches.entries()) {
      const next = watches[index + 1]
      if (next !== undefined) assert.isAtLeast(next.at - watch.at, 6 * 3_600_000)
    }
  })
})

describe("the month of a watch", () => {
  it("is that of the zone for a moment, its own for a day, and none for some time", () => {
    assert.strictEqual(monthOf(evidence("plex", "03-01T04:59:59"), newYork), 1)
    assert.strictEqual(monthOf(evidence("plex", "03-01T05:00:00"), newYork), 2)
    assert.strictEqual(monthOf(onDay("2024-12-31"), DateTime.zoneMakeNamedUnsafe("Pacific/Kiritimati")), 11)
    assert.strictEqual(monthOf(unknownTime, newYork), undefined)
  })
})

describe("a rating of another scale", () => {
  it.each([
    [10, 10, 5],
    [7, 10, 3.5],
    [1, 10, 0.5],
    [0, 10, 0],
    [-1, 10, 0],
    [0.1, 10, 0.5],
    [11, 10, 5],
    [80, 100, 4],
    [3, 5, 3],
    [4.5, 5, 4.5],
    [3.3, 5, 3.5],
    [NaN, 5, 0],
  ])("%d of %d is %d", (value, scale, rating) => {
    assert.strictEqual(ratingOf(value, scale), rating)
  })
})
