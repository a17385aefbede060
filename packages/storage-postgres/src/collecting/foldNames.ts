import { filmKeys, recordKeys } from "@daybook/collecting"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import { forLongWork, waitingForLocks } from "../sql/longWork.ts"
import { texts } from "../sql/parameters.ts"
import { rowsOf } from "../sql/table.ts"

const key = Schema.String

/** Records and films without folded names. */
const readUnfolded = rowsOf(Schema.Struct({ key, artist: key, title: key, format: key }))

/** Folds the names of records and films that an earlier version stored. */
export const foldNames = Effect.gen(function* () {
  const sql = forLongWork(yield* SqlClient.SqlClient)
  const unfolded = sql`
    select ctid::text as key, artist, title, format from owned_records where artist_key is null`
  const unfoldedFilms = sql`
    select ctid::text as key, '' as artist, title, format from owned_films where title_key is null`
  const fold = Effect.gen(function* () {
    const records = readUnfolded(yield* sql`${unfolded} for update`)
    const keys = records.map(recordKeys)
    yield* sql`update owned_records set artist_key = given.artist_key, title_key = given.title_key,
        format_key = given.format_key
      from unnest(${texts(records.map(({ key }) => key))}, ${texts(keys.map(({ artistKey }) => artistKey))},
        ${texts(keys.map(({ titleKey }) => titleKey))}, ${texts(keys.map(({ formatKey }) => formatKey))})
        as given (key, artist_key, title_key, format_key)
      where owned_records.ctid = given.key::tid`
    const films = readUnfolded(yield* sql`${unfoldedFilms} for update`)
    const titles = films.map(filmKeys)
    yield* sql`update owned_films set title_key = given.title_key, format_key = given.format_key
      from unnest(${texts(films.map(({ key }) => key))}, ${texts(titles.map(({ titleKey }) => titleKey))},
        ${texts(titles.map(({ formatKey }) => formatKey))}) as given (key, title_key, format_key)
      where owned_films.ctid = given.key::tid`
  })
  const any = yield* sql`${unfolded} limit 1`
  const anyFilm = yield* sql`${unfoldedFilms} limit 1`
  if (any.length + anyFilm.length === 0) return
  yield* waitingForLocks("folding the names of collections", sql.withTransaction(fold))
})
