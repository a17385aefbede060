import { editedFilms, editedRecords, filmKeys, recordKeys } from "@daybook/collecting"
import { editItems, numbersIn } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { editLogIn } from "../kernel/edits.ts"
import type { Database } from "../sql/database.ts"
import { takeId } from "../sql/nextId.ts"
import { jsonList, valuesOf } from "../sql/table.ts"
import {
  listedFilms,
  ownedFilms,
  sourcedRecords,
  withFilmKeys,
  withRecordKeys,
  writtenRecords,
} from "./rows.ts"

const readIds = valuesOf(Schema.String)

/** The edits by hand of records. */
export const editedRecordsIn = (database: Database["Service"]) => {
  const { all, many, sql } = database
  const among = (ids: ReadonlyArray<string>) =>
    sql`id in (select value from json_each(${jsonList(numbersIn(ids))}))`
  return editItems(editLogIn(database, "collecting"), editedRecords, {
    read: (ids) =>
      Effect.sync(() =>
        sourcedRecords.read(
          all(sql`select ${sourcedRecords.columns} from owned_records where ${among(ids)}`),
        ),
      ),
    put: (records) =>
      Effect.sync(() => {
        const rows = records.map((record) => ({ ...record, ...recordKeys(record) }))
        many(writtenRecords.insert(rows, writtenRecords.replace("id")))
      }),
    remove: (ids) => Effect.sync(() => void all(sql`delete from owned_records where ${among(ids)}`)),
    nextId: Effect.sync(() => String(takeId(database, "owned_records"))),
    same: (record) =>
      Effect.sync(() => {
        const { artistKey, formatKey, titleKey } = withRecordKeys(record)
        return readIds(
          all(sql`select cast(id as text) from owned_records where artist_key = ${artistKey} and title_key = ${titleKey}
            and (${formatKey} = '' or format_key in ('', ${formatKey}))
            and (${record.year} = 0 or year in (0, ${record.year})) order by id limit 1`),
        )[0]
      }),
  })
}

/** The edits by hand of films. */
export const editedFilmsIn = (database: Database["Service"]) => {
  const { all, many, sql } = database
  const among = (ids: ReadonlyArray<string>) => sql`id in (select value from json_each(${jsonList(ids)}))`
  return editItems(editLogIn(database, "collecting"), editedFilms, {
    read: (ids) =>
      Effect.sync(() =>
        listedFilms.read(all(sql`select ${listedFilms.columns} from owned_films where ${among(ids)}`)),
      ),
    put: (films) =>
      Effect.sync(() => void many(ownedFilms.insert(films.map(withFilmKeys), ownedFilms.replace("id")))),
    remove: (ids) => Effect.sync(() => void all(sql`delete from owned_films where ${among(ids)}`)),
    same: (film) =>
      Effect.sync(() => {
        const { formatKey, titleKey } = filmKeys(film)
        const { movieDbId, year } = film
        return readIds(
          all(sql`select id from owned_films where (${formatKey} = '' or format_key in ('', ${formatKey}))
            and case when movie_db_id = 0 or ${movieDbId} = 0
              then title_key = ${titleKey} and (${year} = 0 or year in (0, ${year}))
              else movie_db_id = ${movieDbId} end
            order by id limit 1`),
        )[0]
      }),
  })
}
