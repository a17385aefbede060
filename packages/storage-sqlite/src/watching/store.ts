import {
  type DateRange,
  editStoreOf,
  type EpochMillis,
  isEverything,
  type PageRequest,
  type SourceCursor,
} from "@daybook/kernel"
import { mustFind } from "@daybook/storage-sql"
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
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { journalIn } from "../journal/index.ts"
import { writerOf } from "../kernel/dataVersions.ts"
import { cursorsIn } from "../sql/cursors.ts"
import { Database } from "../sql/database.ts"
import { countRows, inRange, onPage } from "../sql/paging.ts"
import { jsonList } from "../sql/table.ts"
import { removeItem, writeByHand } from "./manual.ts"
import { writeDetails } from "./details.ts"
import { editsOf, sourceTitles } from "./editedTitles.ts"
import { titleEditsIn, watchEditsIn } from "./edits.ts"
import { listsIn, ratingOf, shownWatches } from "./lists.ts"
import { mergeAll } from "./merge.ts"
import { migrateWatching } from "./migrations.ts"
import { reviewIn } from "./review.ts"
import { readDated, readReviews, readShows, readTitles } from "./rows.ts"
import { watchingSearch } from "./search.ts"
import { statsIn } from "./stats.ts"
import { writeWatching } from "./writer.ts"

/** Watches in SQLite, merged in the owner's time zone. */
export const layer = Layer.effect(
  WatchingStore,
  Effect.gen(function* () {
    const database = yield* Database
    const { all, read, sql } = database
    const zone = yield* DateTime.CurrentTimeZone
    yield* migrateWatching
    const { journal, settle } = yield* journalIn(
      "watching",
      {
        select: sql`select cast(watches.id as text) as id, at, day, precision = 'day' as day_only, 1 as count,
            watches.id as watch_id, title_id, name as title, year, image_url, precision,
            iif(watches.kind = 'show', season, null) as season, iif(watches.kind = 'show', episode, null) as episode
          from watches join titles on titles.id = title_id where day is not null`,
        ownDays: true,
        columns: sql`watch_id, title_id, title, year, image_url, season, episode, at, precision, day`,
        read: (rows) => readDated(rows).map(watchEntry),
      },
      {
        findDays: () =>
          Effect.runSync(Effect.map(editsOf(database), (edits) => mergeAll(database, zone, edits))),
      },
    )
    const search = yield* watchingSearch(database)
    const write = yield* writerOf("watching", [settle, search.settle])
    const cursors = cursorsIn(database, "watching_cursors")

    const store = Effect.fn("WatchingStore.store")(
      (records: ReadonlyArray<WatchingRecord>, cursor?: SourceCursor) =>
        write(Effect.tap(writeWatching(database, zone, records), cursors.save(cursor))),
    )

    const reviews = Effect.fn("WatchingStore.reviews")((page: PageRequest) =>
      read(() => {
        const from = sql`watches where review <> '' and kind = 'film'`
        const items = readReviews(
          all(sql`select titles.id, name as title, year, coalesce(tmdb, 0) as movie_db_id, image_url,
              watch.at as watched_at, watch.source, review, ${ratingOf(sql)} as half_stars
            from (select * from ${from} order by at desc, title_id desc, id ${onPage(sql, page)}) as watch
            join titles on titles.id = watch.title_id
            order by watch.at desc, titles.id desc, watch.id`),
        )
        return { items, total: countRows(database, from) }
      }),
    )

    /** The shows of a range. Watches of a known time have a day, by which an index has them. */
    const showsIn = (range: DateRange) => {
      const isFirst =
        range.from === undefined ? sql`before is null` : sql`(before is null or before < ${range.from})`
      return sql`select title_id, count(*) filter (where ${isFirst}) as episodes_watched, sum(distinct month) as months
        from watches where kind = 'show' and day is not null and ${inRange(sql, "at", range)} group by title_id`
    }

    const watchedShows = Effect.fn("WatchingStore.watchedShows")((range: DateRange, limit: number) =>
      read(() => {
        const shows = isEverything(range)
          ? sql`select title_id, episodes_watched, months from seen_titles where kind = 'show'`
          : showsIn(range)
        return readShows(
          all(sql`select id, name as title, year, coalesce(tmdb, 0) as movie_db_id, image_url, total_episodes,
              episodes_watched, months
            from (${shows}) as shows join titles on id = title_id
            order by episodes_watched desc, name, id limit ${limit}`),
        )
      }),
    )

    const titlesToDescribe = Effect.fn("WatchingStore.titlesToDescribe")(
      (checkedBefore: EpochMillis, limit: number) =>
        read(
          Effect.gen(function* () {
            const { titles: edits } = yield* editsOf(database)
            const titles = readTitles(
              all(sql`select *, (select json_group_array(key) from (
                  select key from title_keys where title_id = titles.id and key like 'episode %' order by key limit 10
                )) as keys
                from titles where (checked_at is null or running or not described)
                  and (checked_at is null or checked_at < ${checkedBefore})
                  and id not in (select value from json_each(${jsonList(edits.hidden)}))
                order by checked_at is not null, id limit ${limit}`),
            )
            const told = edits.isNone ? titles : yield* sourceTitles(database, titles)
            return told.map((title) => toDescribe(title, title.keys))
          }),
        ),
    )

    const describe = Effect.fn("WatchingStore.describe")(
      (id: TitleId, checkedAt: EpochMillis, details: TitleDetails | undefined) =>
        write(writeDetails(database, zone, id, checkedAt, details)),
    )

    const byHand = watchEditsIn(database, zone)
    const watchOf = (id: WatchId) =>
      Option.fromUndefinedOr(shownWatches(database, sql`select * from watches where id = ${id}`)[0])

    const createItem = Effect.fn("WatchingStore.addByHand")((record: WatchRecord) =>
      write(
        Effect.gen(function* () {
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
            watch: mustFind(Option.getOrUndefined(watchOf(id)), "watch", id),
          }
        }),
      ),
    )

    const watch = Effect.fn("WatchingStore.watch")((id: WatchId) =>
      read(
        Effect.gen(function* () {
          const found = watchOf(id)
          if (Option.isSome(found)) return found
          const led = yield* byHand.find(id)
          return led === undefined ? Option.none() : watchOf(led.id)
        }),
      ),
    )

    return WatchingStore.of({
      searchable: search.searchable,
      journal,
      store,
      cursor: cursors.read,
      reviews,
      watchedShows,
      titlesToDescribe,
      describe,
      lists: listsIn(database, zone),
      stats: statsIn(database, zone),
      review: reviewIn(database, zone),
      createItem,
      watch,
      edits: editStoreOf([byHand.edits, titleEditsIn(database, zone)], write),
      removeItem: Effect.fn("WatchingStore.removeByHand")((id: WatchId) =>
        write(removeItem(database, zone, id)),
      ),
    })
  }),
)
