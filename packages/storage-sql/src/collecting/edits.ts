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
import { editLogOf } from "../kernel/edits.ts"
import { nextIdOf, type Sql } from "../sql.ts"
import { valuesOf } from "../table.ts"
import * as Rows from "./rows.ts"

const readIds = valuesOf(Schema.String)

/** The edits of records. */
export const editedRecordsOf = (database: Sql) => {
  const { amongNumbers, sql, tableOf } = database
  const [sourced, written] = [tableOf(Rows.sourcedRecords), tableOf(Rows.writtenRecords)]
  const among = (ids: ReadonlyArray<string>) => amongNumbers("id", numbersIn(ids))
  return editItems(editLogOf(database, "collecting"), editedRecords, {
    read: (ids) =>
      sql`select ${sourced.columns} from owned_records where ${among(ids)}`.pipe(
        Effect.map(sourced.read),
        Effect.orDie,
      ),
    put: (records) =>
      written
        .replace(
          records.map((record) => ({ ...record, ...recordKeys(record) })),
          "id",
        )
        .pipe(Effect.asVoid, Effect.orDie),
    remove: (ids) => Effect.orDie(sql`delete from owned_records where ${among(ids)}`),
    nextId: nextIdOf(database, "owned_records"),
    same: Effect.fnUntraced(function* (record: SourcedRecord) {
      const { artistKey, formatKey, titleKey } = Rows.withRecordKeys(record)
      return readIds(
        yield* sql`select cast(id as text) from owned_records
          where artist_key = ${artistKey} and title_key = ${titleKey}
            and (${formatKey} = '' or format_key in ('', ${formatKey}))
            and (cast(${record.year} as int) = 0 or year in (0, ${record.year}))
          order by owned_records.id limit 1`,
      )[0]
    }, Effect.orDie),
  })
}

/** The edits of films. */
export const editedFilmsOf = (database: Sql) => {
  const { amongTexts, sql, tableOf } = database
  const [listed, owned] = [tableOf(Rows.listedFilms), tableOf(Rows.ownedFilms)]
  return editItems(editLogOf(database, "collecting"), editedFilms, {
    read: (ids) =>
      sql`select ${listed.columns} from owned_films where ${amongTexts("id", ids)}`.pipe(
        Effect.map(listed.read),
        Effect.orDie,
      ),
    put: (films) => owned.replace(films.map(Rows.withFilmKeys), "id").pipe(Effect.asVoid, Effect.orDie),
    remove: (ids) => Effect.orDie(sql`delete from owned_films where ${amongTexts("id", ids)}`),
    same: Effect.fnUntraced(function* (film: ListedFilm) {
      const { formatKey, titleKey } = filmKeys(film)
      const { movieDbId, year } = film
      return readIds(
        yield* sql`select id from owned_films where (${formatKey} = '' or format_key in ('', ${formatKey}))
          and case when movie_db_id = 0 or cast(${movieDbId} as int) = 0
            then title_key = ${titleKey} and (cast(${year} as int) = 0 or year in (0, ${year}))
            else movie_db_id = ${movieDbId} end
          order by id limit 1`,
      )[0]
    }, Effect.orDie),
  })
}
