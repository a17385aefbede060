import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { EpochMillis, type Granularity, LocalDate } from "./calendar.ts"
import type { DateRange } from "./dateRange.ts"

/** Something that happened to the person, in the form that a feed of all domains shows. Unknown texts are "". */
export const Entry = Schema.Struct({
  /** Unique in its domain and stable: a second reading of the same data gives it again. */
  id: Schema.String,
  /** Such as `run`, `film` or `check-in`. */
  kind: Schema.String,
  at: EpochMillis,
  /** The day on which it counts: its own where its source tells one, else the person's. */
  day: LocalDate,
  /** True where only the day is known. Then `at` is noon of that day in UTC. */
  dayOnly: Schema.Boolean,
  title: Schema.String,
  subtitle: Schema.String,
  url: Schema.String,
  /** The address of its image at its source; "" has none. */
  imageUrl: Schema.String,
  /** The item of the domain that tells more. */
  item: Schema.Struct({ type: Schema.String, id: Schema.String }),
  /** The number of items that the entry stands for, such as the plays of one album in one sitting. */
  count: Schema.Int,
})
export type Entry = typeof Entry.Type

/** The newest entry of a domain, or what goes on now, such as a track that plays. */
export interface LatestEntry extends Omit<Entry, "at" | "day"> {
  /** Undefined while it goes on. */
  readonly at: EpochMillis | undefined
}

/** A place in the order of entries: newest first, then by id in descending order of code units. */
export const EntryPlace = Schema.Struct({ at: EpochMillis, id: Schema.String })
export type EntryPlace = typeof EntryPlace.Type

/** The entries of one day; a day without any is left out. */
export const DayCount = Schema.Struct({ day: LocalDate, count: Schema.Int })
export type DayCount = typeof DayCount.Type

/** The entries of one hour (0 to 23) of the person's clock; an hour without any is left out. */
export const HourCount = Schema.Struct({ hour: Schema.Int, count: Schema.Int })
export type HourCount = typeof HourCount.Type

/**
 * The entries of one domain, as its store gives them. Calendars, streaks, trends, clocks and feeds stand on this port
 * alone, so a domain that implements it has them all. Storage failures are defects.
 *
 * An entry is in a range of whole days by its `day`; at an end that is a part of a day by `at`. Counts count items: an
 * entry that stands for five counts five. They are kept by day in the transaction that stores, and found anew where the
 * person's time zone changes.
 */
export interface Journal {
  /** At most `limit` entries of the range, newest first, after a place; from the newest where there is none. */
  readonly entries: (
    range: DateRange,
    limit: number,
    after?: EntryPlace,
  ) => Effect.Effect<ReadonlyArray<Entry>>
  /** The entries of these days, newest first. */
  readonly entriesOn: (days: ReadonlyArray<LocalDate>) => Effect.Effect<ReadonlyArray<Entry>>
  /** The days of the range that have entries, earliest first; or the weeks, months or years, each by its first day. */
  readonly countsByDay: (range: DateRange, by?: Granularity) => Effect.Effect<ReadonlyArray<DayCount>>
  /** The hours of the person's clock at which entries of the range happened, in order. Those known by day only have none. */
  readonly countsByHour: (range: DateRange) => Effect.Effect<ReadonlyArray<HourCount>>
  /**
   * At most `limit` entries of the range that came after a version of the domain's data, newest first: those that were stored,
   * finished or attended since. One that leaves and comes back does not come again. Webhooks are told of them, whatever their
   * date; without this member they are told of what happens alone.
   */
  readonly cameAfter?: (
    version: number,
    range: DateRange,
    limit: number,
  ) => Effect.Effect<ReadonlyArray<Entry>>
}

/** The sums of counts by what `keyOf` gives, in its order. */
export const sumCounts = <Item extends { readonly count: number }, Key extends string | number>(
  items: ReadonlyArray<Item>,
  keyOf: (item: Item) => Key,
): ReadonlyArray<readonly [Key, number]> => {
  const sums = new Map<Key, number>()
  for (const item of items) {
    const key = keyOf(item)
    sums.set(key, (sums.get(key) ?? 0) + item.count)
  }
  return [...sums].sort(([one], [other]) => (one < other ? -1 : 1))
}

/** Compares entries, or their places: newest first, then by id in descending order of code units. */
export const newestEntryFirst = (one: EntryPlace, other: EntryPlace): number =>
  other.at - one.at || (one.id < other.id ? 1 : one.id > other.id ? -1 : 0)
