import { type DateRange, foldName, isEverything, type PageRequest } from "@daybook/kernel"
import {
  type CollectingLists,
  mediaOrder,
  type MediaQuery,
  type RecordId,
  recordOrder,
  type RecordQuery,
} from "@daybook/collecting"
import { Rows } from "@daybook/storage-sql/collecting"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { mustFind } from "@daybook/storage-sql"
import { countRows, inOrder, inRange, onPage } from "../sql/paging.ts"
import { describedRecords, listedFilms, listedRecords, shelvedRecords } from "./rows.ts"

// Unknown values are null: they come last.
const recordColumns = {
  addedAt: "nullif(added_at, 'epoch')",
  artistKey: "nullif(artist_key, '')",
  titleKey: "nullif(title_key, '')",
  year: "nullif(year, 0)",
  id: "id",
}

const filmColumns = {
  addedAt: "nullif(added_at, 'epoch')",
  titleKey: "nullif(title_key, '')",
  year: "nullif(year, 0)",
  id: "id",
}

type LeadsTo = (id: string) => Effect.Effect<string>

/** The reads over owned items, in SQL; with the records and films that ids resolve to. */
export const listsIn = (sql: SqlClient.SqlClient, recordOf: LeadsTo, filmOf: LeadsTo): CollectingLists => {
  const folded = (text: string | undefined, condition: (key: string) => Fragment): Fragment =>
    text === undefined ? sql`true` : condition(foldName(text))

  const withDetails = sql`owned_records left join lateral (
      select country, released, genres, styles, genre_keys, labels, tracks from release_details
      where release_details.source = owned_records.source
        and release_details.release_id = owned_records.release_id
    ) as details on true`

  const records = Effect.fn("CollectingLists.records")(function* (query: RecordQuery, page: PageRequest) {
    const { artist, format, genre, q } = query
    const matching = sql.and([
      folded(q, (key) => sql`strpos(artist_key || ' ' || title_key, ${key}) > 0`),
      folded(format, (key) => sql`format_key = ${key}`),
      folded(artist, (key) => sql`artist_key = ${key}`),
      folded(genre, (key) => sql`genre_keys @> array[${key}::text]`),
    ])
    const rows = yield* sql`select ${listedRecords.columns} from ${withDetails} where ${matching}
      ${inOrder(sql, recordOrder(query), recordColumns)} ${onPage(sql, page)}`
    const all = genre === undefined ? sql`owned_records` : withDetails
    return { items: listedRecords.read(rows), total: yield* countRows(sql, sql`${all} where ${matching}`) }
  }, Effect.orDie)

  const record = Effect.fn("CollectingLists.record")(function* (asked: RecordId) {
    const id = Number(yield* recordOf(String(asked)))
    const rows = yield* sql`select ${describedRecords.columns} from ${withDetails} where id = ${id}`
    return Option.fromUndefinedOr(describedRecords.read(rows)[0])
  }, Effect.orDie)

  const media = Effect.fn("CollectingLists.media")(function* (query: MediaQuery, page: PageRequest) {
    const matching = sql.and([
      folded(query.q, (key) => sql`strpos(title_key, ${key}) > 0`),
      folded(query.format, (key) => sql`format_key = ${key}`),
    ])
    const rows = yield* sql`select ${listedFilms.columns} from owned_films where ${matching}
      ${inOrder(sql, mediaOrder(query), filmColumns)} ${onPage(sql, page)}`
    return { items: listedFilms.read(rows), total: yield* countRows(sql, sql`owned_films where ${matching}`) }
  }, Effect.orDie)

  const film = Effect.fn("CollectingLists.film")(function* (asked: string) {
    const id = yield* filmOf(asked)
    const rows = yield* sql`select ${listedFilms.columns} from owned_films where id = ${id}`
    return Option.fromUndefinedOr(listedFilms.read(rows)[0])
  }, Effect.orDie)

  const shelf = sql`select ${shelvedRecords.columns} from owned_records`.pipe(
    Effect.map(shelvedRecords.read),
    Effect.orDie,
    Effect.withSpan("CollectingLists.shelf"),
  )

  const films = sql`select ${listedFilms.columns} from owned_films`.pipe(
    Effect.map(listedFilms.read),
    Effect.orDie,
    Effect.withSpan("CollectingLists.films"),
  )

  const added = sql`(
      select 'record' as type, id::text as id, ('record:' || id) collate "C" as entry,
        title, artist, year, format, cover_url, added_at
      from owned_records where added_at is not null
      union all
      select 'media', id, ('media:' || id) collate "C", title, '', year, format, '', added_at
      from owned_films where added_at is not null
    ) as added`

  const recent = Effect.fn("CollectingLists.recent")(function* (range: DateRange, page: PageRequest) {
    const within = inRange(sql, "added_at", range)
    const rows = yield* sql`select type, id, title, artist, year, format, cover_url, added_at from ${added}
      where ${within} order by added_at desc, entry desc ${onPage(sql, page)}`
    return { items: Rows.readAddedItems(rows), total: yield* countRows(sql, sql`${added} where ${within}`) }
  }, Effect.orDie)

  const genreCounts = sql`(
      select kind, name, count(*)::int as count
      from owned_records join release_details using (source, release_id)
        cross join lateral (select 'genre' as kind, unnest(genres) as name
          union all select 'style', unnest(styles)) as named
      group by kind, name
    ) as counted`

  const genres = Effect.fn("CollectingLists.genres")(function* (page: PageRequest) {
    const rows = yield* sql`select kind, name, count from ${genreCounts}
      order by count desc, name collate "C", kind ${onPage(sql, page)}`
    return { items: Rows.readGenres(rows), total: yield* countRows(sql, genreCounts) }
  }, Effect.orDie)

  const artistCounts = sql`(
      select (array_agg(artist order by id))[1] as name, count(*)::int as count
      from owned_records where artist <> '' group by artist_key
    ) as counted`

  const artists = Effect.fn("CollectingLists.artists")(function* (page: PageRequest) {
    const rows = yield* sql`select name, count from ${artistCounts}
      order by count desc, name collate "C" ${onPage(sql, page)}`
    return { items: Rows.readNamedCounts(rows), total: yield* countRows(sql, artistCounts) }
  }, Effect.orDie)

  const stats = Effect.fn("CollectingLists.stats")(function* (range: DateRange) {
    const within = isEverything(range) ? sql`true` : inRange(sql, "added_at", range)
    const [totals] = Rows.readTotals(
      yield* sql`select records, artists, films,
          least(owned.first_at, filmed.first_at) as first_added_at,
          greatest(owned.last_at, filmed.last_at) as last_added_at
        from (select count(*)::int as records, count(distinct nullif(artist_key, ''))::int as artists,
            min(added_at) as first_at, max(added_at) as last_at from owned_records where ${within}) as owned,
          (select count(distinct (movie_db_id, case when movie_db_id = 0 then source end,
              case when movie_db_id = 0 then film_id end))::int as films,
            min(added_at) as first_at, max(added_at) as last_at from owned_films where ${within}) as filmed`,
    )
    const formats = Rows.readNamedCounts(
      yield* sql`select format as name, count(*)::int as count from owned_records
        where format <> '' and ${within} group by format order by count desc, format collate "C"`,
    )
    const decades = Rows.readDecades(
      yield* sql`select year / 10 * 10 as decade, count(*)::int as count from owned_records
        where year <> 0 and ${within} group by 1 order by 1`,
    )
    return { ...mustFind(totals, "row", "an aggregate"), formats, decades }
  }, Effect.orDie)

  return { records, record, media, film, shelf, films, recent, genres, artists, stats }
}
