import {
  editedFilms,
  editedRecords,
  filmKeys,
  type ListedFilm,
  recordKeys,
  type SourcedRecord,
} from "@daybook/collecting"
import { editItems, numbersIn } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as SqlClient from "effect/sql/SqlClient"
import { editLogIn } from "../kernel/edits.ts"
import { ints, texts } from "../sql/parameters.ts"
import { valuesOf } from "../sql/table.ts"
import {
  listedFilms,
  ownedFilms,
  sourcedRecords,
  withFilmKeys,
  writtenRecords,
  withRecordKeys,
} from "./rows.ts"

const readIds = valuesOf(Schema.String)

const numbersOf = (ids: ReadonlyArray<string>) => ints(numbersIn(ids))

/** The edits by hand of records in SQL. */
export const editedRecordsIn = (sql: SqlClient.SqlClient) =>
  editItems(editLogIn(sql, "collecting"), editedRecords, {
    read: Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
      return sourcedRecords.read(
        yield* sql`select ${sourcedRecords.columns} from owned_records where id = any(${numbersOf(ids)})`,
      )
    }, Effect.orDie),
    put: Effect.fnUntraced(function* (records: ReadonlyArray<SourcedRecord>) {
      if (records.length === 0) return
      const rows = records.map((record) => ({ ...record, ...recordKeys(record) }))
      yield* sql`${writtenRecords.insert(rows)} on conflict (id) ${writtenRecords.replace("id")}`
    }, Effect.orDie),
    remove: (ids) => Effect.orDie(sql`delete from owned_records where id = any(${numbersOf(ids)})`),
    nextId: sql`select nextval(pg_get_serial_sequence('owned_records', 'id'))::text`.pipe(
      Effect.map((rows) => readIds(rows)[0] ?? ""),
      Effect.orDie,
    ),
    same: Effect.fnUntraced(function* (record: SourcedRecord) {
      const { artistKey, formatKey, titleKey } = withRecordKeys(record)
      return readIds(
        yield* sql`select id::text from owned_records where artist_key = ${artistKey} and title_key = ${titleKey}
          and (${formatKey} = '' or format_key in ('', ${formatKey}))
          and (${record.year}::int = 0 or year in (0, ${record.year})) order by owned_records.id limit 1`,
      )[0]
    }, Effect.orDie),
  })

/** The edits by hand of films in SQL. */
export const editedFilmsIn = (sql: SqlClient.SqlClient) =>
  editItems(editLogIn(sql, "collecting"), editedFilms, {
    read: Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
      return listedFilms.read(
        yield* sql`select ${listedFilms.columns} from owned_films where id = any(${texts(ids)})`,
      )
    }, Effect.orDie),
    put: Effect.fnUntraced(function* (films: ReadonlyArray<ListedFilm>) {
      if (films.length === 0) return
      yield* sql`${ownedFilms.insert(films.map(withFilmKeys))} on conflict (id) ${ownedFilms.replace("id")}`
    }, Effect.orDie),
    remove: (ids) => Effect.orDie(sql`delete from owned_films where id = any(${texts(ids)})`),
    same: Effect.fnUntraced(function* (film: ListedFilm) {
      const { formatKey, titleKey } = filmKeys(film)
      const { movieDbId, year } = film
      return readIds(
        yield* sql`select id from owned_films where (${formatKey} = '' or format_key in ('', ${formatKey}))
          and case when movie_db_id = 0 or ${movieDbId}::int = 0
            then title_key = ${titleKey} and (${year}::int = 0 or year in (0, ${year}))
            else movie_db_id = ${movieDbId} end
          order by id limit 1`,
      )[0]
    }, Effect.orDie),
  })
