import { type DateRange, LocalDate } from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import { today } from "../src/index.ts"
import { continuedInto, entryAt, journalOf } from "./journalOf.ts"

// A Wednesday.
const now = Date.parse("2024-05-08T20:00:00Z")

const test = <E>(name: string, body: Effect.Effect<void, E, DateTime.CurrentTimeZone>) =>
  it.effect(name, () =>
    Effect.andThen(TestClock.setTime(now), body).pipe(
      Effect.provideService(DateTime.CurrentTimeZone, DateTime.zoneMakeNamedUnsafe("UTC")),
    ),
  )

const domain = (name: string, entries: Parameters<typeof journalOf>[0]) => ({
  domain: name,
  journal: journalOf(entries),
})
const titles = (entries: ReadonlyArray<{ readonly title: string }>) => entries.map(({ title }) => title)

const plays = (day: string, count: number, title = "Low Water") =>
  entryAt(`${day}T18:00:00Z`, { kind: "play", title, item: { type: "album", id: title }, count })

describe("today", () => {
  test(
    "has the day's entries earliest first, and of each domain the most notable: the rare before the usual",
    Effect.gen(function* () {
      const listening = domain("listening", [
        plays("2024-05-06", 5),
        plays("2024-05-07", 5),
        plays("2024-05-08", 12),
        entryAt("2024-05-08T09:00:00Z", { title: "Nightjar", count: 2 }),
      ])
      const running = domain("running", [
        entryAt("2024-05-07T07:00:00Z"),
        entryAt("2024-05-08T07:00:00Z", { title: "Riverside" }),
      ])
      const attending = domain("attending", [entryAt("2024-05-08T20:00:00Z", { title: "Ines Faria" })])
      const places = domain("places", [
        ...["2024-05-05", "2024-05-06", "2024-05-07"].map((day) => entryAt(`${day}T12:00:00Z`)),
        entryAt("2024-05-08T12:00:00Z", { title: "Tasca" }),
      ])
      const found = yield* today([listening, running, attending, places], undefined)
      assert.strictEqual(found.day, "2024-05-08")
      assert.deepStrictEqual(titles(found.entries), [
        "Riverside",
        "Nightjar",
        "Tasca",
        "Low Water",
        "Ines Faria",
      ])
      // Check-ins are on the most days, and three are enough.
      assert.deepStrictEqual(titles(found.headline), ["Riverside", "Low Water", "Ines Faria"])
      assert.strictEqual(found.streak, 4)
      assert.strictEqual(found.month, undefined)
    }),
  )

  test(
    "is the day before while all its plays belong to a session that began then",
    Effect.gen(function* () {
      const day = LocalDate.make("2024-05-08")
      const journal = continuedInto(day, [plays("2023-05-08", 1), plays("2024-05-07", 4)])
      const found = yield* today([{ domain: "listening", journal }], undefined)
      assert.strictEqual(found.day, "2024-05-07")
      assert.deepStrictEqual(titles(found.headline), ["Low Water"])
      assert.strictEqual(found.streak, 2)
      assert.deepStrictEqual(
        found.onThisDay.map(({ year }) => year),
        [2023],
      )
    }),
  )

  test(
    "compares the week so far with the median of twelve weeks up to the same weekday",
    Effect.gen(function* () {
      const weeksAgo = (weeks: number) =>
        new Date(Date.parse("2024-05-07T00:00:00Z") - weeks * 7 * 86_400_000).toISOString().slice(0, 10)
      const listening = domain("listening", [
        plays("2024-05-07", 9),
        // Seven of the twelve weeks have four by Wednesday. Thursdays do not count.
        ...[1, 2, 3, 4, 5, 6, 7].map((weeks) => plays(weeksAgo(weeks), 4)),
        entryAt("2024-05-02T12:00:00Z", { count: 50 }),
        // Thirteen weeks ago.
        plays(weeksAgo(13), 90),
      ])
      const found = yield* today([listening, domain("running", [])], undefined)
      assert.deepStrictEqual(found.week, {
        from: LocalDate.make("2024-05-06"),
        to: LocalDate.make("2024-05-07"),
        domains: [{ domain: "listening", count: 9, usual: 4, seconds: 0, usualSeconds: 0 }],
      })
    }),
  )

  test(
    "compares the time of the week so far, if a domain knows times",
    Effect.gen(function* () {
      const { domain: name, journal } = domain("listening", [plays("2024-05-07", 9)])
      // An hour in each week, two in this one, by Tuesday.
      const timed = {
        ...journal,
        secondsIn: ({ from, until }: DateRange) => {
          assert.strictEqual((until ?? 0) - (from ?? 0), 2 * 86_400_000)
          return Effect.succeed(from === Date.parse("2024-05-06T00:00:00Z") ? 7_200 : 3_600)
        },
      }
      const { week } = yield* today([{ domain: name, journal: timed }], undefined)
      assert.deepStrictEqual(week.domains, [
        { domain: "listening", count: 9, usual: 0, seconds: 7_200, usualSeconds: 3_600 },
      ])
    }),
  )

  test(
    "has the same day in earlier years, and the newest of each item before the day",
    Effect.gen(function* () {
      const watching = domain("watching", [
        entryAt("2023-05-08T21:00:00Z", { title: "Moth Season", item: { type: "movie", id: "1" } }),
        entryAt("2021-05-08T21:00:00Z", { title: "Small Hours", item: { type: "movie", id: "2" } }),
        entryAt("2024-05-01T21:00:00Z", { title: "Moth Season", item: { type: "movie", id: "1" } }),
        entryAt("2024-05-08T19:00:00Z", { title: "Kilometre Zero", item: { type: "movie", id: "3" } }),
      ])
      const found = yield* today([watching], undefined)
      assert.deepStrictEqual(
        found.onThisDay.map(({ entries, year }) => [year, ...titles(entries)]),
        [
          [2023, "Moth Season"],
          [2021, "Small Hours"],
        ],
      )
      assert.deepStrictEqual(titles(found.lately), ["Moth Season", "Small Hours"])
    }),
  )

  test(
    "falls back to the newest day, and to its month if that is old",
    Effect.gen(function* () {
      const recent = yield* today([domain("running", [entryAt("2024-05-06T07:00:00Z")])], undefined)
      assert.deepStrictEqual([recent.day, recent.streak, recent.month], ["2024-05-06", 0, undefined] as never)

      const old = yield* today(
        [
          domain("listening", [
            plays("2023-03-02", 3, "Nightjar"),
            plays("2023-03-01", 2),
            plays("2023-03-03", 2),
            plays("2023-02-28", 90, "Before"),
          ]),
        ],
        undefined,
      )
      assert.strictEqual(old.day, "2023-03-03")
      assert.strictEqual(old.month?.start, "2023-03-01")
      assert.strictEqual(old.month?.count, 7)
      assert.deepStrictEqual(
        old.month?.best.map(({ count, title }) => [title, count]),
        [
          ["Low Water", 4],
          ["Nightjar", 3],
        ],
      )
    }),
  )

  test(
    "is of an earlier day if one is requested, and empty before the first entry",
    Effect.gen(function* () {
      const running = domain("running", [entryAt("2024-05-06T07:00:00Z"), entryAt("2024-05-08T07:00:00Z")])
      assert.strictEqual((yield* today([running], "2024-05-07")).day, "2024-05-06")
      const before = yield* today([running], "2024-05-01")
      assert.strictEqual(before.day, undefined)
      assert.deepStrictEqual([before.entries, before.lately, before.week.domains], [[], [], []])
      assert.strictEqual((yield* Effect.flip(today([running], "2024-02-30"))).field, "date")
    }),
  )
})
