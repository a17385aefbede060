import {
  type DateRange,
  type EpochMillis,
  everything,
  isEverything,
  isWithin,
  type LocalDate,
} from "@daybook/kernel"
import {
  dayOfWatch,
  type Episode,
  monthOf,
  type RatingRecord,
  type TitleKind,
  type Watch,
  type WatchEvidence,
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

const latestOf = (items: ReadonlyArray<Item>): Rating =>
  items.flatMap(({ ratings }) => [...ratings.values()]).reduce(later, { at: -Infinity, rating: 0 })

/** A record with its number and its episode's name. */
export type StoredRecord = WatchRecord & WatchEvidence

/** A watch with its day and its month (0 to 11) in the person's time zone; both undefined for an unknown time. */
export interface StoredWatch extends Watch {
  readonly day: LocalDate | undefined
  readonly month: number | undefined
}

const keyOf = ({ episode, season }: Pick<Episode, "episode" | "season">) => `${season} ${episode}`

/** A film or an episode with all of its records. */
export class Item {
  readonly title: TitleItems
  /** Undefined for a film. */
  readonly episode: { readonly season: number; readonly episode: number } | undefined
  readonly records = new Set<StoredRecord>()
  readonly ratings = new Map<string, Rating>()
  watches: ReadonlyArray<StoredWatch> = []

  constructor(title: TitleItems, episode: Item["episode"]) {
    this.title = title
    this.episode = episode
  }

  /** The latest rating of all sources. */
  get toldRating(): number {
    return latestOf([this]).rating
  }

  /** The same with those of titles that were merged into its own by hand. */
  get latestRating(): Rating {
    return latestOf(this.together)
  }

  /** The film or episode, and the same ones of titles that were merged into its own by hand. */
  get together(): ReadonlyArray<Item> {
    return [this, ...this.title.partsAt(this.episode)]
  }

  get rating(): number {
    return this.latestRating.rating
  }

  /** Takes in what another item has, which is found to be the same; the records are merged later. */
  absorb(other: Item): void {
    for (const record of other.records) this.records.add(record)
    for (const [source, rating] of other.ratings)
      this.ratings.set(source, later(this.ratings.get(source) ?? rating, rating))
    this.watches = [...this.watches, ...other.watches]
  }

  /** Shows these watches, earliest first. Gives the number of changed ones. */
  show(watches: ReadonlyArray<Watch>, zone: DateTime.TimeZone): number {
    const before = new Set(this.watches.map(watchFingerprint))
    this.watches = watches.map((watch) => ({
      ...watch,
      day: dayOfWatch(watch, zone),
      month: monthOf(watch, zone),
    }))
    this.title.forgetSeen()
    return this.watches.filter((watch) => !before.has(watchFingerprint(watch))).length
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
  /** The episodes that the film database has, by `keyOf`. */
  readonly #episodes = new Map<string, Episode>()
  readonly #items = new Map<string, Item>()
  #parts: ReadonlyArray<TitleItems> = []
  #everSeen: Seen | undefined

  constructor(kind: TitleKind) {
    this.kind = kind
  }

  get all(): Iterable<Item> {
    return this.#items.values()
  }

  get episodes(): ReadonlyArray<Episode> {
    const known = new Map<string, Episode>()
    for (const title of [this, ...this.#parts])
      for (const [key, episode] of title.#episodes) if (!known.has(key)) known.set(key, episode)
    return [...known.values()]
  }

  /** The running time of an episode; 0 where it is unknown. */
  runtimeOf(episode: Item["episode"]): number {
    if (episode === undefined) return 0
    const known = [this, ...this.#parts].flatMap((title) => title.#episodes.get(keyOf(episode)) ?? [])
    return known[0]?.runtimeMinutes ?? 0
  }

  /** Shows titles that were merged into this one by hand, and only these, as parts of it. */
  takeIn(parts: ReadonlyArray<TitleItems>): void {
    this.#parts = parts
    for (const part of parts) for (const { episode } of part.all) this.at(episode)
  }

  /** The same film or episode of the parts. */
  partsAt(episode: Item["episode"]): ReadonlyArray<Item> {
    const key = episode === undefined ? "" : keyOf(episode)
    return this.#parts.flatMap((part) => part.#items.get(key) ?? [])
  }

  /** Replaces the seasons of which episodes are told. */
  learnEpisodes(episodes: ReadonlyArray<Episode>): void {
    const seasons = new Set(episodes.map(({ season }) => season))
    for (const [key, { season }] of this.#episodes) if (seasons.has(season)) this.#episodes.delete(key)
    for (const episode of episodes) this.#episodes.set(keyOf(episode), episode)
  }

  /** The item of an episode, or of the film. */
  at(at: Item["episode"]): Item {
    const key = at === undefined ? "" : keyOf(at)
    const item = this.#items.get(key) ?? new Item(this, at)
    this.#items.set(key, item)
    return item
  }

  /** The item that a record is of. */
  itemOf(item: (RatingRecord | WatchRecord)["item"]): Item {
    return this.at(item.kind === "film" ? undefined : item)
  }

  /** Takes in the items of a title that turns out to be the same. Gives the grown items, to be merged. */
  absorb(other: TitleItems): ReadonlyArray<Item> {
    for (const [key, episode] of other.#episodes)
      if (!this.#episodes.has(key)) this.#episodes.set(key, episode)
    return Array.from(other.all, (item) => {
      const home = this.at(item.episode)
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
}
