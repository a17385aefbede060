import {
  type DateRange,
  editStoreOf,
  type EpochMillis,
  isEverything,
  type PageRequest,
  type SourceCursor,
  type WebUrl,
} from "@daybook/kernel"
import {
  type TitleDetails,
  type TitleId,
  toDescribe,
  watchEntry,
  type WatchId,
  type WatchingRecord,
  WatchingStore,
  type WatchRecord,
} from "@daybook/watching"
import * as Clock from "effect/Clock"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { cursorsOf } from "../cursors.ts"
import { mustFind } from "../mustFind.ts"
import { countRows, onPage } from "../paging.ts"
import type { EntrySelect, ItemSelect, StoreParts } from "../parts.ts"
import { type Sql, writtenBy } from "../sql.ts"
import { writeDetails, writeImages } from "./details.ts"
import { editsOf, sourceTitles } from "./editedTitles.ts"
import { titleEditsIn, watchEditsIn } from "./edits.ts"
import { listsIn, shownWatches } from "./lists.ts"
import { removeItem, writeByHand } from "./manual.ts"
import { reviewIn } from "./review.ts"
import { readDated, readPosterless, readReviews, readShows, readTitles } from "./rows.ts"
import { isFirstIn, statsIn, watchedIn } from "./stats.ts"
import { writeWatching } from "./writer.ts"

/** Watches of a known time, as entries. */
export const entries = ({ byCodeUnits, sql }: Sql): EntrySelect => ({
  select: sql`select cast(watches.id as text) ${sql.literal(byCodeUnits)} as id, at, day, precision = 'day' as day_only,
      1 as count, watches.id as watch_id, title_id, name as title, year, image_url, precision,
      case when watches.kind = 'show' then season end as season,
      case when watches.kind = 'show' then episode end as episode
    from watches join titles on titles.id = title_id where day is not null`,
  ownDays: true,
  columns: sql`watch_id, title_id, title, year, image_url, season, episode, at, precision, cast(day as text) as day`,
  read: (rows) => readDated(rows).map(watchEntry),
})

/** Films and shows that were watched or rated, as items that a search finds. */
export const items = ({ sql }: Sql): Readonly<Record<string, ItemSelect>> => {
  const ofKind = (kind: "film" | "show"): ItemSelect => ({
    id: "int",
    select: sql`select id, name as title, case when year = 0 then '' else cast(year as text) end as subtitle,
        last_watched_at as at, '' as url, image_url, '' as text
      from titles join seen_titles on title_id = id where titles.kind = ${kind}`,
  })
  return { movie: ofKind("film"), show: ofKind("show") }
}

/** Films that were reviewed, and shows of a time. */
const readsIn = (database: Sql, zone: DateTime.TimeZone) => {
  const { byCodeUnits, read, sql } = database

  const showsIn = (range: DateRange) =>
    sql`select title_id, count(*) filter (where ${isFirstIn(database, zone, range)}) as episodes_watched,
          cast(sum(distinct month) as int) as months
        from watches where kind = 'show' and ${watchedIn(database, zone, range)} group by title_id`

  return {
    reviews: Effect.fn("WatchingStore.reviews")(function* (page: PageRequest) {
      const items = readReviews(
        yield* sql`select ${sql.literal(readReviews.selected)}
          from (
            select id from watches where review <> '' and kind = 'film'
            order by at desc, title_id desc, id ${onPage(sql, page)}
          ) as wanted
          join watches as watch using (id)
          join titles on titles.id = watch.title_id
          order by watch.at desc, titles.id desc, watch.id`,
      )
      const total = yield* countRows(sql, sql`watches where review <> '' and kind = 'film'`)
      return { items, total }
    }, read),
    watchedShows: Effect.fn("WatchingStore.watchedShows")(function* (range: DateRange, limit: number) {
      const shows = isEverything(range)
        ? sql`select title_id, episodes_watched, months from seen_titles where kind = 'show'`
        : showsIn(range)
      return readShows(
        yield* sql`select ${sql.literal(readShows.selected)} from (${shows}) as shows join titles on id = title_id
          order by episodes_watched desc, name ${sql.literal(byCodeUnits)}, id limit ${limit}`,
      )
    }, read),
  } satisfies Partial<WatchingStore["Service"]>
}

/** The facts of titles, which databases of films and shows have. */
const factsIn = ({ database, write, zone }: StoreParts) => {
  const { amongNumbers, instant, listOf, read, sql } = database
  const keysOfEpisodes = listOf(
    "key",
    "select key from title_keys where title_id = titles.id and key like 'episode %' order by key limit 10",
  )
  return {
    titlesToDescribe: Effect.fn("WatchingStore.titlesToDescribe")(function* (
      checkedBefore: EpochMillis,
      limit: number,
    ) {
      const { titles: edits } = yield* editsOf(database)
      const isShown = edits.isNone ? sql`true` : sql`not ${amongNumbers("id", edits.hidden)}`
      const titles = readTitles(
        yield* sql`select *, ${sql.literal(keysOfEpisodes)} as keys
          from titles where (checked_at is null or running or not described)
            and (checked_at is null or checked_at < ${instant(checkedBefore)}) and ${isShown}
          order by checked_at is not null, id limit ${limit}`,
      )
      const told = edits.isNone ? titles : yield* sourceTitles(database, titles)
      return told.map((title) => toDescribe(title, title.keys))
    }, read),
    describe: Effect.fn("WatchingStore.describe")(
      (id: TitleId, checkedAt: EpochMillis, details: TitleDetails | undefined) =>
        write(writeDetails(database, zone, id, checkedAt, details)),
    ),
    titlesWithoutImage: Effect.gen(function* () {
      const { titles: edits } = yield* editsOf(database)
      return readPosterless(
        yield* sql`select ${sql.literal(readPosterless.selected)} from titles
        where image_url = '' and (imdb is not null or tmdb is not null) and not ${amongNumbers("id", edits.hidden)}
        order by id`,
      )
    }).pipe(read, Effect.withSpan("WatchingStore.titlesWithoutImage")),
    addImages: Effect.fn("WatchingStore.addImages")((images: ReadonlyMap<TitleId, WebUrl>) =>
      write(writeImages(database, images)),
    ),
  } satisfies Partial<WatchingStore["Service"]>
}

/** Watches that the owner adds, corrects and removes. */
const watchesByHand = ({ database, write, zone }: StoreParts) => {
  const { read, sql } = database
  const byHand = watchEditsIn(database, zone)
  const watchOf = (id: WatchId) =>
    Effect.map(shownWatches(database, sql`select * from watches where id = ${id}`), ([shown]) =>
      Option.fromUndefinedOr(shown),
    )
  return {
    createItem: Effect.fn("WatchingStore.addByHand")(function* (record: WatchRecord) {
      yield* byHand.fit(record)
      const { isNew, watch } = yield* writeByHand(database, zone, record)
      const at = yield* Clock.currentTimeMillis
      const { id, isShown } = yield* byHand.showAgain(watch, {
        type: "watch",
        action: "add",
        fields: {},
        at,
      })
      return {
        isNew: isNew || !isShown,
        watch: mustFind(Option.getOrUndefined(yield* watchOf(id)), "watch", id),
      }
    }, writtenBy(write)),
    watch: Effect.fn("WatchingStore.watch")(function* (id: WatchId) {
      const found = yield* watchOf(id)
      if (Option.isSome(found)) return found
      const led = yield* byHand.find(id)
      return led === undefined ? Option.none() : yield* watchOf(led.id)
    }, read),
    edits: editStoreOf([byHand.edits, titleEditsIn(database, zone)], (change) => write(change)),
    removeItem: Effect.fn("WatchingStore.removeByHand")((id: WatchId) =>
      write(removeItem(database, zone, id)),
    ),
  } satisfies Partial<WatchingStore["Service"]>
}

/** The store of watching, with watches merged in the owner's time zone. */
export const storeOf = (parts: StoreParts) => {
  const { database, journal, searchable, write, zone } = parts
  const cursors = cursorsOf(database, "watching_cursors")
  return WatchingStore.of({
    searchable,
    journal,
    store: Effect.fn("WatchingStore.store")((records: ReadonlyArray<WatchingRecord>, cursor?: SourceCursor) =>
      write(Effect.tap(writeWatching(database, zone, records), cursors.save(cursor))),
    ),
    cursor: cursors.read,
    lists: listsIn(database, zone),
    stats: statsIn(database, zone),
    review: reviewIn(database, zone),
    ...readsIn(database, zone),
    ...factsIn(parts),
    ...watchesByHand(parts),
  })
}
