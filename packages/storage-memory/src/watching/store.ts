import { type DateRange, editStoreOf, type PageRequest } from "@daybook/kernel"
import {
  editTitles,
  editWatches,
  episodeNameOf,
  madeByEdit,
  mergeWatches,
  moveTitleEdits,
  type ListedRecord,
  namingOf,
  namingOfItem,
  recordsByWatch,
  splitRecords,
  type RatingRecord,
  type Review,
  type Title,
  type TitleEdits,
  TitleId,
  type TitleKind,
  Titles,
  titleShown,
  watchEntry,
  type ToldWatch,
  type Watch,
  WatchEdits,
  watchesWithRecords,
  WatchId,
  type WatchedShow,
  type WatchingRecord,
  WatchingStore,
  type WatchRecord,
  type WatchShown,
} from "@daybook/watching"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Struct from "effect/Struct"
import { editLogIn, EditRows, inOneStep } from "../kernel/edits.ts"
import { makeCursors } from "../kernel/cursors.ts"
import { byCodePoints } from "../kernel/byCodePoints.ts"
import { journalOf } from "../journal/index.ts"
import { isSeen, watchingSearch } from "./search.ts"
import { raiseVersion, VersionCounts, versionIn } from "../kernel/dataVersions.ts"
import { firstInOrder, pageInOrder } from "../kernel/pageInOrder.ts"
import { type Item, later, type Seen, type StoredRecord, TitleItems } from "./items.ts"
import { listsOf, type StoredTitle, watchShown } from "./lists.ts"
import { reviewOfTitles } from "./review.ts"
import { statsOfTitles } from "./stats.ts"

const keyOf = ({ ref, source }: WatchRecord) => `${source} ${ref}`

/** The lowest number of some records, which is that of their watch. */
const watchIdOf = (records: ReadonlyArray<StoredRecord>) =>
  WatchId.make(Math.min(...records.map(({ id }) => id)))

interface SeenShow extends Seen {
  readonly show: Title
}

const mostSeenFirst = (one: SeenShow, other: SeenShow): number =>
  other.episodes - one.episodes || byCodePoints(one.show.name, other.show.name) || one.show.id - other.show.id

const showShown = ({ episodes, months, show }: SeenShow): WatchedShow => ({
  ...titleShown(show),
  totalEpisodes: show.totalEpisodes,
  episodesWatched: episodes,
  months: [...months].sort((one, other) => one - other),
})

interface ReviewedWatch {
  readonly film: Title
  readonly item: Item
  readonly watch: Watch
}

const lastReviewedFirst = (one: ReviewedWatch, other: ReviewedWatch): number =>
  other.watch.at - one.watch.at || other.film.id - one.film.id

const reviewShown = ({ film, item, watch: { at, rating, review, source } }: ReviewedWatch): Review => ({
  film: titleShown(film),
  rating: rating === 0 ? item.rating : rating,
  review,
  watchedAt: at,
  source,
})

/** Watches in memory. */
export const layer = Layer.effect(
  WatchingStore,
  Effect.gen(function* () {
    const versions = yield* VersionCounts
    const zone = yield* DateTime.CurrentTimeZone
    const cursors = makeCursors()
    const log = editLogIn(yield* EditRows, "watching")
    let lastId = 0
    let lastRecord = 0
    const titles = new Titles(() => TitleId.make((lastId += 1)))
    const itemsByTitle = new Map<TitleId, TitleItems>()
    const records = new Map<string, { readonly record: StoredRecord; readonly item: Item }>()

    const itemsOfTitle = (title: TitleId, kind: TitleKind): TitleItems => {
      const items = itemsByTitle.get(title) ?? new TitleItems(kind)
      itemsByTitle.set(title, items)
      return items
    }

    const itemOf = (title: TitleId, item: (RatingRecord | WatchRecord)["item"]): Item =>
      itemsOfTitle(title, item.kind === "film" ? "film" : "show").itemOf(item)

    const standing = () => new WatchEdits(Effect.runSync(log.edits))

    /** The titles of a kind that have items, as the edits by hand show them. */
    const titlesOf = (kind: TitleKind): ReadonlyArray<StoredTitle> => {
      const all = Array.from(itemsByTitle).flatMap(([id, items]) => {
        const title = items.kind === kind ? titles.get(id) : undefined
        return title === undefined ? [] : [{ title, items }]
      })
      const { titles: edits } = standing()
      if (edits.isNone) return all
      const touched = all.map(({ title }) => title).filter(({ id }) => edits.touches(id))
      const shown = edits.shown(touched)
      const hidden = new Set(edits.hidden)
      return all.flatMap(({ items, title }) =>
        hidden.has(title.id) ? [] : [{ items, title: shown.get(title.id) ?? title }],
      )
    }

    const allTitles = () => [...titlesOf("film"), ...titlesOf("show")]

    /** All items of some titles, and of those that count as one with them. */
    const itemsOfTitles = (edits: TitleEdits, ids: ReadonlyArray<TitleId>): ReadonlyArray<Item> =>
      edits.together(ids).flatMap((id) => [...(itemsByTitle.get(id)?.all ?? [])])

    /** Shows titles that were merged by hand as parts of those that they count as. */
    const takeInParts = (edits: TitleEdits): void => {
      for (const items of itemsByTitle.values()) items.takeIn([])
      const parts = edits.ids.filter((id) => edits.homeOf(id) !== id).sort((one, other) => one - other)
      for (const [home, ids] of Map.groupBy(parts, (id) => edits.homeOf(id))) {
        const some = ids.flatMap((id) => itemsByTitle.get(id) ?? [])
        const [first] = some
        if (first !== undefined) itemsOfTitle(home, first.kind).takeIn(some)
      }
    }

    /** Moves the items of merged titles to their new title. Gives the items that have grown. */
    const moveAbsorbed = (): ReadonlyArray<Item> => {
      const { merged } = titles.takeChanges()
      Effect.runSync(moveTitleEdits(log, merged))
      const grown = merged.flatMap(([from, into]) => {
        const items = itemsByTitle.get(from)
        itemsByTitle.delete(from)
        return items === undefined ? [] : itemsOfTitle(into, items.kind).absorb(items)
      })
      for (const item of grown)
        for (const record of item.records) records.set(keyOf(record), { record, item })
      const { titles: edits } = standing()
      return edits.isNone || merged.length === 0
        ? grown
        : itemsOfTitles(
            edits,
            merged.map(([, into]) => into),
          )
    }

    /** The number of a title whose items these are. */
    const numberOfItems = (of: TitleItems): TitleId =>
      [...itemsByTitle].find(([, items]) => items === of)?.[0] ?? TitleId.make(0)

    /** The item that an item counts as: itself unless its title was merged by hand. */
    const homeItem = (item: Item, { titles: edits } = standing()): Item => {
      if (edits.isNone) return item
      const home = edits.homeOf(numberOfItems(item.title))
      return itemsOfTitle(home, item.title.kind).at(item.episode)
    }

    const recordsOf = (item: Item): ReadonlyArray<StoredRecord> =>
      item.together.flatMap((one) => [...one.records])

    /** The watches that records tell of an item. */
    const toldOf = (item: Item): ReadonlyArray<ToldWatch> => {
      const { episode = 0, season = 0 } = item.episode ?? {}
      return watchesWithRecords(recordsOf(item), zone).map(({ records: some, watch }) => ({
        watch: { ...watch, titleId: numberOfItems(item.title), season, episode },
        records: some.map(({ id }) => id),
      }))
    }

    const itemsOf = (ids: ReadonlyArray<number>): ReadonlyArray<Item> => {
      const found = [...records.values()].flatMap(({ item, record }) =>
        ids.includes(record.id) ? [item] : [],
      )
      const edits = standing()
      return [...new Set(found.map((item) => homeItem(item, edits)))]
    }

    /** Merges the records of items into watches again, with the edits by hand. Gives the number of changed watches. */
    const merge = (touched: Iterable<Item>): number => {
      const edits = standing()
      const own = [...new Set(touched)]
      if (edits.isNone)
        return own.reduce(
          (changed, item) => changed + item.show(mergeWatches([...item.records], zone), zone),
          0,
        )
      if (!edits.titles.isNone) takeInParts(edits.titles)
      const items = new Set(own.map((item) => homeItem(item, edits)))
      const merged = itemsOf(edits.merged)
      if (merged.some((item) => items.has(item))) for (const item of merged) items.add(item)
      for (const part of [...items].flatMap(({ together }) => together.slice(1))) part.show([], zone)
      const all = Array.from(items, (item) => ({ item, told: toldOf(item) }))
      const shown = edits.shown(all.flatMap(({ told }) => told))
      const byItem = Map.groupBy(shown, ({ episode, season, titleId }) => `${titleId} ${season} ${episode}`)
      return all.reduce((changed, { item }) => {
        const { episode = 0, season = 0 } = item.episode ?? {}
        const key = `${numberOfItems(item.title)} ${season} ${episode}`
        return (
          changed +
          item.show(
            (byItem.get(key) ?? []).map((watch) => Struct.omit(watch, ["titleId", "season", "episode"])),
            zone,
          )
        )
      }, 0)
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
        const item = itemOf(id, record.item)
        if (record.type === "rated") {
          if (!ratings.has(item)) ratings.set(item, item.toldRating)
          const known = item.ratings.get(record.source)
          item.ratings.set(record.source, known === undefined ? record : later(known, record))
          continue
        }
        const known = records.get(keyOf(record))
        if (known !== undefined) {
          known.item.records.delete(known.record)
          touched.add(known.item)
        }
        const stored = {
          ...record,
          id: known?.record.id ?? WatchId.make((lastRecord += 1)),
          episodeName: episodeNameOf(record),
        }
        records.set(keyOf(record), { record: stored, item })
        item.records.add(stored)
        touched.add(item)
      }
      for (const { items: listed, source } of resolvedLists) {
        const stay = new Set(listed.map(({ item, resolvedTo }) => itemOf(numberOf(resolvedTo), item)))
        for (const item of itemsByTitle.values().flatMap(({ all }) => all)) {
          if (!item.ratings.has(source) || stay.has(item)) continue
          if (!ratings.has(item)) ratings.set(item, item.toldRating)
          item.ratings.delete(source)
        }
      }
      const rated = [...ratings].filter(([item, before]) => item.toldRating !== before).length
      const gone = lists.flatMap(removeUnlisted)
      for (const item of gone) touched.add(item)
      return rated + gone.length + merge(touched)
    }

    const reviews = (page: PageRequest) => {
      const reviewed: Array<ReviewedWatch> = []
      for (const { items, title: film } of titlesOf("film"))
        for (const item of items.all)
          for (const watch of item.watches) if (watch.review !== "") reviewed.push({ film, item, watch })
      const { items, total } = pageInOrder(reviewed, reviewed.length, lastReviewedFirst, page)
      return { items: items.map(reviewShown), total }
    }

    const watchedShows = (range: DateRange, limit: number) => {
      const shows: Array<SeenShow> = []
      for (const { items, title: show } of titlesOf("show")) {
        const seen = items.seenIn(range)
        if (seen !== undefined && seen.episodes > 0) shows.push({ show, ...seen })
      }
      return firstInOrder(shows, mostSeenFirst, limit).map(showShown)
    }

    const datedWatches = () =>
      allTitles().flatMap(({ items: { all }, title }) =>
        Array.from(all).flatMap(({ episode, watches }) =>
          watches.flatMap(({ at, day, id: watchId, precision }) =>
            day === undefined ? [] : [{ watchId, at, precision, day, episode, title: titleShown(title) }],
          ),
        ),
      )

    /** The records that tell of the same watch as a record. */
    const recordsWith = (id: WatchId) => {
      const found = [...records.values()].find(({ record }) => record.id === id)
      if (found === undefined) return undefined
      return recordsByWatch(recordsOf(homeItem(found.item)), zone).find((some) => some.includes(found.record))
    }

    /** A watch that is shown. */
    const shownWatch = (id: WatchId): WatchShown | undefined => {
      for (const home of allTitles())
        for (const item of home.items.all)
          for (const watch of item.watches) if (watch.id === id) return watchShown(home, item, watch)
      return undefined
    }

    const addRecord = (record: WatchRecord) => {
      const before = records.get(keyOf(record))
      if (before === undefined) store([record])
      const known = before ?? records.get(keyOf(record))
      if (known === undefined) throw new Error(`no record ${keyOf(record)}, which was just stored`)
      return { id: known.record.id, wasThere: before !== undefined }
    }

    const removeRecords = (gone: ReadonlyArray<StoredRecord>) => {
      const items = itemsOf(gone.map(({ id }) => id))
      for (const record of gone) {
        records.get(keyOf(record))?.item.records.delete(record)
        records.delete(keyOf(record))
      }
      merge(items)
    }

    const byHand = editWatches(log, {
      told: (ids) => Effect.sync(() => itemsOf(ids).flatMap(toldOf)),
      merge: (ids) => Effect.sync(() => void merge(itemsOf(ids))),
      add: (record) => Effect.sync(() => addRecord(record)),
      titleOf: (record) => Effect.sync(() => titles.find(namingOf(record))),
      remove: (ids) =>
        Effect.sync(() =>
          removeRecords(
            Array.from(records.values(), ({ record }) => record).filter(
              ({ id, ref, source }) => ids.includes(id) && source === "manual" && ref.startsWith(madeByEdit),
            ),
          ),
        ),
    })

    const editsOfTitles = editTitles(log, {
      isShown: (kind, id) =>
        Effect.sync(() => titlesOf(kind).some((one) => one.title.id === id && isSeen(one))),
      show: (ids) =>
        Effect.sync(() => {
          const { titles: edits } = standing()
          takeInParts(edits)
          merge(itemsOfTitles(edits, ids))
        }),
    })

    const addByHand = Effect.fnUntraced(function* (record: WatchRecord) {
      yield* byHand.fit(record)
      const wasThere = records.has(keyOf(record))
      store([record])
      const id = records.get(keyOf(record))?.record.id
      const found = id === undefined ? undefined : recordsWith(id)
      if (found === undefined) throw new Error(`no watch of ${keyOf(record)}, which was just stored`)
      const watch = watchIdOf(found)
      const at = yield* Clock.currentTimeMillis
      const again = yield* byHand.showAgain(watch, { type: "watch", action: "add", fields: {}, at })
      const shown = shownWatch(again.id)
      if (shown === undefined) throw new Error(`no watch ${again.id}, which was just stored`)
      return { watch: shown, isNew: (!wasThere && watch === id) || !again.isShown }
    })

    const removeByHand = (id: WatchId): boolean => {
      const found = recordsWith(id)
      const manual = found?.filter(({ source }) => source === "manual") ?? []
      if (manual.length === 0) return false
      removeRecords(manual)
      return true
    }

    const write = <A, E>(change: Effect.Effect<A, E>) =>
      inOneStep(Effect.tap(change, () => Effect.sync(() => raiseVersion(versions, "watching"))))

    return WatchingStore.of({
      searchable: watchingSearch(() => versionIn(versions, "watching"), titlesOf),
      journal: journalOf(
        zone,
        () => versionIn(versions, "watching"),
        () => datedWatches().map(watchEntry),
      ),
      store: (some, cursor) =>
        Effect.sync(() => {
          const changed = store(some)
          cursors.save(cursor)
          raiseVersion(versions, "watching")
          return changed
        }),
      cursor: cursors.read,
      lists: listsOf(zone, titlesOf, (id) => standing().titles.homeOf(id)),
      stats: (range) => Effect.sync(() => statsOfTitles(zone, allTitles(), range)),
      review: (range) => Effect.sync(() => reviewOfTitles(zone, allTitles(), range)),
      addByHand: (record) => write(addByHand(record)),
      watch: (id) =>
        Effect.map(byHand.find(id), (found) =>
          Option.fromUndefinedOr(shownWatch(id) ?? (found && shownWatch(found.id))),
        ),
      edits: editStoreOf([byHand.edits, editsOfTitles], write),
      removeByHand: (id) =>
        Effect.sync(() => {
          raiseVersion(versions, "watching")
          return removeByHand(id)
        }),
      reviews: (page) => Effect.sync(() => reviews(page)),
      watchedShows: (range, limit) => Effect.sync(() => watchedShows(range, limit)),
      titlesToDescribe: (checkedBefore, limit) =>
        Effect.sync(() => titles.toDescribe(checkedBefore, limit, standing().titles.hidden)),
      describe: (id, checkedAt, details) =>
        Effect.sync(() => {
          titles.describe(id, checkedAt, details)
          merge(moveAbsorbed())
          const title = titles.get(id)
          if (title !== undefined && details !== undefined)
            itemsOfTitle(title.id, title.kind).learnEpisodes(details.episodes)
          if (details !== undefined) raiseVersion(versions, "watching")
        }),
    })
  }),
)
