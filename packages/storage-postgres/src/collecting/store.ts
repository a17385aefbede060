import { type EpochMillis, lastOfEach, type SourceCursor } from "@daybook/kernel"
import {
  CollectingStore,
  filmEntry,
  type OwnedFilm,
  type OwnedRecord,
  recordEntry,
  type RecordId,
  type ReleaseDetails,
  type Unread,
} from "@daybook/collecting"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { migrateCollecting } from "./migrations.ts"
import { reviewIn } from "./review.ts"
import { collectingSearch } from "./search.ts"
import { cursorsIn } from "../sql/cursors.ts"
import { bigints, instant, ints, texts } from "../sql/parameters.ts"
import { foldNames } from "./foldNames.ts"
import { listsIn } from "./lists.ts"
import {
  detailsRow,
  ownedFilms,
  ownedRecords,
  readAdded,
  readFormats,
  readReleaseIds,
  releaseDetails,
  storedRecords,
  withFilmKeys,
  withRecordKeys,
} from "./rows.ts"
import { journalIn } from "../journal/index.ts"

/** Records and films in SQL. */
export const layer = Layer.effect(
  CollectingStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* migrateCollecting
    const { journal, write } = yield* journalIn("collecting", (client) => ({
      select: client`select ('record:' || id) collate "C" as id, added_at as at, false as day_only, 1 as count,
          true as is_record, id as record_id, source, ''::text as film_id,
          title, artist, year, format, cover_url, added_at
        from owned_records where added_at is not null
        union all
        select ('media:' || source || ':' || film_id || ':' || format) collate "C", added_at, false, 1,
          false, 0, source, film_id, title, '', year, format, '', added_at
        from owned_films where added_at is not null`,
      ownDays: false,
      columns: client.literal("*"),
      read: (rows) => readAdded(rows).map((row) => (row.isRecord ? recordEntry(row) : filmEntry(row))),
    }))
    yield* foldNames
    const { searchable } = yield* collectingSearch
    const cursors = cursorsIn(sql, "collecting_cursors")
    const upsertRecords = Effect.fnUntraced(function* (
      all: ReadonlyArray<OwnedRecord>,
      which: Fragment,
      conflict: Fragment,
    ) {
      if (all.length === 0) return 0
      // An unchanged row is not written, so that the rows returned are those that changed.
      const changed = yield* sql`
        insert into owned_records (${ownedRecords.names})
        select ${ownedRecords.names} from ${ownedRecords.unnest(all.map(withRecordKeys))} with ordinality
          as incoming (${ownedRecords.names}, place)
        where ${which} order by place
        on conflict ${conflict} ${ownedRecords.overKnown("source", "instanceId")}
        returning id`
      return changed.length
    })

    const writeRecords = Effect.fnUntraced(function* (batch: ReadonlyArray<OwnedRecord>) {
      const known = lastOfEach(
        batch.filter(({ instanceId }) => instanceId !== 0),
        ({ instanceId, source }) => `${instanceId} ${source}`,
      )
      const ofFiles = lastOfEach(
        batch.filter(({ instanceId }) => instanceId === 0),
        ({ addedAt, releaseId, source }) => `${releaseId} ${addedAt} ${source}`,
      )
      const changed = yield* upsertRecords(
        known,
        sql`true`,
        sql`(source, instance_id) where instance_id <> 0`,
      )
      const added = yield* upsertRecords(
        ofFiles,
        sql`not exists (select from owned_records as known where known.instance_id <> 0
          and known.source = incoming.source and known.release_id = incoming.release_id)`,
        sql`(source, release_id, added_at) where instance_id = 0`,
      )
      if (changed > 0) {
        yield* sql`delete from owned_records as guess where instance_id = 0
          and exists (select from owned_records as known where known.instance_id <> 0
            and known.source = guess.source and known.release_id = guess.release_id)`
      }
      return changed + added
    })

    const storeRecords = Effect.fn("CollectingStore.storeRecords")(function* (
      records: ReadonlyArray<OwnedRecord>,
      cursor?: SourceCursor,
    ) {
      return yield* write(Effect.tap(writeRecords(records), cursors.save(cursor)))
    }, Effect.orDie)

    const recordsBeside = Effect.fn("CollectingStore.recordsBeside")(function* (
      source: string,
      instances: ReadonlySet<number>,
    ) {
      return storedRecords.read(
        yield* sql`select ${storedRecords.columns} from owned_records
          where source = ${source} and instance_id <> all(${bigints([...instances])})
          order by instance_id, id`,
      )
    }, Effect.orDie)

    const removeRecords = Effect.fn("CollectingStore.removeRecords")(function* (
      ids: ReadonlyArray<RecordId>,
    ) {
      const removed = yield* write(sql`delete from owned_records where id = any(${ints(ids)}) returning id`)
      return removed.length
    }, Effect.orDie)

    const releasesToDescribe = Effect.fn("CollectingStore.releasesToDescribe")(function* (
      source: string,
      askedBefore: EpochMillis,
      limit: number,
    ) {
      return readReleaseIds(
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
      const row = detailsRow(source, releaseId, askedAt, details)
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
      const all = lastOfEach(films, ({ filmId, format }) => JSON.stringify([filmId, format]))
      const keys = sql`unnest(${texts(all.map(({ filmId }) => filmId))}, ${texts(all.map(({ format }) => format))})`
      if (unread !== undefined)
        yield* sql`delete from owned_films where source = ${source} and film_id <> all(${texts(unread)})
        and not exists (select from ${keys} as kept (film_id, format)
          where kept.film_id = owned_films.film_id and kept.format = owned_films.format)`
      if (all.length === 0) return 0
      const changed = yield* sql`${ownedFilms.insert(all.map((film) => withFilmKeys({ ...film, source })))}
        on conflict (source, film_id, format) ${ownedFilms.overKnown("source", "filmId", "format")}
        returning 1`
      return changed.length
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
      Effect.map(readFormats),
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
      lists: listsIn(sql),
      replaceFilms,
      mediaFormats,
    })
  }),
)
