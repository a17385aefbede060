import {
  type DateRange,
  editStoreOf,
  type EpochMillis,
  isEverything,
  type PageRequest,
  type SourceCursor,
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
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as SqlClient from "effect/sql/SqlClient"
import { keepZone } from "../kernel/keepZone.ts"
import { cursorsIn } from "../sql/cursors.ts"
import { countRows, inRange, onPage } from "../sql/paging.ts"
import { instant, ints } from "../sql/parameters.ts"
import { journalIn } from "../journal/index.ts"
import { mustFind } from "@daybook/storage-sql"
import { removeItem, writeByHand } from "./manual.ts"
import { writeDetails } from "./details.ts"
import { editsOf, sourceTitles } from "./editedTitles.ts"
import { titleEditsIn, watchEditsIn } from "./edits.ts"
import { listsIn, ratingOf, shownWatches } from "./lists.ts"
import { watchingSearch } from "./search.ts"
import { rebuildWatches } from "./merge.ts"
import { migrateWatching } from "./migrations.ts"
import { reviewIn } from "./review.ts"
import { readDated, readReviews, readShows, readTitles } from "./rows.ts"
import { statsIn } from "./stats.ts"
import { writeWatching } from "./writer.ts"

/** Watches in SQL, merged in the owner's time zone. */
export const layer = Layer.effect(
  WatchingStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const zone = yield* DateTime.CurrentTimeZone
    yield* migrateWatching
    yield* keepZone(sql, zone, {
      domain: "watching",
      table: "watching_zone",
      work: "putting watches together",
      findAnew: (long) => rebuildWatches(long, zone),
    })

    const { journal, write } = yield* journalIn("watching", (client) => ({
      select: client`select (watches.id::text) collate "C" as id, at, day, precision = 'day' as day_only, 1 as count,
          watches.id as watch_id, title_id, name as title, year, image_url, precision,
          case when watches.kind = 'show' then season end as season,
          case when watches.kind = 'show' then episode end as episode
        from watches join titles on titles.id = title_id where day is not null`,
      ownDays: true,
      columns: client`watch_id, title_id, title, year, image_url, season, episode, at, precision, day::text as day`,
      read: (rows) => readDated(rows).map(watchEntry),
    }))
    const cursors = cursorsIn(sql, "watching_cursors")

    const store = Effect.fn("WatchingStore.store")(function* (
      records: ReadonlyArray<WatchingRecord>,
      cursor?: SourceCursor,
    ) {
      return yield* write(Effect.tap(writeWatching(sql, zone, records), cursors.save(cursor)))
    }, Effect.orDie)

    const reviews = Effect.fn("WatchingStore.reviews")(function* (page: PageRequest) {
      const items = readReviews(
        yield* sql`select titles.id, name as title, year, coalesce(tmdb, 0) as movie_db_id, image_url,
            watch.at as watched_at, watch.source, review,
            ${ratingOf(sql)} as half_stars
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
    }, Effect.orDie)

    /** The shows of a range. Watches of a known time have a day, which is indexed. */
    const showsIn = (range: DateRange) => {
      const isFirst =
        range.from === undefined
          ? sql`before is null`
          : sql`(before is null or before < ${instant(range.from)})`
      return sql`select title_id, (count(*) filter (where ${isFirst}))::int as episodes_watched, bit_or(month) as months
        from watches where kind = 'show' and day is not null and ${inRange(sql, "at", range)} group by title_id`
    }

    const watchedShows = Effect.fn("WatchingStore.watchedShows")(function* (range: DateRange, limit: number) {
      const shows = isEverything(range)
        ? sql`select title_id, episodes_watched, months from seen_titles where kind = 'show'`
        : showsIn(range)
      return readShows(
        yield* sql`select id, name as title, year, coalesce(tmdb, 0) as movie_db_id, image_url, total_episodes,
            episodes_watched, months
          from (${shows}) as shows join titles on id = title_id
          order by episodes_watched desc, name collate "C", id limit ${limit}`,
      )
    }, Effect.orDie)

    const titlesToDescribe = Effect.fn("WatchingStore.titlesToDescribe")(function* (
      checkedBefore: EpochMillis,
      limit: number,
    ) {
      const { titles: edits } = yield* editsOf(sql)
      const isShown = edits.isNone ? sql`true` : sql`not id = any(${ints(edits.hidden)})`
      const titles = readTitles(
        yield* sql`select *, array(
            select key from title_keys where title_id = titles.id and key like 'episode %' order by key limit 10
          ) as keys
          from titles where (checked_at is null or running or not described)
            and (checked_at is null or checked_at < ${instant(checkedBefore)}) and ${isShown}
          order by checked_at is not null, id limit ${limit}`,
      )
      const told = edits.isNone ? titles : yield* sourceTitles(sql, titles)
      return told.map((title) => toDescribe(title, title.keys))
    }, Effect.orDie)

    const describe = Effect.fn("WatchingStore.describe")(function* (
      id: TitleId,
      checkedAt: EpochMillis,
      details: TitleDetails | undefined,
    ) {
      yield* write(writeDetails(sql, zone, id, checkedAt, details))
    }, Effect.orDie)

    const { searchable } = yield* watchingSearch
    const byHand = watchEditsIn(sql, zone)
    const watchOf = (id: WatchId) =>
      Effect.map(shownWatches(sql, sql`select * from watches where id = ${id}`), ([shown]) =>
        Option.fromUndefinedOr(shown),
      )

    return WatchingStore.of({
      searchable,
      journal,
      store,
      cursor: cursors.read,
      reviews,
      watchedShows,
      titlesToDescribe,
      describe,
      lists: listsIn(sql, zone),
      stats: statsIn(sql, zone),
      review: reviewIn(sql, zone),
      createItem: Effect.fn("WatchingStore.addByHand")(
        function* (record: WatchRecord) {
          const added = Effect.gen(function* () {
            yield* byHand.fit(record)
            const { isNew, watch } = yield* writeByHand(sql, zone, record)
            const at = yield* Clock.currentTimeMillis
            const { id, isShown } = yield* byHand.showAgain(watch, {
              type: "watch",
              action: "add",
              fields: {},
              at,
            })
            return { isNew: isNew || !isShown, id }
          })
          const { id, isNew } = yield* write(added)
          return { watch: mustFind(Option.getOrUndefined(yield* watchOf(id)), "watch", id), isNew }
        },
        Effect.catchTag("SqlError", Effect.die),
      ),
      watch: Effect.fn("WatchingStore.watch")(function* (id: WatchId) {
        const found = yield* watchOf(id)
        if (Option.isSome(found)) return found
        const led = yield* byHand.find(id)
        return led === undefined ? Option.none() : yield* watchOf(led.id)
      }, Effect.orDie),
      edits: editStoreOf([byHand.edits, titleEditsIn(sql, zone)], (change) =>
        Effect.catchTag(write(change), "SqlError", Effect.die),
      ),
      removeItem: Effect.fn("WatchingStore.removeByHand")(function* (id: WatchId) {
        return yield* write(removeItem(sql, zone, id))
      }, Effect.orDie),
    })
  }),
)
