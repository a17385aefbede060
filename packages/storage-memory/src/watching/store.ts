import { type DateRange, isEverything, isWithin, pageIn, type PageRequest } from "@daybook/kernel"
import {
  type ListedRecord,
  mergeWatches,
  monthOf,
  namingOf,
  namingOfItem,
  splitRecords,
  type RatingRecord,
  type Review,
  type Title,
  TitleId,
  type TitleKind,
  Titles,
  titleShown,
  type Watch,
  watchFingerprint,
  type WatchedShow,
  type WatchingRecord,
  WatchingStore,
  type WatchRecord,
} from "@daybook/watching"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { makeCursors } from "../kernel/cursors.ts"
import { raiseVersion, VersionCounts } from "../kernel/dataVersions.ts"

/** A rating by itself. */
interface Rating {
  readonly at: number
  readonly rating: number
}

type Numbers = Pick<Item, "episode" | "kind" | "season">

/** A film or an episode with all of its records. A film has season 0 and episode 0. */
class Item {
  readonly kind: TitleKind
  readonly season: number
  readonly episode: number
  readonly records = new Set<WatchRecord>()
  readonly ratings = new Map<string, Rating>()
  watches: ReadonlyArray<Watch> = []

  constructor({ episode, kind, season }: Numbers) {
    this.kind = kind
    this.season = season
    this.episode = episode
  }

  /** The latest rating of all sources; of two at the same time the higher one. */
  get rating(): number {
    return [...this.ratings.values()].reduce(later, { at: -Infinity, rating: 0 }).rating
  }
}

const later = (one: Rating, other: Rating): Rating =>
  other.at > one.at || (other.at === one.at && other.rating > one.rating) ? other : one

const numbersOf = (item: (RatingRecord | WatchRecord)["item"]): Numbers =>
  item.kind === "film"
    ? { kind: "film", season: 0, episode: 0 }
    : { kind: "show", season: item.season, episode: item.episode }

const keyOf = ({ ref, source }: WatchRecord) => `${source} ${ref}`

const byCodePoints = (one: string, other: string): number => {
  const [left, right] = [[...one], [...other]]
  const at = left.findIndex((character, index) => character !== right[index])
  if (at < 0) return left.length - right.length
  return (left[at]?.codePointAt(0) ?? 0) - (right[at]?.codePointAt(0) ?? -1)
}

const isSeenIn = (range: DateRange, { at, precision }: Watch): boolean =>
  isEverything(range) || (precision !== "unknown" && isWithin(range, at))

/** Watches in memory. */
export const layer = Layer.effect(
  WatchingStore,
  Effect.gen(function* () {
    const versions = yield* VersionCounts
    const zone = yield* DateTime.CurrentTimeZone
    const cursors = makeCursors()
    let lastId = 0
    const titles = new Titles(() => TitleId.make((lastId += 1)))
    const items = new Map<TitleId, Map<string, Item>>()
    const records = new Map<string, { readonly record: WatchRecord; readonly item: Item }>()

    const itemsOf = (title: TitleId) => items.get(title)?.values().toArray() ?? []

    const itemOf = (title: TitleId, numbers: Numbers): Item => {
      const ofTitle = items.get(title) ?? new Map<string, Item>()
      items.set(title, ofTitle)
      const key = `${numbers.season} ${numbers.episode}`
      const item = ofTitle.get(key) ?? new Item(numbers)
      ofTitle.set(key, item)
      return item
    }

    /** Moves the records of merged titles to their new title. Gives the items moved to. */
    const moveAbsorbed = (): ReadonlyArray<Item> => {
      const { merged } = titles.takeChanges()
      const grown: Array<Item> = []
      for (const [from, into] of merged) {
        for (const item of itemsOf(from)) {
          const home = itemOf(into, item)
          for (const record of item.records) {
            home.records.add(record)
            records.set(keyOf(record), { record, item: home })
          }
          for (const [source, rating] of item.ratings)
            home.ratings.set(source, later(home.ratings.get(source) ?? rating, rating))
          home.watches = [...home.watches, ...item.watches]
          grown.push(home)
        }
        items.delete(from)
      }
      return grown
    }

    /** Merges the records of items into watches again. Gives the number of changed watches. */
    const merge = (touched: Iterable<Item>): number => {
      let changed = 0
      for (const item of new Set(touched)) {
        const shown = (watch: Watch) => watchFingerprint(item.kind, watch)
        const before = new Set(item.watches.map(shown))
        item.watches = mergeWatches([...item.records], zone)
        changed += item.watches.filter((watch) => !before.has(shown(watch))).length
      }
      return changed
    }

    /** Removes records that a source no longer lists. Gives their items, one for each record. */
    const removeUnlisted = ({ from, kind, refs, source, to }: ListedRecord): ReadonlyArray<Item> => {
      const gone = [...records].filter(
        ([, { item, record }]) =>
          record.source === source &&
          record.item.kind === kind &&
          record.at >= (from ?? -Infinity) &&
          record.at <= to &&
          item.records.has(record) &&
          !refs.has(record.ref),
      )
      for (const [key, { item, record }] of gone) {
        records.delete(key)
        item.records.delete(record)
      }
      return gone.map(([, { item }]) => item)
    }

    /** The current title of a resolved id, which may have been merged since. */
    const numberOf = (resolvedTo: TitleId): TitleId => {
      const id = titles.get(resolvedTo)?.id
      if (id === undefined) throw new Error(`no title ${resolvedTo}, which was just resolved`)
      return id
    }

    const store = (all: ReadonlyArray<WatchingRecord>): number => {
      const { lists, ratingLists, titleRecords: some } = splitRecords(all)
      const resolved = some.map((record) => ({ record, resolvedTo: titles.resolve(namingOf(record)) }))
      const resolvedLists = ratingLists.map(({ items, source }) => ({
        source,
        items: items.map((item) => ({ item, resolvedTo: titles.resolve(namingOfItem(source, item)) })),
      }))
      const touched = new Set<Item>(moveAbsorbed())
      const ratings = new Map<Item, number>()
      for (const { record, resolvedTo } of resolved) {
        const id = numberOf(resolvedTo)
        if (record.type === "show") {
          titles.countEpisodes(id, record.totalEpisodes)
          continue
        }
        const item = itemOf(id, numbersOf(record.item))
        if (record.type === "rated") {
          if (!ratings.has(item)) ratings.set(item, item.rating)
          const known = item.ratings.get(record.source)
          item.ratings.set(record.source, known === undefined ? record : later(known, record))
          continue
        }
        const known = records.get(keyOf(record))
        if (known !== undefined) {
          known.item.records.delete(known.record)
          touched.add(known.item)
        }
        records.set(keyOf(record), { record, item })
        item.records.add(record)
        touched.add(item)
      }
      for (const { items: listed, source } of resolvedLists) {
        const stay = new Set(
          listed.map(({ item, resolvedTo }) => itemOf(numberOf(resolvedTo), numbersOf(item))),
        )
        for (const item of titles.all.flatMap(({ id }) => itemsOf(id))) {
          if (!item.ratings.has(source) || stay.has(item)) continue
          if (!ratings.has(item)) ratings.set(item, item.rating)
          item.ratings.delete(source)
        }
      }
      const rated = [...ratings].filter(([item, before]) => item.rating !== before).length
      const gone = lists.flatMap(removeUnlisted)
      for (const item of gone) touched.add(item)
      return rated + gone.length + merge(touched)
    }

    const reviewsOf = (title: Title): ReadonlyArray<Review> =>
      title.kind !== "film"
        ? []
        : itemsOf(title.id).flatMap((item) =>
            item.watches
              .filter(({ review }) => review !== "")
              .map(({ at, rating, review, source }) => ({
                film: titleShown(title),
                rating: rating === 0 ? item.rating : rating,
                review,
                watchedAt: at,
                source,
              })),
          )

    const reviews = (page: PageRequest) => {
      const all = titles.all
        .flatMap(reviewsOf)
        .sort((one, other) => other.watchedAt - one.watchedAt || other.film.id - one.film.id)
      return pageIn(all, page)
    }

    const showWithin = (title: Title, range: DateRange): ReadonlyArray<WatchedShow> => {
      if (title.kind !== "show") return []
      const seen = itemsOf(title.id)
        .map(({ watches }) => watches.filter((watch) => isSeenIn(range, watch)))
        .filter((watches) => watches.length > 0)
      if (seen.length === 0) return []
      const months = new Set(seen.flat().flatMap((watch) => monthOf(watch, zone) ?? []))
      return [
        {
          ...titleShown(title),
          totalEpisodes: title.totalEpisodes,
          episodesWatched: seen.length,
          months: [...months].sort((one, other) => one - other),
        },
      ]
    }

    return WatchingStore.of({
      store: (some, cursor) =>
        Effect.sync(() => {
          const changed = store(some)
          cursors.save(cursor)
          raiseVersion(versions, "watching")
          return changed
        }),
      cursor: cursors.read,
      reviews: (page) => Effect.sync(() => reviews(page)),
      watchedShows: (range, limit) =>
        Effect.sync(() =>
          titles.all
            .flatMap((title) => showWithin(title, range))
            .sort(
              (one, other) =>
                other.episodesWatched - one.episodesWatched ||
                byCodePoints(one.title, other.title) ||
                one.id - other.id,
            )
            .slice(0, limit),
        ),
      titlesToDescribe: (checkedBefore, limit) => Effect.sync(() => titles.toDescribe(checkedBefore, limit)),
      describe: (id, checkedAt, details) =>
        Effect.sync(() => {
          titles.describe(id, checkedAt, details)
          merge(moveAbsorbed())
          if (details !== undefined) raiseVersion(versions, "watching")
        }),
    })
  }),
)
