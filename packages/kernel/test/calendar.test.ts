import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"
import {
  addDays,
  bucketsBetween,
  dayOf,
  daysBetween,
  daysOf,
  formatInstant,
  Granularity,
  isLocalDate,
  isStorableInstant,
  LocalDate,
  localInstant,
  nextBucket,
  startOfBucket,
  startOfDay,
  storableInstant,
} from "../src/index.ts"
import { clockFace, day, ZoneName, zonedInstant, zoneOf } from "./zones.ts"

const many = { arbitrary: { runs: 1000 } }
const within = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))
// A cast lets anything through.
const noDay = (text: string) => text as LocalDate
const digits = (value: number, length: number) => String(value).padStart(length, "0")

describe("a calendar day", () => {
  it.prop(
    "is real when a Date keeps its year, month and day",
    { year: within(0, 9999), month: within(0, 13), dayOfMonth: within(0, 32) },
    ({ year, month, dayOfMonth }) => {
      const date = new Date(0)
      date.setUTCFullYear(year, month - 1, dayOfMonth)
      const kept =
        date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === dayOfMonth
      const text = `${digits(year, 4)}-${digits(month, 2)}-${digits(dayOfMonth, 2)}`
      assert.strictEqual(isLocalDate(text), kept && year > 0)
    },
    many,
  )

  it.prop(
    "has a 29 February in leap years only",
    { year: within(1, 9999) },
    ({ year }) => {
      const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
      assert.strictEqual(isLocalDate(`${digits(year, 4)}-02-29`), leap)
    },
    many,
  )

  it("is written as four, two and two digits, with nothing around them", () => {
    for (const text of [
      "",
      "2024-2-9",
      "24-02-09",
      "2024/02/09",
      " 2024-02-09",
      "2024-02-09\n",
      "2024-02-09T00",
    ]) {
      assert.isFalse(isLocalDate(text), JSON.stringify(text))
    }
    assert.isFalse(isLocalDate("٢٠٢٤-٠٢-٠٩"))
    assert.isTrue(isLocalDate("2024-02-09"))
  })

  it.prop("is reached again by the number of days between", [day, day], ([one, other]) => {
    assert.strictEqual(addDays(one, daysBetween(one, other)), other)
    assert.strictEqual(daysBetween(one, other) + daysBetween(other, one), 0)
    assert.isTrue(addDays(one, 1) > one)
  })
})

describe("the day of an instant", () => {
  it.prop(
    "is the one that the zone's clocks show",
    [zonedInstant],
    ([{ name, instant }]) => {
      assert.strictEqual(dayOf(instant, zoneOf(name)), clockFace(instant, name).slice(0, 10))
    },
    many,
  )

  it("is known in zones that are a mere offset", () => {
    const zone = DateTime.zoneMakeOffset((5 * 60 + 45) * 60_000)
    assert.strictEqual(dayOf(Date.parse("2024-05-06T18:14:59.999Z"), zone), "2024-05-06")
    assert.strictEqual(dayOf(Date.parse("2024-05-06T18:15:00Z"), zone), "2024-05-07")
    assert.strictEqual(startOfDay(LocalDate.make("2024-05-07"), zone), Date.parse("2024-05-06T18:15:00Z"))
  })
})

// Newfoundland put its clocks back at 00:01 until 2011 (by two hours in 1988), so that the end of a day arrived again
// after the next day had started.
const repeatsEvening = ({ name, instant }: { readonly name: ZoneName; readonly instant: number }): boolean =>
  name === "America/St_Johns" &&
  instant < Date.UTC(2012, 0, 1) &&
  clockFace(instant, name).slice(11) >= "22:01"

describe("the start of a day", () => {
  it.prop(
    "is not after any instant of the day, and the next day's is after all of them",
    [zonedInstant],
    ([zoned]) => {
      const zone = zoneOf(zoned.name)
      const today = dayOf(zoned.instant, zone)
      assert.isAtMost(startOfDay(today, zone), zoned.instant)
      if (!repeatsEvening(zoned)) assert.isBelow(zoned.instant, startOfDay(addDays(today, 1), zone))
    },
    many,
  )

  it.prop(
    "is itself in the day, and the millisecond before it is in an earlier one",
    [zonedInstant],
    ([{ name, instant }]) => {
      const zone = zoneOf(name)
      const today = dayOf(instant, zone)
      assert.strictEqual(dayOf(startOfDay(today, zone), zone), today)
      assert.isTrue(dayOf(startOfDay(today, zone) - 1, zone) < today)
    },
    many,
  )

  it.prop("is never before the start of the day before", [ZoneName, day], ([name, today]) => {
    assert.isAtMost(startOfDay(addDays(today, -1), zoneOf(name)), startOfDay(today, zoneOf(name)))
  })

  it.each([
    ["America/Sao_Paulo", "2018-11-04", "2018-11-04T03:00:00.000Z", "the clocks skip midnight"],
    ["America/Havana", "2024-03-10", "2024-03-10T05:00:00.000Z", "the clocks skip midnight"],
    ["Asia/Beirut", "2022-03-27", "2022-03-26T22:00:00.000Z", "the clocks skip midnight"],
    ["America/Havana", "2024-11-03", "2024-11-03T04:00:00.000Z", "midnight comes twice"],
    [
      "America/St_Johns",
      "2010-11-07",
      "2010-11-07T02:30:00.000Z",
      "midnight arrives twice, a minute after itself",
    ],
    [
      "America/Sao_Paulo",
      "2019-02-17",
      "2019-02-17T03:00:00.000Z",
      "the clocks go back to the evening before",
    ],
    ["Australia/Lord_Howe", "2024-04-07", "2024-04-06T13:00:00.000Z", "summer is half an hour"],
    ["Pacific/Chatham", "2024-04-07", "2024-04-06T10:15:00.000Z", "summer is 13:45 ahead"],
    ["Asia/Kathmandu", "2024-05-06", "2024-05-05T18:15:00.000Z", "clocks are 5:45 ahead"],
    ["Africa/Casablanca", "2024-03-10", "2024-03-09T23:00:00.000Z", "Ramadan begins"],
  ])("in %s on %s is %s: %s", (name, today, start) => {
    assert.strictEqual(formatInstant(startOfDay(LocalDate.make(today), zoneOf(name))), start)
  })

  it("of a day that a zone skipped is the start of the next day", () => {
    const apia = zoneOf("Pacific/Apia")
    assert.strictEqual(
      startOfDay(LocalDate.make("2011-12-30"), apia),
      startOfDay(LocalDate.make("2011-12-31"), apia),
    )
    assert.strictEqual(
      dayOf(startOfDay(LocalDate.make("2011-12-31"), apia) - 1, apia),
      LocalDate.make("2011-12-29"),
    )
  })
})

describe("a local time", () => {
  it.prop(
    "is what the clocks show at its instant, unless they skip it",
    [zonedInstant],
    ([{ name, instant }]) => {
      const second = Math.floor(instant / 1000) * 1000
      const face = clockFace(second, name)
      const found = localInstant(`${face}.000`, zoneOf(name))
      // A local time that occurs twice means its first occurrence.
      assert.isAtMost(found, second)
      assert.strictEqual(clockFace(found, name), face)
    },
    many,
  )

  it("that the clocks skip is as long after the gap as it would have been into it", () => {
    const found = localInstant("2024-03-10T02:30:00.000", zoneOf("America/New_York"))
    assert.strictEqual(formatInstant(found), "2024-03-10T07:30:00.000Z")
  })
})

describe("buckets of days", () => {
  it.prop(
    "have each day once: it is between the starts of its bucket and the next",
    [day, Granularity],
    ([today, granularity]) => {
      const start = startOfBucket(today, granularity)
      assert.isTrue(isLocalDate(start))
      assert.isAtMost(daysBetween(start, today), { day: 0, week: 6, month: 30, year: 365 }[granularity])
      assert.isTrue(start <= today && today < nextBucket(start, granularity))
    },
    many,
  )

  it.prop(
    "follow each other without a gap: each is its own start, and begins the day after the last bucket's end",
    [day, Granularity],
    ([today, granularity]) => {
      let start = startOfBucket(today, granularity)
      for (let count = 0; count < 14; count++) {
        const next = nextBucket(start, granularity)
        assert.strictEqual(startOfBucket(next, granularity), next)
        assert.strictEqual(startOfBucket(addDays(next, -1), granularity), start)
        start = next
      }
    },
  )

  it.prop("begin on a Monday for weeks, on the first for months or years", [day], ([today]) => {
    assert.strictEqual(new Date(`${startOfBucket(today, "week")}T00:00:00Z`).getUTCDay(), 1)
    assert.strictEqual(startOfBucket(today, "month"), `${today.slice(0, 7)}-01`)
    assert.strictEqual(startOfBucket(today, "year"), `${today.slice(0, 4)}-01-01`)
  })
})

/** Days near the first and the last of all, and of the years that a `Date` made of numbers takes for others. */
const edgeDay = Arbitrary.map(
  Arbitrary.schema(
    Schema.Literals([
      "0001-01-01",
      "0001-01-02",
      "0001-12-31",
      "0050-06-15",
      "0099-12-31",
      "0100-01-01",
      "9998-12-31",
      "9999-01-01",
      "9999-11-30",
      "9999-12-26",
      "9999-12-27",
      "9999-12-30",
      "9999-12-31",
    ]),
  ),
  (text) => LocalDate.make(text),
)

describe("the years 1 to 9999", () => {
  it.prop(
    "contain all days: one later is the next one or after all of them, one earlier the one before or before all of them",
    [edgeDay],
    ([today]) => {
      const [before, after] = [addDays(today, -1), addDays(today, 1)]
      assert.strictEqual(isLocalDate(after), today !== "9999-12-31")
      assert.strictEqual(isLocalDate(before), today !== "0001-01-01")
      assert.isTrue(before < today && today < after)
      assert.isTrue(addDays(after, 5) >= after && addDays(before, -5) <= before)
    },
  )

  it.prop(
    "have a day for every instant, in every zone, that begins before it and ends after it",
    [edgeDay, ZoneName, within(-36, 36), within(0, 3_599_999)],
    ([near, name, hours, millis]) => {
      const zone = zoneOf(name)
      const instant = Date.parse(`${near}T00:00:00Z`) + hours * 3_600_000 + millis
      const today = dayOf(instant, zone)
      assert.isTrue(isLocalDate(today), today)
      assert.isBelow(instant, startOfDay(addDays(today, 1), zone))
      if (!isStorableInstant(instant)) return
      assert.isAtMost(startOfDay(today, zone), instant)
      assert.strictEqual(dayOf(startOfDay(today, zone), zone), today)
      const [span, ...others] = daysOf([instant, startOfDay(today, zone)], zone)
      assert.deepStrictEqual(others, [])
      assert.strictEqual(span?.day, today)
    },
    many,
  )

  it.prop(
    "divide into buckets that end with the start of the next one or after all days",
    [edgeDay, Granularity],
    ([today, granularity]) => {
      const start = startOfBucket(today, granularity)
      const next = nextBucket(start, granularity)
      assert.isTrue(isLocalDate(start) && start <= today && today < next)
      assert.isTrue(
        isLocalDate(next)
          ? startOfBucket(next, granularity) === next
          : next === addDays(LocalDate.make("9999-12-31"), 1),
      )
    },
    many,
  )

  it("count any instant after all days on the last one, and any before on the first", () => {
    for (const name of ["UTC", "Pacific/Apia", "America/New_York"] as const) {
      for (const instant of [Date.UTC(10_000, 5, 6), 8.64e15, Number.MAX_VALUE, Infinity])
        assert.strictEqual(dayOf(instant, zoneOf(name)), "9999-12-31")
      for (const instant of [Date.parse("-000001-06-06T00:00:00Z"), -8.64e15, -Infinity])
        assert.strictEqual(dayOf(instant, zoneOf(name)), "0001-01-01")
    }
  })

  it("bound the instants that stores receive", () => {
    for (const instant of [Infinity, -Infinity, Number.NaN, 1e300, -1e300, 8.64e15, Date.UTC(10_000, 0, 1)]) {
      assert.isFalse(isStorableInstant(instant))
      const kept = storableInstant(instant)
      assert.isTrue(isStorableInstant(kept))
      assert.strictEqual(storableInstant(kept), kept)
    }
    assert.strictEqual(storableInstant(1_715_000_000_000.9), 1_715_000_000_000)
  })
})

describe("the buckets between two days", () => {
  it.prop(
    "are those that hold a day from the first to the last",
    [day, day, Granularity],
    ([one, other, granularity]) => {
      const [first, last] = one < other ? [one, other] : [other, one]
      if (daysBetween(first, last) > 3_000) return
      const starts = bucketsBetween(first, last, granularity)
      const held = new Set(
        Array.from({ length: daysBetween(first, last) + 1 }, (_, at) =>
          startOfBucket(addDays(first, at), granularity),
        ),
      )
      assert.deepStrictEqual(starts, [...held])
    },
  )

  it("end, whatever the days are", () => {
    assert.strictEqual(
      bucketsBetween(LocalDate.make("0001-01-01"), LocalDate.make("9999-12-31"), "year").length,
      9_999,
    )
    assert.strictEqual(
      bucketsBetween(LocalDate.make("-infinity"), LocalDate.make("infinity"), "year").length,
      9_999,
    )
    assert.strictEqual(bucketsBetween(LocalDate.make("9999-12-01"), noDay(":"), "day").length, 31)
    assert.deepStrictEqual(
      bucketsBetween(LocalDate.make("9999-12-31"), LocalDate.make("9999-12-31"), "week"),
      [LocalDate.make("9999-12-27")],
    )
    for (const [first, last] of [
      ["2024-05-07", "2024-05-06"],
      ["infinity", "infinity"],
      ["infinity", "9999-12-31"],
      ["2024-05-06", "+010000-01-01"],
    ] as const) {
      assert.deepStrictEqual(bucketsBetween(noDay(first), noDay(last), "day"), [])
    }
  })
})
