import {
  CollectingStore,
  filmEntry,
  mediaId,
  type OwnedFilm,
  type OwnedRecord,
  recordEntry,
  type RecordId,
  type ReleaseDetails,
  type Unread,
} from "@daybook/collecting"
import { editStoreOf, type EpochMillis, dedupeByKey, type SourceCursor } from "@daybook/kernel"
import { editedFilmsOf, editedRecordsOf, Rows } from "@daybook/storage-sql/collecting"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { journalIn } from "../journal/index.ts"
import { writerOf } from "../kernel/dataVersions.ts"
import { cursorsIn } from "../sql/cursors.ts"
import { Database } from "../sql/database.ts"
import { jsonList } from "../sql/table.ts"
import { sqlOf } from "../sql/sql.ts"
import { filmKey, listsIn } from "./lists.ts"
import { migrateCollecting } from "./migrations.ts"
import { recordsIn } from "./records.ts"
import { reviewIn } from "./review.ts"
import { ownedFilms, releaseDetails } from "./rows.ts"
import { collectingSearch } from "./search.ts"

/** Collections in SQLite. */
export const layer = Layer.effect(
  CollectingStore,
  Effect.gen(function* () {
    const database = yield* Database
    const { all, many, read, sql } = database
    yield* migrateCollecting
    const { journal, settle } = yield* journalIn("collecting", {
      select: sql`select 'record:' || id as id, added_at as at, 0 as day_only, 1 as count,
          id as record_id, '' as film_id, title, artist, year, cover_url, added_at
        from owned_records where added_at is not null
        union all
        select 'media:' || id, added_at, 0, 1, null, id, title, '', year, '', added_at
        from owned_films where added_at is not null`,
      ownDays: false,
      columns: sql.literal("*"),
      read: (rows) =>
        Rows.readAdded(rows).map(({ filmId, recordId, ...row }) =>
          recordId === undefined ? filmEntry({ ...row, id: filmId }) : recordEntry({ ...row, id: recordId }),
        ),
    })
    const search = yield* collectingSearch(database)
    const write = yield* writerOf("collecting", [settle, search.settle])
    const cursors = cursorsIn(database, "collecting_cursors")
    const recordsByHand = editedRecordsOf(sqlOf(database))
    const filmsByHand = editedFilmsOf(sqlOf(database))
    const records = recordsIn(database, recordsByHand)

    const storeRecords = Effect.fn("CollectingStore.storeRecords")(
      (batch: ReadonlyArray<OwnedRecord>, cursor?: SourceCursor) =>
        write(Effect.tap(records.write(batch), cursors.save(cursor))),
    )

    const recordsBeside = Effect.fn("CollectingStore.recordsBeside")(
      (source: string, instances: ReadonlySet<number>) => read(records.beside(source, instances)),
    )

    const removeRecords = Effect.fn("CollectingStore.removeRecords")((ids: ReadonlyArray<RecordId>) =>
      write(records.remove(ids)),
    )

    const releasesToDescribe = Effect.fn("CollectingStore.releasesToDescribe")(
      (source: string, askedBefore: EpochMillis, limit: number) =>
        read(() =>
          Rows.readReleaseIds(
            all(sql`select release_id from owned_records left join release_details using (source, release_id)
              where source = ${source} and release_id > 0
                and (asked_at is null or (not found and asked_at < ${askedBefore}))
              group by release_id, asked_at
              order by asked_at nulls first, max(added_at) desc nulls last, release_id limit ${limit}`),
          ),
        ),
    )

    const describeRelease = Effect.fn("CollectingStore.describeRelease")(
      (source: string, releaseId: number, askedAt: EpochMillis, details: ReleaseDetails | undefined) =>
        write(
          Effect.sync(() => {
            const row = Rows.detailsRow(source, releaseId, askedAt, details)
            const end = `${releaseDetails.replace("source", "releaseId")} and (excluded.found or not release_details.found)`
            many(releaseDetails.insert([row], end))
          }),
        ),
    )

    const upsertFilms = Effect.fnUntraced(function* (
      source: string,
      films: ReadonlyArray<OwnedFilm>,
      unread: Unread,
    ) {
      const latest = dedupeByKey(
        films.map((film) => ({ ...film, source, id: mediaId({ ...film, source }) })),
        ({ id }) => id,
      )
      const ids = latest.map(({ id }) => id)
      if (unread !== undefined) {
        const gone = (yield* filmsByHand.kept).filter(
          (film) => film.source === source && !ids.includes(film.id) && !unread.includes(film.filmId),
        )
        yield* filmsByHand.forget(gone.map(({ id }) => id))
        all(sql`delete from owned_films where source = ${source}
          and film_id not in (select value from json_each(${jsonList(unread)}))
          and id not in (select value from json_each(${jsonList(ids)}))`)
      }
      const told = yield* filmsByHand.tell(latest)
      const end = `${ownedFilms.mergeKnown("id")} returning id`
      return told.changed + many(ownedFilms.insert(told.untouched.map(Rows.withFilmKeys), end)).length
    })

    const replaceFilms = Effect.fn("CollectingStore.replaceFilms")(
      (source: string, films: ReadonlyArray<OwnedFilm>, unread: Unread) =>
        write(upsertFilms(source, films, unread)),
    )

    const mediaFormats = read(() =>
      Rows.readFormats(
        all(sql`select format as name, count(distinct ${filmKey(sql)}) as count
          from owned_films where format <> '' group by format order by count desc, name`),
      ),
    ).pipe(Effect.withSpan("CollectingStore.mediaFormats"))

    return CollectingStore.of({
      journal,
      review: reviewIn(database),
      searchable: search.searchable,
      storeRecords,
      cursor: cursors.read,
      recordsBeside,
      removeRecords,
      releasesToDescribe,
      describeRelease,
      edits: editStoreOf([recordsByHand, filmsByHand], write),
      lists: listsIn(database, recordsByHand.leadsTo, filmsByHand.leadsTo),
      replaceFilms,
      mediaFormats,
    })
  }),
)
