import {
  type DateRange,
  dayOf,
  type EpochMillis,
  nextBucket,
  startOfBucket,
  startOfDay,
} from "@daybook/kernel"
import type { Scrobble } from "@daybook/listening"
import type * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"

/** Zones whose days are hard to cut: clock changes, unusual offsets, a day that never existed. */
const Zone = Schema.Literals([
  "UTC",
  "America/New_York",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "Pacific/Chatham",
  "America/St_Johns",
  "Africa/Casablanca",
  "Pacific/Apia",
])

// Moments near clock changes of these zones, or near the turn of a month or year.
const moments = [
  "2024-03-10T07:00:00Z", // New York forward; St. John's is an hour and a half earlier
  "2024-11-03T06:00:00Z", // New York back
  "2011-03-13T03:31:00Z", // St. John's forward at one minute past midnight
  "2024-04-06T15:00:00Z", // Lord Howe back by half an hour; Chatham an hour before
  "2024-10-05T15:30:00Z", // Lord Howe forward by half an hour
  "2024-09-28T14:00:00Z", // Chatham forward
  "2024-04-14T02:00:00Z", // Casablanca forward, after Ramadan
  "2011-12-30T10:00:00Z", // Apia leaves out a day
  "1985-12-31T18:30:00Z", // Kathmandu forward by a quarter of an hour, into a new year
  "2023-12-31T18:00:00Z",
  "2024-02-29T12:00:00Z",
  "2023-07-15T12:00:00Z",
  "0001-01-02T18:00:00Z", // the first days of all
  "0099-12-31T12:00:00Z", // years that a Date made of numbers takes for those of the twentieth century
  "9999-12-30T00:00:00Z", // the last days of all
].map((text) => Date.parse(text))

/** A time some half-hours away from one of the moments. */
const Near = Schema.Struct({
  moment: Schema.Literals([0, 1, 2]),
  halfHours: Schema.Literals([
    -60, -48, -42, -36, -24, -12, -8, -4, -3, -2, -1, 0, 1, 2, 3, 4, 8, 12, 24, 36, 42, 48, 60,
  ]),
})

const End = Schema.Struct({
  ...Near.fields,
  cut: Schema.Literals(["open", "instant", "play", "play", "day", "month"]),
  millis: Schema.Literals([-1, 0, 1, 499]),
})

/** A sample listening history in miniature: few names and few times, so that ties and repeats are common. */
export const History = Schema.Struct({
  zone: Zone,
  moments: Schema.Tuple([Schema.Literals(moments), Schema.Literals(moments), Schema.Literals(moments)]),
  plays: Schema.Array(
    Schema.Struct({
      ...Near.fields,
      artist: Schema.Literals(["Low", "low", "Löw"]),
      album: Schema.Literals(["", "Hey What", "HEY WHAT", "Drums & Guns"]),
      track: Schema.Literals(["Days Like These", "days like these"]),
    }),
  ).check(Schema.isBetweenLength(1, 60)),
  ranges: Schema.Array(Schema.Tuple([End, End])).check(Schema.isBetweenLength(3, 4)),
  limit: Schema.Literals([1, 2, 3, 20]),
})
export type History = typeof History.Type

/** A moment of a history at which somebody may ask; a clock in the last year of all has no tomorrow. */
export const momentOf = (history: History, moment: 0 | 1 | 2): EpochMillis =>
  Math.min(history.moments[moment], Date.UTC(9998, 0))

const timeOf = (history: History, { moment, halfHours }: typeof Near.Type): EpochMillis =>
  history.moments[moment] + halfHours * 1_800_000

/** The plays of a history in two batches. */
export const batchesOf = (history: History): ReadonlyArray<ReadonlyArray<Scrobble>> => {
  const plays = history.plays.map(({ artist, album, track, ...near }) => ({
    artist,
    album,
    track,
    imageUrl: "" as const,
    playedAt: timeOf(history, near),
  }))
  const half = Math.ceil(plays.length / 2)
  return [plays.slice(0, half), plays.slice(half)]
}

const endOf = (history: History, end: typeof End.Type, zone: DateTime.TimeZone): EpochMillis | undefined => {
  const time = timeOf(history, end)
  switch (end.cut) {
    case "open":
      return undefined
    case "instant":
      return time + end.millis
    case "play": {
      const play = history.plays[Math.abs(end.halfHours) % history.plays.length]
      return (play === undefined ? time : timeOf(history, play)) + end.millis
    }
    case "day":
      return startOfDay(dayOf(time, zone), zone)
    case "month":
      return startOfDay(startOfBucket(dayOf(time, zone), "month"), zone)
  }
}

/** The ranges of a history: open or closed, with ends anywhere, at plays, at days and at months. */
export const rangesOf = (history: History, zone: DateTime.TimeZone): ReadonlyArray<DateRange> =>
  history.ranges.map(([one, other]) => {
    const [first, last] = [endOf(history, one, zone), endOf(history, other, zone)]
    if (first === undefined || last === undefined) return { from: first, until: last }
    return { from: Math.min(first, last), until: Math.max(first, last, Math.min(first, last) + 1) }
  })

/** The calendar year, month or day of a play of the history, as a range. */
export const bucketOf = (history: History, zone: DateTime.TimeZone): DateRange => {
  const [play] = history.plays
  const day = dayOf(play === undefined ? history.moments[0] : timeOf(history, play), zone)
  const granularity = (["year", "month", "day"] as const)[history.plays.length % 3] ?? "year"
  const start = startOfBucket(day, granularity)
  return { from: startOfDay(start, zone), until: startOfDay(nextBucket(start, granularity), zone) }
}

/** Few runs with several checks each: every run builds a store, which may be a database. Histories grow to full size. */
export const properties = { timeout: 120_000, arbitrary: { runs: 10, size: 60, maxShrinks: 40 } }
