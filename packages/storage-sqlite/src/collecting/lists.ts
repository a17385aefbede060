import {
  type CollectingLists,
  mediaOrder,
  type MediaQuery,
  type RecordId,
  recordOrder,
  type RecordQuery,
} from "@daybook/collecting"
import { type DateRange, foldName, type PageRequest } from "@daybook/kernel"
import { mustFind } from "@daybook/storage-sql"
import { Rows } from "@daybook/storage-sql/collecting"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Fragment } from "effect/sql/Statement"
import type { Database } from "../sql/database.ts"
import { countRows, inOrder, inRange, onPage } from "../sql/paging.ts"
import { describedRecords, listedFilms, listedRecords, shelvedRecords } from "./rows.ts"

// Unknown values are null: they come last.
const filmColumns = {
  addedAt: "nullif(added_at, 0)",
  titleKey: "nullif(title_key, '')",
  year: "nullif(year, 0)",
  id: "id",
}
const recordColumns = { ...filmColumns, artistKey: "nullif(artist_key, '')" }

type LeadsTo = (id: string) => Effect.Effect<string>

/** The reads over owned items; with the records and films that ids resolve to. */
export const listsIn = (
  database: Database["Service"],
  recordOf: LeadsTo,
  filmOf: LeadsTo,
): CollectingLists => {
  const { all, read, sql } = database
  const folded = (text: string | undefined, condition: (key: string) => Fragment): Fragment =>
    text === undefined ? sql`true` : condition(foldName(text))

  const withDetails = sql`owned_records left join release_details as details using (source, release_id)`

  const records = Effect.fn("CollectingLists.records")((query: RecordQuery, page: PageRequest) =>
    read(() => {
      const { artist, format, genre, q } = query
      const from = sql`${withDetails} where ${sql.and([
        folded(q, (key) => sql`instr(artist_key || ' ' || title_key, ${key}) > 0`),
        folded(format, (key) => sql`format_key = ${key}`),
        folded(artist, (key) => sql`artist_key = ${key}`),
        folded(genre, (key) => sql`${key} in (select value from json_each(genre_keys))`),
      ])}`
      return {
        items: listedRecords.read(
          all(sql`select ${listedRecords.columns} from ${from}
            ${inOrder(sql, recordOrder(query), recordColumns)} ${onPage(sql, page)}`),
        ),
        total: countRows(database, from),
      }
    }),
  )

  const record = Effect.fn("CollectingLists.record")((asked: RecordId) =>
    read(
      Effect.map(recordOf(String(asked)), (id) =>
        Option.fromUndefinedOr(
          describedRecords.read(
            all(sql`select ${describedRecords.columns} from ${withDetails} where id = ${Number(id)}`),
          )[0],
        ),
      ),
    ),
  )

  const media = Effect.fn("CollectingLists.media")((query: MediaQuery, page: PageRequest) =>
    read(() => {
      const from = sql`owned_films where ${sql.and([
        folded(query.q, (key) => sql`instr(title_key, ${key}) > 0`),
        folded(query.format, (key) => sql`format_key = ${key}`),
      ])}`
      return {
        items: listedFilms.read(
          all(sql`select ${listedFilms.columns} from ${from}
            ${inOrder(sql, mediaOrder(query), filmColumns)} ${onPage(sql, page)}`),
        ),
        total: countRows(database, from),
      }
    }),
  )

  const film = Effect.fn("CollectingLists.film")((asked: string) =>
    read(
      Effect.map(filmOf(asked), (id) =>
        Option.fromUndefinedOr(
          listedFilms.read(all(sql`select ${listedFilms.columns} from owned_films where id = ${id}`))[0],
        ),
      ),
    ),
  )

  const shelf = read(() =>
    shelvedRecords.read(all(sql`select ${shelvedRecords.columns} from owned_records`)),
  ).pipe(Effect.withSpan("CollectingLists.shelf"))

  const films = read(() => listedFilms.read(all(sql`select ${listedFilms.columns} from owned_films`))).pipe(
    Effect.withSpan("CollectingLists.films"),
  )

  const added = sql`(
      select 'record' as type, cast(id as text) as id, 'record:' || id as entry,
        title, artist, year, format, cover_url, added_at
      from owned_records where added_at is not null
      union all
      select 'media', id, 'media:' || id, title, '', year, format, '', added_at
      from owned_films where added_at is not null
    )`

  const recent = Effect.fn("CollectingLists.recent")((range: DateRange, page: PageRequest) =>
    read(() => {
      const from = sql`${added} where ${inRange(sql, "added_at", range)}`
      return {
        items: Rows.readAddedItems(
          all(sql`select type, id, title, artist, year, format, cover_url, added_at from ${from}
            order by added_at desc, entry desc ${onPage(sql, page)}`),
        ),
        total: countRows(database, from),
      }
    }),
  )

  const genreCounts = sql`(
      select kind, name, count(*) as count from (
        select 'genre' as kind, genre.value as name from owned_records
          join release_details using (source, release_id), json_each(genres) as genre
        union all select 'style', style.value from owned_records
          join release_details using (source, release_id), json_each(styles) as style
      ) group by kind, name)`

  const genres = Effect.fn("CollectingLists.genres")((page: PageRequest) =>
    read(() => ({
      items: Rows.readGenres(
        all(
          sql`select kind, name, count from ${genreCounts} order by count desc, name, kind ${onPage(sql, page)}`,
        ),
      ),
      total: countRows(database, genreCounts),
    })),
  )

  // With a single `min`, the other columns are from its row.
  const artistCounts = sql`(select artist as name, count(*) as count, min(id)
    from owned_records where artist <> '' group by artist_key)`

  const artists = Effect.fn("CollectingLists.artists")((page: PageRequest) =>
    read(() => ({
      items: Rows.readNamedCounts(
        all(sql`select name, count from ${artistCounts} order by count desc, name ${onPage(sql, page)}`),
      ),
      total: countRows(database, artistCounts),
    })),
  )

  const stats = Effect.fn("CollectingLists.stats")((range: DateRange) =>
    read(() => {
      const isOpen = range.from === undefined && range.until === undefined
      const within = isOpen ? sql`true` : sql`added_at is not null and ${inRange(sql, "added_at", range)}`
      const [totals] = Rows.readTotals(
        all(sql`select records, artists, films,
            nullif(min(ifnull(owned.first_at, 1e18), ifnull(filmed.first_at, 1e18)), 1e18) as first_added_at,
            nullif(max(ifnull(owned.last_at, -1e18), ifnull(filmed.last_at, -1e18)), -1e18) as last_added_at
          from (select count(*) as records, count(distinct nullif(artist_key, '')) as artists,
              min(added_at) as first_at, max(added_at) as last_at from owned_records where ${within}) as owned,
            (select count(distinct ${filmKey(sql)}) as films, min(added_at) as first_at, max(added_at) as last_at
              from owned_films where ${within}) as filmed`),
      )
      const formats = Rows.readNamedCounts(
        all(sql`select format as name, count(*) as count from owned_records where format <> '' and ${within}
          group by format order by count desc, format`),
      )
      const decades = Rows.readDecades(
        all(sql`select year / 10 * 10 as decade, count(*) as count from owned_records where year <> 0 and ${within}
          group by 1 order by 1`),
      )
      return { ...mustFind(totals, "row", "an aggregate"), formats, decades }
    }),
  )

  return { records, record, media, film, shelf, films, recent, genres, artists, stats }
}

/** Equal for the same film, however many services have it. */
export const filmKey = (sql: Database["Service"]["sql"]): Fragment =>
  sql.literal("iif(movie_db_id = 0, json_array(source, film_id), movie_db_id)")
