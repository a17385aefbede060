import { type EpochMillis, lastOfEach, type PageRequest, type SourceCursor } from "@daybook/kernel"
import { CollectingStore, type OwnedFilm, type OwnedRecord, RecordId, type Unread } from "@daybook/collecting"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { countRows, onPage } from "../sql/paging.ts"
import { migrateCollecting } from "./migrations.ts"
import { cursorsIn } from "../sql/cursors.ts"
import { overKnown } from "../sql/overKnown.ts"
import { bigints, instants, ints, texts } from "../sql/parameters.ts"
import { writerOf } from "../kernel/dataVersions.ts"
import { migrateVersions } from "../kernel/migrations.ts"

const RecordRow = Schema.Struct({
  id: RecordId,
  source: Schema.String,
  instance_id: Schema.Finite,
  release_id: Schema.Finite,
  title: Schema.String,
  artist: Schema.String,
  year: Schema.Int,
  format: Schema.String,
  cover_url: Schema.String,
  added_at: Schema.NullOr(Schema.Date),
})

const decodeRecords = Schema.decodeUnknownEffect(Schema.Array(RecordRow))

const toRecord = (row: typeof RecordRow.Type) => ({
  id: row.id,
  source: row.source,
  instanceId: row.instance_id,
  releaseId: row.release_id,
  title: row.title,
  artist: row.artist,
  year: row.year,
  format: row.format,
  imageUrl: row.cover_url,
  addedAt: row.added_at?.getTime(),
})

const times = (all: ReadonlyArray<{ readonly addedAt: EpochMillis | undefined }>) =>
  instants(all.map(({ addedAt }) => addedAt ?? null))

/** Records and films in SQL. */
export const layer = Layer.effect(
  CollectingStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* migrateVersions
    yield* migrateCollecting
    const write = writerOf(sql, "collecting")
    const cursors = cursorsIn(sql, "collecting_cursors")
    // A bigint would come as BigInt; these numbers are exact as double precision.
    const columns = sql.literal(
      "id, source, instance_id::float8, release_id::float8, title, artist, year, format, cover_url, added_at",
    )

    const overRecord = overKnown(sql, "owned_records", {
      release_id: "0",
      title: "''",
      artist: "''",
      year: "0",
      format: "''",
      cover_url: "''",
      added_at: "'epoch'",
    })
    const overFilm = overKnown(sql, "owned_films", {
      movie_db_id: "0",
      title: "''",
      year: "0",
      added_at: "'epoch'",
    })

    const upsertRecords = Effect.fnUntraced(function* (
      all: ReadonlyArray<OwnedRecord>,
      which: Fragment,
      conflict: Fragment,
    ) {
      if (all.length === 0) return 0
      // What is known and unchanged is not written, so that the rows returned are those that changed.
      const changed = yield* sql`
        insert into owned_records
          (source, instance_id, release_id, title, artist, year, format, cover_url, added_at)
        select source, instance_id, release_id, title, artist, year, format, cover_url, added_at from unnest(
          ${texts(all.map(({ source }) => source))}, ${bigints(all.map(({ instanceId }) => instanceId))},
          ${bigints(all.map(({ releaseId }) => releaseId))}, ${texts(all.map(({ title }) => title))},
          ${texts(all.map(({ artist }) => artist))}, ${ints(all.map(({ year }) => year))},
          ${texts(all.map(({ format }) => format))}, ${texts(all.map(({ imageUrl }) => imageUrl))}, ${times(all)}
        ) with ordinality
          as incoming (source, instance_id, release_id, title, artist, year, format, cover_url, added_at, place)
        where ${which} order by place
        on conflict ${conflict} ${overRecord}
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
      const rows = yield* decodeRecords(
        yield* sql`select ${columns} from owned_records
          where source = ${source} and instance_id <> all(${bigints([...instances])})
          order by instance_id, id`,
      )
      return rows.map(toRecord)
    }, Effect.orDie)

    const removeRecords = Effect.fn("CollectingStore.removeRecords")(function* (
      ids: ReadonlyArray<RecordId>,
    ) {
      const removed = yield* write(sql`delete from owned_records where id = any(${ints(ids)}) returning id`)
      return removed.length
    }, Effect.orDie)

    const records = Effect.fn("CollectingStore.records")(function* (page: PageRequest) {
      const rows = yield* decodeRecords(
        yield* sql`select ${columns} from owned_records order by added_at desc nulls last, id desc
          ${onPage(sql, page)}`,
      )
      const total = yield* countRows(sql, sql`owned_records`)
      return { items: rows.map(toRecord), total }
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
      const changed = yield* sql`
        insert into owned_films (source, film_id, format, movie_db_id, title, year, added_at)
        select ${source}::text, * from unnest(
          ${texts(all.map(({ filmId }) => filmId))}, ${texts(all.map(({ format }) => format))},
          ${ints(all.map(({ movieDbId }) => movieDbId))}, ${texts(all.map(({ title }) => title))},
          ${ints(all.map(({ year }) => year))}, ${times(all)}
        )
        on conflict (source, film_id, format) ${overFilm}
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

    const mediaFormats = sql<{ name: string; count: number }>`
      select format as name, count(distinct (
          movie_db_id, case when movie_db_id = 0 then source end, case when movie_db_id = 0 then film_id end
        ))::int as count
      from owned_films where format <> '' group by format order by count desc, name`.pipe(
      Effect.orDie,
      Effect.withSpan("CollectingStore.mediaFormats"),
    )

    return CollectingStore.of({
      storeRecords,
      cursor: cursors.read,
      recordsBeside,
      removeRecords,
      records,
      replaceFilms,
      mediaFormats,
    })
  }),
)
