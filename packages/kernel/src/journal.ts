import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { EpochMillis, type Granularity, LocalDate } from "./dates/calendar.ts"
import type { DateRange } from "./dates/dateRange.ts"
import type { ItemRef } from "./edits/hiddenItems.ts"

const ItemOfEntry = Schema.Struct({ type: Schema.String, id: Schema.String })

/** Something that the owner did, in the form that a feed of all domains shows. Unknown texts are "". */
export const Entry = Schema.Struct({
  /** Unique in its domain and stable: reading the same data again returns the same id. */
  id: Schema.String,
  /** Such as `run`, `film` or `check-in`. */
  kind: Schema.String,
  at: EpochMillis,
  /** Its day: the source's day if it reports one, else the owner's. */
  day: LocalDate,
  /** True if only the day is known. Then `at` is noon of that day in UTC. */
  dayOnly: Schema.Boolean,
  title: Schema.String,
  subtitle: Schema.String,
  url: Schema.String,
  /** The URL of its image at its source; "" has none. */
  imageUrl: Schema.String,
  /** The domain's item with the details. */
  item: ItemOfEntry,
  /** Other items that hide the entry from the public, as edits name them. No response contains them. */
  hiddenBy: Schema.optionalKey(Schema.Array(ItemOfEntry)),
  /** The number of items in the entry, such as the plays of one listening session. */
  count: Schema.Int,
})
export type Entry = typeof Entry.Type

/** The items that hide an entry. */
export const itemsHiding = ({
  hiddenBy = [],
  item,
}: Pick<Entry, "hiddenBy" | "item">): ReadonlyArray<ItemRef> => [item, ...hiddenBy]

/** The newest entry of a domain, or the current one, such as a track that is playing. */
export interface LatestEntry extends Omit<Entry, "at" | "day"> {
  /** Undefined while it is in progress. */
  readonly at: EpochMillis | undefined
}

/** A place in the order of entries: newest first, then by id in descending order of code units. */
export const EntryPlace = Schema.Struct({ at: EpochMillis, id: Schema.String })
export type EntryPlace = typeof EntryPlace.Type

/** The entries of one day; a day without any is left out. */
export const DayCount = Schema.Struct({ day: LocalDate, count: Schema.Int })
export type DayCount = typeof DayCount.Type

/** The entries of one hour (0 to 23) of the owner's clock; hours without any are omitted. */
export const HourCount = Schema.Struct({ hour: Schema.Int, count: Schema.Int })
export type HourCount = typeof HourCount.Type

/**
 * The entries of one domain. Calendars, streaks, trends, clocks and feeds need only this port, so a domain that
 * implements it has them all. Storage failures are defects.
 *
 * An entry is in a range of whole days by its `day`, and at an end within a day by `at`. Counts count items: an entry
 * of five items counts five. They are stored by day in the transaction that stores the entries, and recounted when
 * the owner's time zone changes.
 */
export interface Journal {
  /** At most `limit` entries of the range, newest first, after a position; from the newest without one. */
  readonly entries: (
    range: DateRange,
    limit: number,
    after?: EntryPlace,
  ) => Effect.Effect<ReadonlyArray<Entry>>
  /** The entries of these days, newest first. */
  readonly entriesOn: (days: ReadonlyArray<LocalDate>) => Effect.Effect<ReadonlyArray<Entry>>
  /** The days of the range that have entries, earliest first; or the weeks, months or years, each by its first day. */
  readonly countsByDay: (range: DateRange, by?: Granularity) => Effect.Effect<ReadonlyArray<DayCount>>
  /**
   * The hours of the owner's clock at which entries of the range happened, in order. Those known by day only have none.
   */
  readonly countsByHour: (range: DateRange) => Effect.Effect<ReadonlyArray<HourCount>>
  /**
   * The seconds that the entries of the range took; 0 if unknown. Without this member a domain has no times.
   */
  readonly secondsIn?: (range: DateRange) => Effect.Effect<number>
  /**
   * At most `limit` entries of the range stored, finished or attended after a version of the domain's data, newest
   * first. An entry that leaves and returns does not count again. Webhooks receive them, whatever their date; without
   * this member webhooks receive only entries that are new by their date.
   */
  readonly cameAfter?: (
    version: number,
    range: DateRange,
    limit: number,
  ) => Effect.Effect<ReadonlyArray<Entry>>
}

/** Adds up counts by `keyOf`, in its order. */
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
