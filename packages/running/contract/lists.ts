import {
  addDays,
  type DataVersions,
  dayBounds,
  everything,
  isOnDays,
  LocalDate,
  sortNames,
  sortOf,
  startOfDay,
} from "@daybook/kernel"
import { readPages } from "@daybook/kernel/contract"
import type { RunItem } from "@daybook/running"
import {
  detailsOf,
  gpxSource,
  type Run,
  type RunSort,
  runSorts,
  runsOfTellings,
  RunStore,
} from "@daybook/running"
import { assert, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { runAt } from "./runs.ts"

const start = Date.parse("2024-03-01T07:00:00Z")

const Some = Schema.Array(
  Schema.Struct({
    source: Schema.Literals(["strava", "watch", gpxSource]),
    ref: Schema.Literals(["a", "B", "b", "é", "10", "9"]),
    hour: Schema.Literals([0, 1, 2, 30, 700]),
    distanceMm: Schema.Literals([0, 1_000_000, 5_000_000, 5_000_001, 42_195_000]),
    movingSeconds: Schema.Literals([0, 1_500, 1_501, 14_000]),
    climbMm: Schema.Literals([0, 30_000]),
    isRace: Schema.Boolean,
    gearRef: Schema.Literals(["", "g1", "g2"]),
  }),
).check(Schema.isBetweenLength(0, 14))

const Asked = Schema.Struct({
  sort: Schema.Literals(sortNames(runSorts)),
  order: Schema.Literals(["asc", "desc"]),
  isRace: Schema.UndefinedOr(Schema.Boolean),
  gear: Schema.UndefinedOr(Schema.Literals(["strava:g1", "watch:g2", "strava:", "g1"])),
  days: Schema.UndefinedOr(Schema.Literals([0, 1, 40])),
  limit: Schema.Literals([1, 3, 100]),
})

const keyOf = (run: RunItem, sort: RunSort): number => {
  switch (sort) {
    case "started":
      return run.startedAt
    case "distance":
      return run.distanceMm
    case "duration":
      return run.movingSeconds
    case "pace":
      return run.distanceMm === 0 || run.movingSeconds === 0 ? Infinity : run.movingSeconds / run.distanceMm
    case "elevation":
      return run.climbMm
  }
}

const compare = (one: number | string, other: number | string) => (one < other ? -1 : one > other ? 1 : 0)

/** Contract: lists of runs, and totals over all of them. */
export const listsContract = (fresh: (zone: string) => Layer.Layer<RunStore | DataVersions>): void => {
  const zone = DateTime.zoneMakeNamedUnsafe("America/New_York")

  it.effect("have activities of other sports apart from runs, and sum them by sport", () =>
    Effect.gen(function* () {
      const store = yield* RunStore
      const activities = [
        runAt("2024-03-01T07:00:00Z"),
        runAt("2024-03-02T07:00:00Z", { sport: "ride", distanceMm: 30_000_000, name: "Lake" }),
        runAt("2024-03-03T07:00:00Z", { sport: "ride", distanceMm: 20_000_000 }),
        runAt("2024-03-04T07:00:00Z", { sport: "swim", distanceMm: 1_000_000, climbMm: 0 }),
      ]
      yield* store.storeRuns("fit", { runs: activities, gone: [] })
      const list = (sport?: string) =>
        Effect.map(
          store.lists.runs(
            { range: everything, sort: "started", order: "asc", sport },
            { page: 1, limit: 9 },
          ),
          ({ items, total }) => [total, ...items.map((item) => [item.sport, item.day])],
        )
      assert.deepStrictEqual(yield* list(), [1, ["", "2024-03-01"]])
      assert.deepStrictEqual(yield* list("ride"), [2, ["ride", "2024-03-02"], ["ride", "2024-03-03"]])
      assert.deepStrictEqual((yield* list(""))[0], 3)
      const rides = { sport: "ride", activities: 2, distanceMm: 50_000_000, climbMm: 40_000 }
      assert.deepStrictEqual(yield* store.lists.sports(everything), [
        { ...rides, movingSeconds: 3_600, longestMm: 30_000_000 },
        {
          sport: "swim",
          activities: 1,
          distanceMm: 1_000_000,
          climbMm: 0,
          movingSeconds: 1_800,
          longestMm: 1_000_000,
        },
      ])
      assert.strictEqual(Option.getOrUndefined(yield* store.stats.life)?.runs, 1)
      const before = { from: undefined, until: Date.parse("2024-03-04T00:00:00Z") }
      assert.deepStrictEqual(
        (yield* store.lists.sports(before)).map(({ sport }) => sport),
        ["ride"],
      )
      // A service may know better what it was, and forget it.
      const [, ride = activities[0]] = activities
      yield* store.storeRuns("fit", {
        runs: [{ ...runAt("2024-03-02T07:00:00Z"), ...ride, sport: "" }],
        gone: [],
      })
      assert.deepStrictEqual([(yield* list())[0], (yield* list("ride"))[0]], [2, 1])
      yield* store.storeRuns("fit", { runs: [], gone: activities.map(({ ref }) => ref) })
      assert.deepStrictEqual([(yield* list())[0], (yield* list(""))[0]], [0, 0])
    }).pipe(Effect.provide(fresh("UTC"))),
  )

  it.effect.prop(
    "have each run that matches once, in the order that is requested; totals cover the listed runs",
    [Some, Schema.Array(Asked).check(Schema.isBetweenLength(1, 6))],
    ([some, queries]) =>
      Effect.gen(function* () {
        const store = yield* RunStore
        const stored = new Map<string, Run & { readonly source: string }>()
        for (const { hour, source, ...run } of some) {
          const full = runAt("2024-03-01T07:00:00Z", {
            ...run,
            startedAt: start + hour * 3_600_000,
            localDay: LocalDate.make(hour < 30 ? "2024-02-29" : "2024-03-30"),
          })
          yield* store.storeRuns(source, { runs: [full], gone: [] })
          stored.set(`${source}:${run.ref}`, { ...full, source })
        }
        const all = [...stored.values()]
        const tellings = all.map((run) => ({
          ...run,
          run,
          isRun: true,
          isRemoved: false,
          hasDetails: false,
        }))
        const counted = [...runsOfTellings(tellings).keys()]
          .map(({ run }) => run)
          .map(({ localDay, ref, source, ...run }): RunItem => ({
            id: `${source}:${ref}`,
            ...run,
            day: localDay ?? LocalDate.make("2024-02-29"),
            gearName: "",
          }))
        for (const { days, gear, isRace, limit, order, sort } of queries) {
          const from = days === undefined ? undefined : startOfDay(LocalDate.make("2024-02-29"), zone)
          const until =
            days === undefined ? undefined : startOfDay(addDays(LocalDate.make("2024-02-29"), days), zone)
          const range = { from, until }
          const listed = yield* readPages(
            (page) => store.lists.runs({ range, sort, order, isRace, gear }, page),
            limit,
          )
          const bounds = dayBounds(range, zone)
          const sign = order === "asc" ? 1 : -1
          const expected = counted
            .filter((run) => isOnDays(bounds, { at: run.startedAt, day: run.day }))
            .filter((run) => isRace === undefined || run.isRace === isRace)
            .filter(
              (run) =>
                gear === undefined ||
                (run.gearRef !== "" && `${run.id.slice(0, run.id.indexOf(":"))}:${run.gearRef}` === gear),
            )
            .sort(
              (one, other) =>
                sign * compare(keyOf(one, sort), keyOf(other, sort)) ||
                other.startedAt - one.startedAt ||
                compare(other.id, one.id),
            )
          assert.deepStrictEqual(listed, expected)
        }
        const sum = (of: (run: RunItem) => number) => counted.reduce((total, run) => total + of(run), 0)
        const life = Option.getOrUndefined(yield* store.stats.life)
        assert.strictEqual(life?.runs ?? 0, counted.length)
        assert.strictEqual(
          life?.distanceMm ?? 0,
          sum(({ distanceMm }) => distanceMm),
        )
        const years = yield* store.stats.years
        assert.strictEqual(
          years.reduce((total, { movingSeconds }) => total + movingSeconds, 0),
          sum(({ movingSeconds }) => movingSeconds),
        )
        const days = yield* store.stats.days(everything)
        assert.deepStrictEqual(
          days.map(({ day }) => day),
          [...new Set(counted.map(({ day }) => day))].sort(),
        )
        assert.strictEqual(
          days.reduce((total, { runs }) => total + runs, 0),
          counted.length,
        )
        const later = { from: startOfDay(LocalDate.make("2024-03-01"), zone), until: undefined }
        assert.deepStrictEqual(
          yield* store.stats.days(later),
          days.filter(({ day }) => day > "2024-03-01"),
        )
        const gear = yield* readPages((page) => store.lists.gear(page), 2)
        assert.strictEqual(
          gear.reduce((total, { runs }) => total + runs, 0),
          counted.filter(({ gearRef }) => gearRef !== "").length,
        )
      }).pipe(Effect.provide(fresh("America/New_York"))),
    { timeout: 120_000, arbitrary: { runs: 8, size: 14, maxShrinks: 40 } },
  )

  it.effect("are empty on an empty store, and a run is found by its whole id only", () =>
    Effect.gen(function* () {
      const { lists, stats, storeRuns } = yield* RunStore
      const page = { page: 1, limit: 20 }
      const empty = { items: [], total: 0 }
      for (const sort of sortNames(runSorts)) {
        const query = { range: everything, ...sortOf(runSorts, { sort }) }
        assert.deepStrictEqual(yield* lists.runs(query, page), empty)
      }
      assert.deepStrictEqual(yield* lists.gear(page), empty)
      assert.deepStrictEqual(yield* lists.efforts, [])
      assert.deepStrictEqual(yield* lists.lines(everything, 10), [])
      assert.deepStrictEqual([yield* stats.years, yield* stats.days(everything)], [[], []])
      assert.deepStrictEqual(yield* stats.life, Option.none())
      yield* storeRuns("strava", { runs: [runAt("2024-05-06T07:00:00Z", { ref: "a:b" })], gone: [] })
      assert.strictEqual(Option.getOrUndefined(yield* lists.run("strava:a:b"))?.id, "strava:a:b")
      for (const id of ["", ":", "a:b", "strava", "strava:", "strava:a", "file:a:b"])
        assert.deepStrictEqual(yield* lists.run(id), Option.none(), id)
    }).pipe(Effect.provide(fresh("UTC"))),
  )

  it.effect("find runs by a part of their names, and by their shoes' and cities' names", () =>
    Effect.gen(function* () {
      const { lists, storeRuns } = yield* RunStore
      const named = (q: string) =>
        Effect.map(
          lists.runs({ range: everything, ...sortOf(runSorts, {}), q }, { page: 1, limit: 10 }),
          ({ items, total }) => [total, ...items.map(({ id }) => id)],
        )
      yield* storeRuns("strava", {
        runs: [
          runAt("2024-03-01T07:00:00Z", { ref: "1", name: "Río run", gearRef: "g1", city: "Lisbon" }),
          runAt("2024-03-02T07:00:00Z", { ref: "2", name: "Track" }),
          runAt("2024-03-03T07:00:00Z", { ref: "3" }),
        ],
        gone: [],
      })
      assert.deepStrictEqual(yield* named("RIO"), [1, "strava:1"])
      assert.deepStrictEqual(yield* named("lisb"), [1, "strava:1"])
      assert.deepStrictEqual(yield* named("r"), [2, "strava:2", "strava:1"])
      assert.deepStrictEqual(yield* named("blue"), [0])
      const gear = { ref: "g1", name: "Blue shoes", isRetired: false }
      yield* storeRuns("strava", { runs: [], gone: [], details: [detailsOf("1", start, { gear })] })
      assert.deepStrictEqual(yield* named("blue"), [1, "strava:1"])
    }).pipe(Effect.provide(fresh("UTC"))),
  )
}
