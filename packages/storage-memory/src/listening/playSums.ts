import {
  type DateRange,
  type EpochMillis,
  type Granularity,
  isWithin,
  LocalDate,
  startOfBucket,
} from "@daybook/kernel"
import type { Album, Play } from "./music.ts"

/** The plays of an album in some part of time. */
export interface AlbumSum {
  plays: number
  lastPlayedAt: EpochMillis
}

/** Adds plays of an album to sums. */
export const addTo = (sums: Map<Album, AlbumSum>, album: Album, { lastPlayedAt, plays }: AlbumSum): void => {
  const sum = sums.get(album)
  if (sum === undefined) sums.set(album, { plays, lastPlayedAt })
  else {
    sum.plays += plays
    sum.lastPlayedAt = Math.max(sum.lastPlayedAt, lastPlayedAt)
  }
}

const addPlay = (sums: Map<Album, AlbumSum>, { album, playedAt }: Play): void => {
  if (album !== undefined) addTo(sums, album, { plays: 1, lastPlayedAt: playedAt })
}

/** A part of a range with the sums of its plays. */
export interface RangePiece {
  /** Its first day, or that of the whole day where it is a part of one. */
  readonly start: LocalDate
  readonly sums: ReadonlyMap<Album, AlbumSum>
}

// From narrow to wide: all time holds years, a year months, a month days, a day plays.
const widths = ["day", "month", "year", "all"] as const
type Width = (typeof widths)[number]
const widthOfParts = { month: "day", year: "month", all: "year" } as const

/**
 * The plays of a day, a month, a year or all time, with their sums by album. Sums are made when they are first asked
 * for. New plays are added to them; after a removal they are made anew.
 */
export class PlaySums {
  /** The times of the earliest and the latest play; infinite where there is none. */
  first = Infinity
  last = -Infinity
  readonly #width: Width
  readonly #start: LocalDate
  readonly #parts = new Map<LocalDate, PlaySums>()
  readonly #playsOfDay = new Set<Play>()
  #sums: Map<Album, AlbumSum> | undefined

  constructor(width: Width = "all", start: LocalDate = LocalDate.make("-infinity")) {
    this.#width = width
    this.#start = start
  }

  add(play: Play): void {
    if (this.#width === "day") this.#playsOfDay.add(play)
    else this.#partOf(this.#width, play).add(play)
    this.#reach(play.playedAt, play.playedAt)
    if (this.#sums !== undefined) addPlay(this.#sums, play)
  }

  remove(play: Play): void {
    this.#sums = undefined
    if (this.#width === "day") this.#playsOfDay.delete(play)
    else this.#partOf(this.#width, play).remove(play)
    if (play.playedAt !== this.first && play.playedAt !== this.last) return
    this.first = Infinity
    this.last = -Infinity
    for (const { playedAt } of this.#playsOfDay) this.#reach(playedAt, playedAt)
    for (const { first, last } of this.#parts.values()) this.#reach(first, last)
  }

  /** The latest play. Of plays at the same time it is always the same one. */
  get newest(): Play | undefined {
    let newest: Play | undefined
    for (const play of this.#playsOfDay) {
      if (play.playedAt === this.last && play.track.id > (newest?.track.id ?? 0)) newest = play
    }
    return newest ?? this.#parts.values().find(({ last }) => last === this.last)?.newest
  }

  /** The sums of the plays in a range, in pieces that are each in one bucket of the granularity; all time is one bucket. */
  *within(range: DateRange, granularity: Granularity | "all"): Iterable<RangePiece> {
    if (this.last < (range.from ?? -Infinity) || this.first >= (range.until ?? Infinity)) return
    const isWhole = isWithin(range, this.first) && isWithin(range, this.last)
    const widest = granularity === "week" ? "day" : granularity
    if (isWhole && widths.indexOf(this.#width) <= widths.indexOf(widest)) {
      yield { start: this.#start, sums: (this.#sums ??= this.#sumUp()) }
    } else if (this.#width === "day") {
      const sums = new Map<Album, AlbumSum>()
      for (const play of this.#playsOfDay) if (isWithin(range, play.playedAt)) addPlay(sums, play)
      yield { start: this.#start, sums }
    } else for (const part of this.#parts.values()) yield* part.within(range, granularity)
  }

  #sumUp(): Map<Album, AlbumSum> {
    const sums = new Map<Album, AlbumSum>()
    // Nobody may ask for the days of a month.
    if (this.#width === "day" || this.#width === "month") for (const play of this.plays()) addPlay(sums, play)
    else {
      for (const part of this.#parts.values()) {
        part.#sums ??= part.#sumUp()
        for (const [album, sum] of part.#sums) addTo(sums, album, sum)
      }
    }
    return sums
  }

  /** All plays, in no order. */
  *plays(): Iterable<Play> {
    yield* this.#playsOfDay
    for (const part of this.#parts.values()) yield* part.plays()
  }

  #partOf(width: keyof typeof widthOfParts, { day }: Play): PlaySums {
    const start = startOfBucket(day, widthOfParts[width])
    const part = this.#parts.get(start) ?? new PlaySums(widthOfParts[width], start)
    this.#parts.set(start, part)
    return part
  }

  #reach(first: EpochMillis, last: EpochMillis): void {
    this.first = Math.min(this.first, first)
    this.last = Math.max(this.last, last)
  }
}
