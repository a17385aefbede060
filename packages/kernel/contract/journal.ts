import {
  addDays,
  dayBounds,
  type DateRange,
  type DayCount,
  dayOf,
  type Entry,
  type EntryPlace,
  everything,
  Granularity,
  type HourCount,
  hourOf,
  isOnDays,
  type Journal,
  newestEntryFirst,
  startOfBucket,
  sumCounts,
} from "@daybook/kernel"
import { assert, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"

/** A journal without entries, for tests of what else a store does. */
export const noEntries: Journal = {
  entries: () => Effect.succeed([]),
  entriesOn: () => Effect.succeed([]),
  countsByDay: () => Effect.succeed([]),
  countsByHour: () => Effect.succeed([]),
}

/** Zones whose days are far from those of UTC, start at an odd time, or are cut short. */
const Zone = Schema.Literals([
  "UTC",
  "America/New_York",
  "Asia/Kathmandu",
  "Pacific/Auckland",
  "America/Havana",
])

/** Quarter hours from the start of the changes; undefined is open. */
const End = Schema.UndefinedOr(Schema.Literals([-200, -7, 0, 1, 16, 20, 50, 96, 97, 192, 400]))

const quarterHour = 900_000

/** An item that counts on its day, and at its hour if it is not known by day only. */
type Moment = Pick<Entry, "at" | "day" | "dayOnly" | "count">

const recount = (
  entries: ReadonlyArray<Moment>,
  zone: DateTime.TimeZone,
): { readonly byDay: ReadonlyArray<DayCount>; readonly byHour: ReadonlyArray<HourCount> } => {
  const days = new Map<Entry["day"], number>()
  const hours = new Map<number, number>()
  for (const { at, count, day, dayOnly } of entries) {
    days.set(day, (days.get(day) ?? 0) + count)
    if (!dayOnly) hours.set(hourOf(at, zone), (hours.get(hourOf(at, zone)) ?? 0) + count)
  }
  return {
    byDay: [...days].sort(([one], [other]) => (one < other ? -1 : 1)).map(([day, count]) => ({ day, count })),
    byHour: [...hours].sort(([one], [other]) => one - other).map(([hour, count]) => ({ hour, count })),
  }
}

/** Reads the entries of a range page by page to their end. */
const walk = Effect.fnUntraced(function* <R = never>(
  journal: Journal,
  range: DateRange,
  limit: number,
  afterPage: Effect.Effect<void, never, R> = Effect.void as Effect.Effect<void, never, never>,
) {
  const entries: Array<Entry> = []
  let after: EntryPlace | undefined
  for (;;) {
    const page = yield* journal.entries(range, limit, after)
    yield* afterPage
    entries.push(...page)
    after = page.at(-1)
    if (page.length < limit || after === undefined) return entries
  }
})

const placeOf = ({ at, id }: EntryPlace) => `${at} ${id}`

/** A domain's journal under changes of its data. */
export interface JournalSubject<Change, Services> {
  readonly journal: Effect.Effect<Journal, never, Services>
  /** Changes of all kinds that the domain's stores know, within some days of `start`. */
  readonly change: Schema.Codec<Change, unknown>
  readonly start: number
  readonly apply: (change: Change) => Effect.Effect<unknown, never, Services>
  /** All items that count, if they are not the entries, such as the plays of sessions. */
  readonly counted?: (zone: DateTime.TimeZone) => Effect.Effect<ReadonlyArray<Moment>, never, Services>
}

/** Nine hours before the clocks of New York change. */
export const journalStart = Date.parse("2024-03-09T22:00:00Z")

/** Quarter hours after `journalStart`: before and after midnights, changes of clocks and days. */
export const QuarterHours = Schema.Literals([0, 1, 7, 16, 20, 30, 96, 200])

/** The instant this many quarter hours after `journalStart`. */
export const afterStart = (quarterHours: number): number => journalStart + quarterHours * quarterHour

/** The version of a journal after which nothing has come yet; `known` must not be above it. */
const versionOf = Effect.fnUntraced(function* (cameAfter: NonNullable<Journal["cameAfter"]>, known: number) {
  for (let version = known; ; version++) {
    if ((yield* cameAfter(version, everything, 1)).length === 0) return version
  }
})

/** Contract of every journal: after any changes its counts are a recount of its entries. */
export const journalContract = <Change, Services>(
  subject: JournalSubject<Change, Services>,
  fresh: (zone: string) => Layer.Layer<Services>,
): void => {
  it.effect.prop(
    "read to their end while things change, each entry that stays is read exactly once",
    [Schema.Array(subject.change).check(Schema.isBetweenLength(4, 12)), Schema.Literals([1, 2, 5])],
    ([changes, limit]) =>
      Effect.gen(function* () {
        const journal = yield* subject.journal
        const left = [...changes]
        for (const change of left.splice(0, 4)) yield* subject.apply(change)
        const placesNow = Effect.map(walk(journal, everything, 100), (all) => new Set(all.map(placeOf)))
        let always = yield* placesNow
        const change = Effect.gen(function* () {
          const next = left.shift()
          if (next === undefined) return
          yield* subject.apply(next)
          always = always.intersection(yield* placesNow)
        })
        // An entry that was moved to another time meanwhile is another entry.
        const seen = (yield* walk(journal, everything, limit, change)).map(placeOf)
        assert.strictEqual(new Set(seen).size, seen.length, "an entry was listed twice")
        assert.isTrue(always.isSubsetOf(new Set(seen)), "an entry was skipped")
      }).pipe(Effect.provide(fresh("UTC"))),
    { timeout: 120_000, arbitrary: { runs: 6, size: 12, maxShrinks: 40 } },
  )

  it.effect.prop(
    "new entries are distinguished from earlier ones, whatever their time, and each is read once",
    [Schema.Array(subject.change).check(Schema.isBetweenLength(2, 8))],
    ([changes]) =>
      Effect.gen(function* () {
        const journal = yield* subject.journal
        const { cameAfter } = journal
        if (cameAfter === undefined) return
        const known = new Set<string>()
        let version = 0
        for (const change of changes) {
          version = yield* versionOf(cameAfter, version)
          yield* subject.apply(change)
          const now = (yield* walk(journal, everything, 100)).map(({ id }) => id)
          assert.deepStrictEqual(
            (yield* cameAfter(version, everything, 100)).map(({ id }) => id),
            now.filter((id) => !known.has(id)),
          )
          for (const id of now) known.add(id)
        }
      }).pipe(Effect.provide(fresh("UTC"))),
    { timeout: 120_000, arbitrary: { runs: 6, size: 12, maxShrinks: 40 } },
  )

  const Case = Schema.Struct({
    changes: Schema.Array(subject.change).check(Schema.isBetweenLength(0, 12)),
    zone: Zone,
    from: End,
    until: End,
    limit: Schema.Literals([1, 2, 5, 100]),
  })
  it.effect.prop(
    "counts by day and by hour are a recount of the entries, whatever was changed; pages have each entry once",
    [Case],
    ([{ changes, from, limit, until, zone: name }]) =>
      Effect.gen(function* () {
        const zone = DateTime.zoneMakeNamedUnsafe(name)
        const journal = yield* subject.journal
        for (const change of changes) yield* subject.apply(change)
        const all = yield* walk(journal, everything, limit)
        assert.deepStrictEqual(all, [...all].sort(newestEntryFirst), "entries are not newest first")
        assert.strictEqual(new Set(all.map(({ id }) => id)).size, all.length, "an entry was listed twice")
        const counting = yield* subject.counted?.(zone) ?? Effect.succeed(all)
        const recounted = recount(counting, zone)
        assert.deepStrictEqual(yield* journal.countsByDay(everything), recounted.byDay)
        assert.deepStrictEqual(yield* journal.countsByHour(everything), recounted.byHour)

        if (journal.cameAfter !== undefined) {
          assert.deepStrictEqual(
            yield* journal.cameAfter(0, everything, 1_000),
            all,
            "all came to an empty store",
          )
        }
        const at = (end: number | undefined) =>
          end === undefined ? undefined : subject.start + end * quarterHour
        const range = { from: at(from), until: at(until) }
        const bounds = dayBounds(range, zone)
        const within = all.filter((entry) => isOnDays(bounds, entry))
        assert.deepStrictEqual(yield* walk(journal, range, limit), within)
        const counted = recount(
          counting.filter((item) => isOnDays(bounds, item)),
          zone,
        )
        assert.deepStrictEqual(yield* journal.countsByDay(range), counted.byDay)
        for (const by of Granularity.literals)
          assert.deepStrictEqual(
            yield* journal.countsByDay(range, by),
            sumCounts(counted.byDay, (one) => startOfBucket(one.day, by)).map(([start, count]) => ({
              day: start,
              count,
            })),
          )
        assert.deepStrictEqual(yield* journal.countsByHour(range), counted.byHour)

        const day = dayOf(subject.start, zone)
        const days = [day, addDays(day, -1), addDays(day, 3)]
        assert.deepStrictEqual(
          yield* journal.entriesOn(days),
          all.filter((entry) => days.includes(entry.day)),
        )
      }).pipe(Effect.provide(fresh(name))),
    { timeout: 120_000, arbitrary: { runs: 8, size: 12, maxShrinks: 40 } },
  )
}

/** Contract of every journal that outlives its layer: another time zone counts again. */
export const durableJournalContract = <Change, Services>(
  { apply, change, counted: items, journal }: JournalSubject<Change, Services>,
  make: () => (zone: string) => Layer.Layer<Services>,
): void => {
  it.effect.prop(
    "in another time zone its entries are counted by that zone's days and hours",
    [Schema.Array(change).check(Schema.isBetweenLength(1, 8)), Zone, Zone],
    ([changes, before, name]) =>
      Effect.gen(function* () {
        const open = make()
        const store = Effect.forEach(changes, apply, { discard: true })
        yield* Effect.provide(store, open(before))
        const read = Effect.gen(function* () {
          const kept = yield* journal
          const zone = DateTime.zoneMakeNamedUnsafe(name)
          const counted = recount(yield* items?.(zone) ?? walk(kept, everything, 100), zone)
          assert.deepStrictEqual(yield* kept.countsByDay(everything), counted.byDay)
          assert.deepStrictEqual(yield* kept.countsByHour(everything), counted.byHour)
        })
        yield* Effect.provide(read, open(name))
      }),
    { timeout: 120_000, arbitrary: { runs: 3, size: 8, maxShrinks: 20 } },
  )
}
