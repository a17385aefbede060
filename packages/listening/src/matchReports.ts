import { type EpochMillis, foldName } from "@daybook/kernel"
import type { Scrobble } from "./model.ts"
import { spellingKey } from "./names/spellings.ts"

/** Reports of one play start at most this far apart: a source's own clock may be off. */
export const duplicateWindowMillis = 60_000

/** The words and the second of a reported play. They identify a report, whichever spelling the words have. */
export type ReportedPlay = Pick<Scrobble, "artist" | "playedAt" | "track">

/** A play as some sources report it, in the same words and at the same second. */
export interface PlayReport extends ReportedPlay {
  /** "" if it is distinguished from no album. */
  readonly album: string
  /** "" is a source that is not known. */
  readonly sources: ReadonlyArray<string>
  /** The manual splits that it was part of: reports of one split are their own plays. */
  readonly splits: ReadonlyArray<number>
  /** True if it is edited: it stays canonical. */
  readonly isEdited: boolean
}

/** A shown play, and everything that reports it. */
export interface MatchedPlay<One extends PlayReport> {
  /** The report whose words, album and second are shown. */
  readonly stands: One
  /** All reports, including the canonical one. */
  readonly tellings: ReadonlyArray<One>
}

/** Equal for reports whose artist and track fold to the same; undefined if one of both is unknown. */
export const trackKeyOf = ({ artist, track }: Pick<ReportedPlay, "artist" | "track">): string | undefined =>
  artist === "" || track === "" ? undefined : JSON.stringify([foldName(artist), foldName(track)])

/** Equal only for the same report, however it spells its names. */
export const reportKey = ({ artist, playedAt, track }: ReportedPlay): string =>
  JSON.stringify([playedAt, spellingKey(artist), spellingKey(track)])

const compareTexts = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

type Words = Pick<ReportedPlay, "artist" | "track">

const compareWords = (one: Words, other: Words): number =>
  compareTexts(one.artist, other.artist) || compareTexts(one.track, other.track)

/** The spelling of a report that counts: the first of two in the order of UTF-16 units, whichever came first. */
export const spellingOf = (one: Words, other: Words): Words => {
  const { artist, track } = compareWords(one, other) <= 0 ? one : other
  return { artist, track }
}

/**
 * The album of a play that arrives again: the last one named, or the first of two spellings in the order of UTF-16 units.
 */
export const albumOf = (known: string, told: string): string =>
  told === "" || (known < told && spellingKey(known) === spellingKey(told)) ? known : told

/** Plays by time; the repeats of one are spelled alike. */
export const repeatsSpelledAlike = <Play extends ReportedPlay>(
  plays: ReadonlyArray<Play>,
): ReadonlyArray<Play> => {
  const sorted = plays.toSorted((one, other) => one.playedAt - other.playedAt)
  const words = new Map<string, Words>()
  const repeats: Array<readonly [at: number, id: string]> = []
  for (const [at, play] of sorted.entries()) {
    const isRepeat = [sorted[at - 1], sorted[at + 1]].some((next) => next?.playedAt === play.playedAt)
    if (!isRepeat) continue
    const id = reportKey(play)
    words.set(id, spellingOf(words.get(id) ?? play, play))
    repeats.push([at, id])
  }
  for (const [at, id] of repeats) {
    const play = sorted[at]
    if (play !== undefined) sorted[at] = { ...play, ...words.get(id) }
  }
  return sorted
}

/**
 * Earliest first. Reports of one second are in the order of their words, so that the order of arrival never matters.
 */
const inOrder = (one: ReportedPlay, other: ReportedPlay): number =>
  one.playedAt - other.playedAt || compareWords(one, other)

const areApart = <Value>(some: ReadonlyArray<Value>, others: ReadonlyArray<Value>): boolean =>
  !some.some((value) => others.includes(value))

/** True where two reports may be of one play. Within one source each second is its own play. */
const mayBeOne = (one: PlayReport, other: PlayReport): boolean =>
  Math.abs(one.playedAt - other.playedAt) <= duplicateWindowMillis &&
  areApart(one.sources, other.sources) &&
  areApart(one.splits, other.splits) &&
  !(one.isEdited && other.isEdited)

/** The edited report is canonical, else the earliest that names an album, else the earliest. */
const standing = <One extends PlayReport>(tellings: ReadonlyArray<One>): One | undefined =>
  tellings.find(({ isEdited }) => isEdited) ?? tellings.find(({ album }) => album !== "") ?? tellings[0]

/**
 * The plays that reports of one track, as `trackKeyOf` has it, are of. The nearest two become one first, then the next;
 * a play never has a source twice, nor reports more than 60 seconds apart. The same reports give the same plays, in
 * whatever order they came.
 */
export const matchReports = <One extends PlayReport>(
  all: ReadonlyArray<One>,
): ReadonlyArray<MatchedPlay<One>> => {
  const tellings = all.toSorted(inOrder)
  const pairs: Array<{ readonly one: number; readonly other: number; readonly apart: number }> = []
  for (const [one, earlier] of tellings.entries()) {
    for (let other = one + 1; other < tellings.length; other++) {
      const later = tellings[other]
      if (later === undefined || later.playedAt - earlier.playedAt > duplicateWindowMillis) break
      if (mayBeOne(earlier, later)) pairs.push({ one, other, apart: later.playedAt - earlier.playedAt })
    }
  }
  pairs.sort((a, b) => a.apart - b.apart || a.one - b.one || a.other - b.other)
  const playOf = tellings.map((_, at): ReadonlyArray<number> => [at])
  const areOne = (one = 0, other = 0) => {
    const [some, others] = [tellings[one], tellings[other]]
    return some !== undefined && others !== undefined && mayBeOne(some, others)
  }
  for (const { one, other } of pairs) {
    const [some = [], others = []] = [playOf[one], playOf[other]]
    if (some === others || !some.every((at) => others.every((added) => areOne(at, added)))) continue
    const play = [...some, ...others].sort((a, b) => a - b)
    for (const at of play) playOf[at] = play
  }
  return [...new Set(playOf)].flatMap((play) => {
    const inTime = play.flatMap((at) => tellings[at] ?? [])
    const stands = standing(inTime)
    return stands === undefined ? [] : [{ stands, tellings: inTime }]
  })
}

/** A stretch of time, both ends included. */
export interface TimeSpan {
  readonly from: EpochMillis
  readonly to: EpochMillis
}

/** The time within `reach` of any of these moments, in order and without overlaps. */
export const spansAround = (moments: Iterable<EpochMillis>, reach: number): ReadonlyArray<TimeSpan> => {
  const spans: Array<{ from: EpochMillis; to: EpochMillis }> = []
  for (const moment of [...moments].sort((one, other) => one - other)) {
    const last = spans.at(-1)
    if (last !== undefined && moment - reach <= last.to) last.to = moment + reach
    else spans.push({ from: moment - reach, to: moment + reach })
  }
  return spans
}

/** Reports of one track in the stretches in which each is within 60 seconds of the next: plays never reach over two. */
export const runsOfTellings = <One extends PlayReport>(
  all: ReadonlyArray<One>,
): ReadonlyArray<ReadonlyArray<One>> => {
  const runs: Array<Array<One>> = []
  let last = -Infinity
  for (const telling of all.toSorted(inOrder)) {
    if (telling.playedAt - last > duplicateWindowMillis) runs.push([telling])
    else runs.at(-1)?.push(telling)
    last = telling.playedAt
  }
  return runs
}
