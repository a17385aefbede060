import { dayOf, type EpochMillis, type LocalDate } from "@daybook/kernel"
import type * as DateTime from "effect/DateTime"
import type { Watch, WatchRecord, WatchSource, WatchTime } from "./model.ts"
import type { TitleKind } from "./ports.ts"

/** What of a record matters for the watch that it tells of. */
export type Told = Pick<WatchRecord, "at" | "precision" | "rating" | "ref" | "review" | "source">

const sixHours = 6 * 3_600_000

/** Where sources say different things, the one that stands first is believed: people before servers. */
export const mostTrusted: ReadonlyArray<WatchSource> = [
  "manual",
  "letterboxd",
  "trakt",
  "plex",
  "jellyfin",
  "emby",
]

const byText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/** The fuller one first; the order is total, so that it never matters in which order records came. */
const byFullness = (one: Told, other: Told): number =>
  Number(other.review !== "") - Number(one.review !== "") ||
  Number(other.rating > 0) - Number(one.rating > 0) ||
  mostTrusted.indexOf(one.source) - mostTrusted.indexOf(other.source) ||
  one.at - other.at ||
  byText(one.ref, other.ref) ||
  byText(one.review, other.review) ||
  other.rating - one.rating

const earliestFirst = (records: ReadonlyArray<Told>) => records.toSorted((one, other) => one.at - other.at)

/** The day of a record that knows no more than its day. */
const dayTold = ({ at }: { readonly at: EpochMillis }): LocalDate => new Date(at).toISOString().slice(0, 10)

/** Moments less than six hours after a first one are one watch with it; what is later begins another. */
const watchesByMoment = (records: ReadonlyArray<Told>): ReadonlyArray<Array<Told>> => {
  const watches: Array<[Told, ...Array<Told>]> = []
  for (const record of earliestFirst(records)) {
    const last = watches.at(-1)
    if (last !== undefined && record.at - last[0].at < sixHours) last.push(record)
    else watches.push([record])
  }
  return watches
}

const watchesByDay = (records: ReadonlyArray<Told>): ReadonlyMap<LocalDate, ReadonlyArray<Told>> =>
  Map.groupBy(earliestFirst(records), dayTold)

/** Whether what is known to the day is the watch that is known to the moment. */
const isSame = (onDay: Told, atMoment: Told, day: LocalDate, zone: DateTime.TimeZone): boolean =>
  onDay.source === atMoment.source
    ? Math.abs(onDay.at - atMoment.at) < sixHours
    : dayOf(atMoment.at, zone) === day

const fullest = (records: ReadonlyArray<Told>): ReadonlyArray<Watch> => {
  const [best, ...others] = records.toSorted(byFullness)
  if (best === undefined) return []
  const time = earliestFirst(records.filter(({ precision }) => precision === "moment"))[0] ?? best
  const rated = [best, ...others].find(({ rating }) => rating > 0)
  const { at, precision } = time
  return [{ source: best.source, at, precision, rating: rated?.rating ?? 0, review: best.review }]
}

/**
 * The watches that all records of one film or episode tell of, earliest first. From one source, and from two, what is
 * less than six hours apart is one watch; so is what one source knows to the day and another one to a moment of that
 * day in the zone. The fuller record wins field by field: a review and its rating over none, a moment over a day. What
 * was seen some time counts where no other watch is known.
 *
 * The order of the records does not matter, nor does how often each of them is there.
 */
export const mergeWatches = (records: ReadonlyArray<Told>, zone: DateTime.TimeZone): ReadonlyArray<Watch> => {
  const { moment = [], day = [], unknown = [] } = Object.groupBy(records, ({ precision }) => precision)
  const watches: Array<Array<Told>> = watchesByMoment(moment).map((watch) => [...watch])
  // Of a watch at a moment, what comes with a day is no moment: it is not looked at for the next day's.
  const moments = watches.map((watch) => [...watch])
  for (const [date, onDate] of watchesByDay(day)) {
    const at = moments.findIndex((watch) =>
      onDate.some((one) => watch.some((other) => isSame(one, other, date, zone))),
    )
    const same = watches[at]
    if (same === undefined) watches.push([...onDate])
    else same.push(...onDate)
  }
  if (watches.length === 0) watches.push([...unknown])
  return watches.flatMap(fullest).sort((one, other) => one.at - other.at)
}

/** The month of a watch in the zone, 0 to 11; undefined where nobody knows when it was. */
export const monthOf = (time: WatchTime, zone: DateTime.TimeZone): number | undefined => {
  if (time.precision === "unknown") return undefined
  const day = time.precision === "day" ? dayTold(time) : dayOf(time.at, zone)
  return Number(day.slice(5, 7)) - 1
}

/**
 * What is shown of a watch, as a text: where it differs the watch is another one than before. Of an episode that is
 * when it was seen.
 */
export const watchAsShown = (
  kind: TitleKind,
  { at, precision, rating, review, source }: Pick<Watch, "at" | "precision"> & Partial<Watch>,
): string => JSON.stringify(kind === "show" ? [at, precision] : [at, precision, source, rating, review])
