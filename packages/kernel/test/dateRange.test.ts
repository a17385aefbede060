import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import {
  addDays,
  asksForRange,
  cutByMonth,
  type DateRangeInput,
  dayOf,
  everything,
  formatInstant,
  isEverything,
  isWithin,
  LocalDate,
  resolveDateRange,
  resolveInstant,
  startOfDay,
} from "../src/index.ts"
import { clockFace, day, ZoneName, zonedInstant, zoneOf } from "./zones.ts"

const many = { arbitrary: { runs: 500 } }

const rangeOf = (input: DateRangeInput, zone = "UTC") =>
  Result.getOrThrow(resolveDateRange(input, zoneOf(zone)))

/** The range as text, an open end as undefined. */
const ends = (input: DateRangeInput, zone = "UTC") => {
  const { from, until } = rangeOf(input, zone)
  return [from, until].map((end) => (end === undefined ? undefined : formatInstant(end)))
}

const refusal = (input: DateRangeInput, zone = "UTC") => {
  const { field, message } = Result.getOrThrow(Result.flip(resolveDateRange(input, zoneOf(zone))))
  return { field, message }
}

describe("a range of one date", () => {
  it.prop(
    "is the day in the zone, an instant of it inside and its neighbours outside",
    [zonedInstant],
    ([{ name, instant }]) => {
      const zone = zoneOf(name)
      const date = dayOf(instant, zone)
      const { from, until } = rangeOf({ date }, name)
      assert.strictEqual(from, startOfDay(date, zone))
      assert.strictEqual(until, startOfDay(addDays(date, 1), zone))
    },
    many,
  )

  it.prop(
    "overrides from and to, even invalid ones",
    [day, Schema.String, Schema.String],
    ([date, from, to]) => {
      assert.deepStrictEqual(rangeOf({ date, from, to }), rangeOf({ date }))
    },
  )

  it("is 23 hours long when the clocks go forward and 25 when they go back", () => {
    assert.deepStrictEqual(ends({ date: "2024-03-10" }, "America/New_York"), [
      "2024-03-10T05:00:00.000Z",
      "2024-03-11T04:00:00.000Z",
    ])
    assert.deepStrictEqual(ends({ date: "2024-11-03" }, "America/New_York"), [
      "2024-11-03T04:00:00.000Z",
      "2024-11-04T05:00:00.000Z",
    ])
  })

  it("is empty if the zone skipped the day", () => {
    const { from, until } = rangeOf({ date: "2011-12-30" }, "Pacific/Apia")
    assert.strictEqual(from, until)
  })

  it("is a calendar day and nothing else", () => {
    for (const date of ["", "2023-02-29", "2024-13-01", "2024-5-6", "2024-05-06T00:00:00Z", "today"]) {
      assert.deepStrictEqual(refusal({ date }), {
        field: "date",
        message: `date: "${date}" is not a calendar day of the years 0001 to 9999; send YYYY-MM-DD`,
      })
    }
  })
})

describe("a range of days", () => {
  it.prop(
    "reaches from the start of the first through the end of the last",
    [ZoneName, day, day],
    ([name, one, other]) => {
      const [from, to] = one < other ? [one, other] : [other, one]
      const zone = zoneOf(name)
      assert.deepStrictEqual(rangeOf({ from, to }, name), {
        from: startOfDay(from, zone),
        until: startOfDay(addDays(to, 1), zone),
      })
    },
    many,
  )

  it.prop("of a day to itself is that date", [ZoneName, day], ([name, date]) => {
    if (name === "Pacific/Apia" && date === "2011-12-30") return
    assert.deepStrictEqual(rangeOf({ from: date, to: date }, name), rangeOf({ date }, name))
  })

  it.prop("has one end if one is given, and none if nothing is", [ZoneName, day], ([name, date]) => {
    const whole = rangeOf({ date }, name)
    assert.deepStrictEqual(rangeOf({ from: date }, name), { from: whole.from, until: undefined })
    assert.deepStrictEqual(rangeOf({ to: date }, name), { from: undefined, until: whole.until })
    assert.deepStrictEqual(rangeOf({}, name), everything)
  })

  it.prop("is refused when from is after to, whatever the zone", [ZoneName, day], ([name, date]) => {
    assert.deepStrictEqual(refusal({ from: addDays(date, 2), to: date }, name), {
      field: "from",
      message: "from: must not be after to",
    })
  })

  it("of a day that a zone skipped is empty", () => {
    const date = "2011-12-30"
    assert.deepStrictEqual(
      rangeOf({ from: date, to: date }, "Pacific/Apia"),
      rangeOf({ date }, "Pacific/Apia"),
    )
  })

  it("is requested by any of date, from and to", () => {
    assert.isFalse(asksForRange({}))
    for (const input of [{ date: "" }, { from: "2024-05-06" }, { to: "x" }])
      assert.isTrue(asksForRange(input))
  })
})

describe("a range of instants", () => {
  it.prop("holds both of its ends", [zonedInstant, zonedInstant], ([one, other]) => {
    const [from = 0, to = 0] = [one.instant, other.instant].sort((a, b) => a - b)
    assert.deepStrictEqual(rangeOf({ from: formatInstant(from), to: formatInstant(to) }, one.name), {
      from,
      until: to + 1,
    })
  })

  it.prop("is refused when from is a millisecond after to", [zonedInstant], ([{ name, instant }]) => {
    const input = { from: formatInstant(instant + 1), to: formatInstant(instant) }
    assert.strictEqual(refusal(input, name).field, "from")
  })

  it("may mix a day and a time", () => {
    assert.deepStrictEqual(ends({ from: "2024-05-06", to: "2024-05-06T12:00:00Z" }), [
      "2024-05-06T00:00:00.000Z",
      "2024-05-06T12:00:00.001Z",
    ])
    assert.deepStrictEqual(ends({ from: "2024-05-06T23:59:59.999Z", to: "2024-05-06" }), [
      "2024-05-06T23:59:59.999Z",
      "2024-05-07T00:00:00.000Z",
    ])
  })

  it("reaches to the last year that four digits can say", () => {
    assert.deepStrictEqual(rangeOf({ from: "0001-01-01", to: "9999-12-31" }), {
      from: Date.parse("0001-01-01T00:00:00.000Z"),
      until: Infinity,
    })
  })
})

const instantOf = (text: string, zone = "UTC") =>
  formatInstant(Result.getOrThrow(resolveInstant("at", text, zoneOf(zone))))

describe("an instant in words", () => {
  it.each([
    ["2024-05-06T07:08:09Z", "2024-05-06T07:08:09.000Z", "Z is UTC"],
    ["2024-05-06t07:08:09z", "2024-05-06T07:08:09.000Z", "letters may be small"],
    ["2024-05-06T07:08:09+05:45", "2024-05-06T01:23:09.000Z", "an offset of hours and minutes"],
    ["2024-05-06T07:08:09-0330", "2024-05-06T10:38:09.000Z", "an offset without a colon"],
    ["2024-05-06T07:08:09+02", "2024-05-06T05:08:09.000Z", "an offset of hours"],
    ["2024-05-06T07:08:09 05:45", "2024-05-06T01:23:09.000Z", "a space where a + was"],
    ["2024-05-06 07:08:09 02", "2024-05-06T05:08:09.000Z", "a space for the T as well"],
    ["2024-05-06T07:08Z", "2024-05-06T07:08:00.000Z", "no seconds"],
    ["2024-05-06T07:08:09.5Z", "2024-05-06T07:08:09.500Z", "a tenth of a second"],
    ["2024-05-06T07:08:09,123456Z", "2024-05-06T07:08:09.123Z", "a comma, and more digits than we keep"],
    ["2024-12-31T23:30:00-01:00", "2025-01-01T00:30:00.000Z", "an offset into the next year"],
    ["2024-05-06", "2024-05-06T00:00:00.000Z", "a day, which is its start"],
  ])("%s is %s: %s", (text, expected) => {
    assert.strictEqual(instantOf(text), expected)
  })

  it.prop(
    "without an offset is what the zone's clocks show",
    [zonedInstant],
    ([{ name, instant }]) => {
      const face = clockFace(instant, name)
      // Where the clocks show a time twice it is the first that counts.
      const found = Date.parse(instantOf(face, name))
      assert.isAtMost(found, instant)
      assert.strictEqual(clockFace(found, name), face)
    },
    many,
  )

  it.prop("with an offset is the same in every zone", [ZoneName, zonedInstant], ([name, { instant }]) => {
    assert.strictEqual(instantOf(formatInstant(instant), name), formatInstant(instant))
  })

  it.each([
    "2023-02-29T00:00:00Z",
    "2024-04-31",
    "2024-05-06T24:00:00Z",
    "2024-05-06T23:60:00Z",
    "2024-05-06T23:59:60Z",
    "2024-05-06T07Z",
    "2024-05-06T07:08:09+24:00",
    "2024-05-06T07:08:09+5:45",
    "2024-05-06T07:08:09.Z",
    "2024-05-06T",
    "2024-127",
    "2024-W19-1",
    "1714979289",
    "yesterday",
    "",
  ])("%s is refused, with the field's name", (text) => {
    for (const field of ["from", "to"]) {
      const refused = refusal({ [field]: text })
      assert.strictEqual(refused.field, field)
      assert.match(refused.message, new RegExp(`^${field}: "`))
      assert.include(refused.message, "is not a day or a time")
    }
  })

  it("is not repeated at length when it is refused", () => {
    assert.isBelow(refusal({ from: "x".repeat(10_000) }).message.length, 200)
  })
})

describe("the years of ranges", () => {
  it("are 1 to 9999: a range may begin with the first day and end with the last, in every zone", () => {
    for (const zone of ["UTC", "Pacific/Apia", "America/New_York", "Asia/Kathmandu"]) {
      const last = rangeOf({ date: "9999-12-31" }, zone)
      assert.deepStrictEqual(last, {
        from: startOfDay(LocalDate.make("9999-12-31"), zoneOf(zone)),
        until: Infinity,
      })
      assert.strictEqual(rangeOf({ to: "9999-12-31" }, zone).until, Infinity)
      assert.strictEqual(
        rangeOf({ from: LocalDate.make("9999-12-31") }, zone).from,
        startOfDay(LocalDate.make("9999-12-31"), zoneOf(zone)),
      )
      assert.isBelow(rangeOf({ from: "0001-01-01", to: "0001-01-01" }, zone).from ?? Infinity, -6e13)
      assert.strictEqual(
        rangeOf({ to: LocalDate.make("0099-12-31") }, zone).until,
        startOfDay(LocalDate.make("0100-01-01"), zoneOf(zone)),
      )
    }
  })

  it("beyond are refused with the years that there are", () => {
    for (const text of ["0000-01-01", "0000-12-31", "10000-01-01", "+010000-01-01", "-000001-01-01"]) {
      for (const field of ["date", "from", "to"] as const) {
        assert.deepInclude(refusal({ [field]: text }), { field })
        assert.match(refusal({ [field]: text }).message, /of the years 0001 to 9999/)
      }
    }
  })

  it("are valid in UTC even if one instant is requested: no offset moves it into the year 0 or 10000", () => {
    const utc = zoneOf("UTC")
    for (const text of ["9999-12-31T23:30:00-01:00", "0001-01-01T00:30:00+01:00"]) {
      assert.isTrue(Result.isFailure(resolveInstant("expires_at", text, utc)))
      assert.isTrue(Result.isSuccess(resolveDateRange({ from: text }, utc)))
    }
    const eveningInNewYork = resolveInstant("expires_at", "9999-12-31T23:30", zoneOf("America/New_York"))
    assert.isTrue(Result.isFailure(eveningInNewYork))
    assert.isTrue(Result.isSuccess(resolveInstant("expires_at", "9999-12-31T23:59:59.999Z", utc)))
  })
})

describe("a range of time", () => {
  it("holds its first instant, and not the one at its end", () => {
    const range = { from: 10, until: 20 }
    assert.deepStrictEqual(
      [9, 10, 19, 20].map((at) => isWithin(range, at)),
      [false, true, true, false],
    )
  })

  it("is open if an end is not named", () => {
    assert.isTrue(isWithin({ from: undefined, until: 20 }, -1e15))
    assert.isTrue(isWithin({ from: 10, until: undefined }, 1e15))
    assert.isTrue(isEverything(everything))
    assert.isFalse(isEverything({ from: 0, until: undefined }))
  })
})

describe("a range cut by month", () => {
  it.prop(
    "is its whole months and at most a part of one at each end, without overlaps",
    { zone: ZoneName, ends: Schema.Tuple([Schema.Int, Schema.Int]) },
    ({ ends, zone: name }) => {
      const zone = zoneOf(name)
      const first = Date.UTC(2011, 0, 1)
      const [from = 0, until = 0] = ends
        .map((end) => first + (Math.abs(end) % 1_500) * 21_600_000)
        .sort((a, b) => a - b)
      const { months, parts } = cutByMonth({ from, until }, zone)
      const whole =
        months?.from === undefined || months.until === undefined
          ? []
          : [{ from: startOfDay(months.from, zone), until: startOfDay(months.until, zone) }]
      const pieces = [...whole, ...parts].filter((one) => one.from !== one.until)
      const sorted = pieces.toSorted((a, b) => (a.from ?? 0) - (b.from ?? 0))
      for (const [at, piece] of sorted.entries()) {
        assert.strictEqual(piece.from, at === 0 ? from : sorted[at - 1]?.until)
      }
      assert.strictEqual(sorted.at(-1)?.until ?? from, until === from ? from : until)
      assert.isAtMost(parts.length, 2)
      if (months?.from !== undefined) assert.match(months.from, /-01$/)
    },
    many,
  )

  it("is open at the same ends", () => {
    const zone = zoneOf("UTC")
    assert.deepStrictEqual(cutByMonth(everything, zone), {
      months: { from: undefined, until: undefined },
      parts: [],
    })
    const until = Date.UTC(2024, 4, 6)
    assert.deepStrictEqual(cutByMonth({ from: undefined, until }, zone), {
      months: { from: undefined, until: LocalDate.make("2024-05-01") },
      parts: [{ from: Date.UTC(2024, 4, 1), until }],
    })
  })
})
