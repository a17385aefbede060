import { dayOf, type EpochMillis, type LocalDate, utcDayOf } from "@daybook/kernel"
import type * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { Watch, WatchId, WatchRecord, type WatchSource, type WatchTime } from "./model.ts"

/** The fields of a stored record that its watch is made of. */
export const WatchEvidence = Schema.Struct({
  ...Struct.pick(Watch.fields, ["id", "episodeName"]),
  ...Struct.pick(WatchRecord.fields, ["at", "precision", "rating", "ref", "review", "source"]),
})
export type WatchEvidence = typeof WatchEvidence.Type

const sixHours = 6 * 3_600_000

/** The sources in order of trust, people before servers. If they differ, the first one wins. */
export const sourcesByTrust: ReadonlyArray<WatchSource> = [
  "manual",
  "letterboxd",
  "trakt",
  "plex",
  "jellyfin",
  "emby",
  // Titles keep the rank of the source that named them: a new source comes last.
  "simkl",
  "tmdb",
  "imdb",
  "kodi",
  "yamtrack",
  "myanimelist",
  "anilist",
]

const byText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/** The fuller record first. The order is total, so the order of arrival never matters. */
const byFullness = (one: WatchEvidence, other: WatchEvidence): number =>
  Number(other.review !== "") - Number(one.review !== "") ||
  Number(other.rating > 0) - Number(one.rating > 0) ||
  sourcesByTrust.indexOf(one.source) - sourcesByTrust.indexOf(other.source) ||
  one.at - other.at ||
  byText(one.ref, other.ref) ||
  byText(one.review, other.review) ||
  other.rating - one.rating

const earliestFirst = <Record extends WatchEvidence>(records: ReadonlyArray<Record>) =>
  records.toSorted((one, other) => one.at - other.at)

/** The day of a record with a known day only. */
const recordedDay = ({ at }: { readonly at: EpochMillis }): LocalDate => utcDayOf(at)

/** Groups moments into watches: each watch spans less than six hours from its first moment. */
const watchesByMoment = <Record extends WatchEvidence>(
  records: ReadonlyArray<Record>,
): ReadonlyArray<ReadonlyArray<Record>> => {
  const watches: Array<[Record, ...Array<Record>]> = []
  for (const record of earliestFirst(records)) {
    const last = watches.at(-1)
    if (last !== undefined && record.at - last[0].at < sixHours) last.push(record)
    else watches.push([record])
  }
  return watches
}

const watchesByDay = <Record extends WatchEvidence>(
  records: ReadonlyArray<Record>,
): ReadonlyMap<LocalDate, ReadonlyArray<Record>> => Map.groupBy(earliestFirst(records), recordedDay)

/** Matches a record of a day with a record of a moment. */
const isSameWatch = (
  onDay: WatchEvidence,
  atMoment: WatchEvidence,
  day: LocalDate,
  zone: DateTime.TimeZone,
): boolean =>
  onDay.source === atMoment.source
    ? Math.abs(onDay.at - atMoment.at) < sixHours
    : dayOf(atMoment.at, zone) === day

const mergeRecords = (records: ReadonlyArray<WatchEvidence>): ReadonlyArray<Watch> => {
  const [best, ...others] = records.toSorted(byFullness)
  if (best === undefined) return []
  const time = earliestFirst(records.filter(({ precision }) => precision === "moment"))[0] ?? best
  const rated = [best, ...others].find(({ rating }) => rating > 0)
  const { at, precision } = time
  return [
    {
      id: WatchId.make(Math.min(...records.map((record) => record.id))),
      source: best.source,
      at,
      precision,
      rating: rated?.rating ?? 0,
      review: best.review,
      episodeName: [best, ...others].find(({ episodeName }) => episodeName !== "")?.episodeName ?? "",
    },
  ]
}

/** The records of one film or episode by the watch that they report, which `mergeWatches` merges. */
export const recordsByWatch = <Record extends WatchEvidence>(
  records: ReadonlyArray<Record>,
  zone: DateTime.TimeZone,
): ReadonlyArray<ReadonlyArray<Record>> => {
  const { moment = [], day = [], unknown = [] } = Object.groupBy(records, ({ precision }) => precision)
  const watches: Array<Array<Record>> = watchesByMoment(moment).map((watch) => [...watch])
  // Day-only records never extend a timed watch: the next day is matched with moments only.
  const moments = watches.map((watch) => [...watch])
  for (const [date, onDate] of watchesByDay(day)) {
    const at = moments.findIndex((watch) =>
      onDate.some((one) => watch.some((other) => isSameWatch(one, other, date, zone))),
    )
    const same = watches[at]
    if (same === undefined) watches.push([...onDate])
    else same.push(...onDate)
  }
  return watches.length === 0 ? [unknown] : watches
}

/** The watches of one film or episode, each with its records, earliest first. */
export const watchesWithRecords = <Record extends WatchEvidence>(
  records: ReadonlyArray<Record>,
  zone: DateTime.TimeZone,
) =>
  recordsByWatch(records, zone)
    .flatMap((some) => mergeRecords(some).map((watch) => ({ watch, records: some })))
    .sort((one, other) => one.watch.at - other.watch.at)

/**
 * Merges all records of one film or episode into watches, earliest first. Records less than six hours apart are one
 * watch; so are one source's day and another source's moment on that day in the zone. The fuller record wins field by
 * field: a review and its rating over none, a moment over a day. A record of an unknown time counts only if there is no
 * other watch.
 *
 * The order of the records does not matter, nor do repeats.
 */
export const mergeWatches = (
  records: ReadonlyArray<WatchEvidence>,
  zone: DateTime.TimeZone,
): ReadonlyArray<Watch> => watchesWithRecords(records, zone).map(({ watch }) => watch)

/** The day of a watch: its source's, else its moment's in the zone; undefined for an unknown time. */
export const dayOfWatch = (time: WatchTime, zone: DateTime.TimeZone): LocalDate | undefined =>
  time.precision === "unknown"
    ? undefined
    : time.precision === "day"
      ? recordedDay(time)
      : dayOf(time.at, zone)

/** The month of a watch in the zone, 0 to 11; undefined for an unknown time. */
export const monthOf = (time: WatchTime, zone: DateTime.TimeZone): number | undefined => {
  const day = dayOfWatch(time, zone)
  return day === undefined ? undefined : Number(day.slice(5, 7)) - 1
}

/** The shown fields of a watch as a text, to detect a change, without its number. */
export const watchFingerprint = ({ at, episodeName, precision, rating, review, source }: Watch): string =>
  JSON.stringify([at, precision, source, rating, review, episodeName])

/** The name of the episode that a record reports; "" for a film. */
export const episodeNameOf = ({ item }: Pick<WatchRecord, "item">): string =>
  item.kind === "film" ? "" : item.title
