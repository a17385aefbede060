import { addDays, LocalDate } from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { TestClock } from "effect/testing"
import { domainYear, latestOf, yearInReview, years } from "../src/index.ts"
import { continuedInto, entryAt, journalOf } from "./journalOf.ts"

const now = Date.parse("2024-05-06T12:00:00Z")

const run = <A, E>(body: Effect.Effect<A, E, DateTime.CurrentTimeZone>) =>
  Effect.andThen(TestClock.setTime(now), body).pipe(
    Effect.provideService(DateTime.CurrentTimeZone, DateTime.zoneMakeNamedUnsafe("UTC")),
  )

const domains = ["running", "places"] as const

const Some = Schema.Struct({
  domain: Schema.Literals(domains),
  /** From the first day of 2022 on: some lie ahead of the clock. */
  day: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 900 })),
  count: Schema.Literals([1, 2, 5]),
})

const journalsOf = (some: ReadonlyArray<typeof Some.Type>) =>
  domains.map((domain) => ({
    domain,
    journal: journalOf(
      some.flatMap(({ count, day, ...of }, number) =>
        of.domain === domain
          ? [
              entryAt(`${addDays(LocalDate.make("2022-01-01"), day)}T07:00:00Z`, {
                count,
                id: String(number),
              }),
            ]
          : [],
      ),
    ),
  }))

describe("a year in review", () => {
  it.effect.prop(
    "of all domains is the sum of theirs, and of its months; years are the totals of their years",
    [Schema.Array(Some), Schema.Literals([2022, 2023, 2024])],
    ([some, year]) =>
      run(
        Effect.gen(function* () {
          const journals = journalsOf(some)
          const all = yield* yearInReview(journals, year)
          const sum = (counts: ReadonlyArray<{ readonly count: number }>) =>
            counts.reduce((total, { count }) => total + count, 0)
          assert.strictEqual(all.count, sum(all.domains))
          assert.strictEqual(all.count, sum(all.months))
          assert.deepStrictEqual(
            all.domains.map(({ count }) => count),
            domains.map((domain) => all.byDomain[domain]),
          )
          assert.strictEqual(all.busiestMonth.count, Math.max(...all.months.map(({ count }) => count)))
          assert.isAtLeast(all.busiestDay.count, Math.max(...all.domains.map((one) => one.busiestDay.count)))
          assert.isAtMost(
            all.activeDays,
            all.domains.reduce((days, one) => days + one.activeDays, 0),
          )
          for (const [at, one] of journals.entries())
            assert.deepStrictEqual(yield* domainYear(one, year), all.domains[at])
          if (year > 2022)
            assert.strictEqual(all.previousCount, (yield* yearInReview(journals, year - 1)).count)
          const listed = new Map((yield* years(journals)).map((one) => [one.year, one.count]))
          assert.strictEqual(listed.get(year) ?? 0, all.count)
        }),
      ),
    { arbitrary: { runs: 100, size: 30 } },
  )

  it.effect("begins with the first session that began in it", () =>
    run(
      Effect.gen(function* () {
        const times = ["2022-12-31T23:50:00Z", "2023-01-03T12:00:00Z", "2023-06-01T12:00:00Z"]
        const entries = times.map((time) => entryAt(time))
        const journal = continuedInto(LocalDate.make("2023-01-01"), entries)
        const year = yield* domainYear({ domain: "listening", journal }, 2023)
        assert.deepStrictEqual([year.first?.id, year.last?.id], times.slice(1))
      }),
    ),
  )

  it.effect("begins and ends with its days, has the later of equals, and the domain's own part", () =>
    run(
      Effect.gen(function* () {
        const ranges: Array<unknown> = []
        const one = {
          domain: "running",
          journal: journalOf(
            ["2023-12-31T23:59:59Z", "2024-01-01T00:00:00Z", "2024-01-02T09:00:00Z", "2024-05-04T09:00:00Z"]
              .concat("2024-05-05T09:00:00Z", "2024-05-07T00:00:00Z")
              .map((time) => entryAt(time)),
          ),
          review: (range: object) => Effect.sync(() => ({ asked: ranges.push(range) })),
        }
        const year = yield* domainYear(one, 2024)
        assert.deepInclude(year, { year: 2024, count: 4, previousCount: 1, activeDays: 4 })
        assert.deepStrictEqual([year.busiestDay.start, year.busiestMonth.start], ["2024-05-05", "2024-05-01"])
        assert.deepInclude(year.longestStreak, { days: 2, from: LocalDate.make("2024-05-04") })
        assert.deepStrictEqual(
          [year.first?.id, year.last?.id],
          ["2024-01-01T00:00:00Z", "2024-05-05T09:00:00Z"],
        )
        // The part of the year that has happened.
        assert.deepStrictEqual(ranges, [
          { from: Date.parse("2024-01-01T00:00:00Z"), until: Date.parse("2024-05-07T00:00:00Z") },
        ])
        assert.deepStrictEqual(year.review, { asked: 1 })
        for (const asked of [0, 10_000, 2024.5])
          assert.strictEqual((yield* Effect.flip(domainYear(one, asked))).field, "year")
        assert.strictEqual((yield* domainYear(one, 1)).count, 0)
        assert.strictEqual((yield* domainYear(one, 9999)).previousCount, 0)
      }),
    ),
  )
})

it.effect("the latest of a domain is what continues, else its newest entry that has happened", () =>
  run(
    Effect.gen(function* () {
      const entry = entryAt("2024-05-06T07:00:00Z")
      const journal = Effect.succeed(
        journalOf([entry, entryAt("2024-05-01T07:00:00Z"), entryAt("2024-05-07T00:00:00Z")]),
      )
      const playing = { ...entry, at: undefined }
      const found = yield* latestOf([
        { name: "running", journal },
        { name: "places", journal: Effect.succeed(journalOf([])) },
        { name: "listening", journal, latest: Effect.succeed(playing) },
        { name: "images" },
      ])
      assert.deepStrictEqual(found, [
        { ...entry, domain: "running" },
        { ...playing, domain: "listening" },
      ])
    }),
  ),
)
