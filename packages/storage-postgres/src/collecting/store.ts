import { editStoreOf, type EpochMillis, dedupeByKey, type SourceCursor } from "@daybook/kernel"
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
import { editedFilmsOf, editedRecordsOf, Rows } from "@daybook/storage-sql/collecting"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { migrateCollecting } from "./migrations.ts"
import { reviewIn } from "./review.ts"
import { collectingSearch } from "./search.ts"
import { cursorsIn } from "../sql/cursors.ts"
import { sqlOf } from "../sql/sql.ts"
import { instant, texts } from "../sql/parameters.ts"
import { recordsIn } from "./records.ts"
import { foldNames } from "./foldNames.ts"
import { listsIn } from "./lists.ts"
import { ownedFilms, releaseDetails } from "./rows.ts"
import { journalIn } from "../journal/index.ts"

/** Records and films in SQL. */
export const layer = Layer.effect(
  CollectingStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* migrateCollecting
    const { journal, write } = yield* journalIn("collecting", (client) => ({
      select: client`select ('record:' || id) collate "C" as id, added_at as at, false as day_only, 1 as count,
          id as record_id, '' as film_id, title, artist, year, cover_url, added_at
        from owned_records where added_at is not null
        union all
        select ('media:' || id) collate "C", added_at, false, 1, null, id, title, '', year, '', added_at
        from owned_films where added_at is not null`,
      ownDays: false,
      columns: client.literal("*"),
      read: (rows) =>
        Rows.readAdded(rows).map(({ filmId, recordId, ...row }) =>
          recordId === undefined ? filmEntry({ ...row, id: filmId }) : recordEntry({ ...row, id: recordId }),
        ),
    }))
    yield* foldNames
    const { searchable } = yield* collectingSearch
    const cursors = cursorsIn(sql, "collecting_cursors")
    const recordsByHand = editedRecordsOf(sqlOf(sql))
    const filmsByHand = editedFilmsOf(sqlOf(sql))
    const records = recordsIn(sql, recordsByHand)

    const storeRecords = Effect.fn("CollectingStore.storeRecords")(function* (
      batch: ReadonlyArray<OwnedRecord>,
      cursor?: SourceCursor,
    ) {
      return yield* write(Effect.tap(records.write(batch), cursors.save(cursor)))
    }, Effect.orDie)

    const recordsBeside = Effect.fn("CollectingStore.recordsBeside")(records.beside, Effect.orDie)

    const removeRecords = Effect.fn("CollectingStore.removeRecords")(function* (
      ids: ReadonlyArray<RecordId>,
    ) {
      return yield* write(records.remove(ids))
    }, Effect.orDie)

    const releasesToDescribe = Effect.fn("CollectingStore.releasesToDescribe")(function* (
      source: string,
      askedBefore: EpochMillis,
      limit: number,
    ) {
      return Rows.readReleaseIds(
        yield* sql`select release_id::float8 from owned_records left join release_details using (source, release_id)
          where source = ${source} and release_id > 0
            and (asked_at is null or (not found and asked_at < ${instant(askedBefore)}))
          group by release_id, asked_at
          order by asked_at nulls first, max(added_at) desc nulls last, release_id limit ${limit}`,
      )
    }, Effect.orDie)

    const describeRelease = Effect.fn("CollectingStore.describeRelease")(function* (
      source: string,
      releaseId: number,
      askedAt: EpochMillis,
      details: ReleaseDetails | undefined,
    ) {
      const row = Rows.detailsRow(source, releaseId, askedAt, details)
      yield* write(
        sql`${releaseDetails.insert([row])} on conflict (source, release_id)
          ${releaseDetails.replace("source", "releaseId")} and (excluded.found or not release_details.found)`,
      )
    }, Effect.orDie)

    const upsertFilms = Effect.fnUntraced(function* (
      source: string,
      films: ReadonlyArray<OwnedFilm>,
      unread: Unread,
    ) {
      const all = dedupeByKey(
        films.map((film) => ({ ...film, source, id: mediaId({ ...film, source }) })),
        ({ id }) => id,
      )
      const ids = all.map(({ id }) => id)
      if (unread !== undefined) {
        const gone = (yield* filmsByHand.kept).filter(
          (film) => film.source === source && !ids.includes(film.id) && !unread.includes(film.filmId),
        )
        yield* filmsByHand.forget(gone.map(({ id }) => id))
        yield* sql`delete from owned_films where source = ${source} and film_id <> all(${texts(unread)})
          and id <> all(${texts(ids)})`
      }
      const told = yield* filmsByHand.tell(all)
      if (told.untouched.length === 0) return told.changed
      const changed = yield* sql`${ownedFilms.insert(told.untouched.map(Rows.withFilmKeys))}
        on conflict (id) ${ownedFilms.mergeKnown("id")} returning 1`
      return told.changed + changed.length
    })

    const replaceFilms = Effect.fn("CollectingStore.replaceFilms")(function* (
      source: string,
      films: ReadonlyArray<OwnedFilm>,
      unread: Unread,
    ) {
      return yield* write(upsertFilms(source, films, unread))
    }, Effect.orDie)

    const mediaFormats = sql`
      select format as name, count(distinct (
          movie_db_id, case when movie_db_id = 0 then source end, case when movie_db_id = 0 then film_id end
        ))::int as count
      from owned_films where format <> '' group by format order by count desc, name`.pipe(
      Effect.map(Rows.readFormats),
      Effect.orDie,
      Effect.withSpan("CollectingStore.mediaFormats"),
    )

    return CollectingStore.of({
      journal,
      review: reviewIn(sql),
      searchable,
      storeRecords,
      cursor: cursors.read,
      recordsBeside,
      removeRecords,
      releasesToDescribe,
      describeRelease,
      edits: editStoreOf([recordsByHand, filmsByHand], (change) =>
        Effect.catchTag(write(change), "SqlError", Effect.die),
      ),
      lists: listsIn(sql, recordsByHand.leadsTo, filmsByHand.leadsTo),
      replaceFilms,
      mediaFormats,
    })
  }),
)
