import { type DateRange, type EpochMillis, everything, isEverything, isWithin } from "@daybook/kernel"
import {
  mergeWatches,
  monthOf,
  type RatingRecord,
  type TitleKind,
  type Watch,
  watchFingerprint,
  type WatchRecord,
} from "@daybook/watching"
import type * as DateTime from "effect/DateTime"

/** A rating by itself. */
interface Rating {
  readonly at: EpochMillis
  readonly rating: number
}

/** The later rating; of two at the same time the higher one. */
export const later = (one: Rating, other: Rating): Rating =>
  other.at > one.at || (other.at === one.at && other.rating > one.rating) ? other : one

/** A watch with its month in the person's time zone, 0 to 11; undefined for an unknown time. */
type StoredWatch = Watch & { readonly month: number | undefined }

/** A film or an episode with all of its records. */
export class Item {
  readonly title: TitleItems
  /** Undefined for a film. */
  readonly episode: { readonly season: number; readonly episode: number } | undefined
  readonly records = new Set<WatchRecord>()
  readonly ratings = new Map<string, Rating>()
  watches: ReadonlyArray<StoredWatch> = []

  constructor(title: TitleItems, episode: Item["episode"]) {
    this.title = title
    this.episode = episode
  }

  /** The latest rating of all sources. */
  get rating(): number {
    return [...this.ratings.values()].reduce(later, { at: -Infinity, rating: 0 }).rating
  }

  /** Takes in what another item has, which is found to be the same; the records are merged later. */
  absorb(other: Item): void {
    for (const record of other.records) this.records.add(record)
    for (const [source, rating] of other.ratings)
      this.ratings.set(source, later(this.ratings.get(source) ?? rating, rating))
    this.watches = [...this.watches, ...other.watches]
  }

  /** Merges the records into watches again. Gives the number of changed watches. */
  merge(zone: DateTime.TimeZone): number {
    const shown = (watch: Watch) => watchFingerprint(this.title.kind, watch)
    const before = new Set(this.watches.map(shown))
    const watches = mergeWatches([...this.records], zone)
    this.watches = watches.map((watch) => ({ ...watch, month: monthOf(watch, zone) }))
    this.title.forgetSeen()
    return this.watches.filter((watch) => !before.has(shown(watch))).length
  }
}

/** The episodes of a show seen in a range. */
export interface Seen {
  /** The number of distinct ones. */
  readonly episodes: number
  /** The distinct months, 0 to 11. */
  readonly months: ReadonlySet<number>
  /** The time of the first watch, and of the last; infinite where there is none, the last also for an unknown time. */
  readonly first: EpochMillis
  readonly last: EpochMillis
}

const isSeenIn = (range: DateRange, { at, precision }: Watch): boolean =>
  isEverything(range) || (precision !== "unknown" && isWithin(range, at))

/** The items of a title by season and episode. A film has one, of season 0 and episode 0. */
export class TitleItems {
  readonly kind: TitleKind
  readonly #items = new Map<string, Item>()
  #everSeen: Seen | undefined

  constructor(kind: TitleKind) {
    this.kind = kind
  }

  get all(): Iterable<Item> {
    return this.#items.values()
  }

  /** The item that a record is of. */
  itemOf(item: (RatingRecord | WatchRecord)["item"]): Item {
    return this.#itemAt(item.kind === "film" ? undefined : item)
  }

  /** Takes in the items of a title that turns out to be the same. Gives the grown items, to be merged. */
  absorb(other: TitleItems): ReadonlyArray<Item> {
    return Array.from(other.all, (item) => {
      const home = this.#itemAt(item.episode)
      home.absorb(item)
      return home
    })
  }

  /** To be called where a watch has changed. */
  forgetSeen(): void {
    this.#everSeen = undefined
  }

  /** The episodes seen in a range. They are counted only for a show that was seen both in it and outside. */
  seenIn(range: DateRange): Seen | undefined {
    const ever = (this.#everSeen ??= this.#countSeen(everything))
    if (isEverything(range) || (isWithin(range, ever.first) && isWithin(range, ever.last))) return ever
    if (ever.last < (range.from ?? -Infinity) || ever.first >= (range.until ?? Infinity)) return undefined
    return this.#countSeen(range)
  }

  #countSeen(range: DateRange): Seen {
    let episodes = 0
    let [first, last] = [Infinity, -Infinity]
    const months = new Set<number>()
    for (const { watches } of this.#items.values()) {
      const seen = watches.filter((watch) => isSeenIn(range, watch))
      if (seen.length > 0) episodes += 1
      for (const { at, month } of seen) {
        if (month !== undefined) months.add(month)
        first = Math.min(first, at)
        last = Math.max(last, month === undefined ? Infinity : at)
      }
    }
    return { episodes, months, first, last }
  }

  #itemAt(at: Item["episode"]): Item {
    const key = at === undefined ? "" : `${at.season} ${at.episode}`
    const item = this.#items.get(key) ?? new Item(this, at)
    this.#items.set(key, item)
    return item
  }
}
