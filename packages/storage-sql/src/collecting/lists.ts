import { type DateRange, foldName, isEverything, type PageRequest } from "@daybook/kernel"
import {
  type CollectingLists,
  mediaOrder,
  type MediaQuery,
  type RecordId,
  recordOrder,
  type RecordQuery,
} from "@daybook/collecting"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Fragment } from "effect/sql/Statement"
import { mustFind } from "../mustFind.ts"
import { countRows, inOrder, inRange, onPage } from "../paging.ts"
import type { Sql } from "../sql.ts"
import * as Rows from "./rows.ts"

type LeadsTo = (id: string) => Effect.Effect<string>

/** Equal for the same film, however many services have it. */
export const filmKey = `case when movie_db_id = 0 then source || ' ' || film_id else cast(movie_db_id as text) end`

/** Records and films, each by its id or in lists. */
const ownedLists = (database: Sql, recordOf: LeadsTo, filmOf: LeadsTo) => {
  const { contains, holds, instant, listOf, read, sql, tableOf } = database
  const byCodeUnits = sql.literal(database.byCodeUnits)
  const detailed = Rows.detailedRecords(listOf("name", "select '' as name where false"))
  const [listedRecords, describedRecords] = [tableOf(detailed.listed), tableOf(detailed.whole)]
  const [wantedRecords, shelvedRecords] = [tableOf(Rows.wantedRecords), tableOf(Rows.shelvedRecords)]
  const listedFilms = tableOf(Rows.listedFilms)

  // Unknown values are null: they come last.
  const known = (column: string) => sql`nullif(${sql.literal(column)}, '') ${byCodeUnits}`
  const filmColumns = {
    addedAt: sql`nullif(added_at, ${instant(0)})`,
    titleKey: known("title_key"),
    year: "nullif(year, 0)",
    id: "id",
  }
  const recordColumns = { ...filmColumns, artistKey: known("artist_key") }

  const folded = (text: string | undefined, condition: (key: string) => Fragment): Fragment =>
    text === undefined ? sql`true` : condition(foldName(text))

  const withDetails = sql`owned_records left join release_details as details using (source, release_id)`

  return {
    records: Effect.fn("CollectingLists.records")(function* (query: RecordQuery, page: PageRequest) {
      const { artist, format, genre, q } = query
      const matching = sql.and([
        folded(q, (key) => contains("artist_key || ' ' || title_key", key)),
        folded(format, (key) => sql`format_key = ${key}`),
        folded(artist, (key) => sql`artist_key = ${key}`),
        folded(genre, (key) => holds("genre_keys", key)),
      ])
      const rows = yield* sql`select ${listedRecords.columns} from ${withDetails} where ${matching}
      ${inOrder(sql, recordOrder(query), recordColumns)} ${onPage(sql, page)}`
      const all = genre === undefined ? sql`owned_records` : withDetails
      return { items: listedRecords.read(rows), total: yield* countRows(sql, sql`${all} where ${matching}`) }
    }, read),
    record: Effect.fn("CollectingLists.record")(function* (asked: RecordId) {
      const id = Number(yield* recordOf(String(asked)))
      const rows = yield* sql`select ${describedRecords.columns} from ${withDetails} where id = ${id}`
      return Option.fromUndefinedOr(describedRecords.read(rows)[0])
    }, read),
    media: Effect.fn("CollectingLists.media")(function* (query: MediaQuery, page: PageRequest) {
      const matching = sql.and([
        folded(query.q, (key) => contains("title_key", key)),
        folded(query.format, (key) => sql`format_key = ${key}`),
      ])
      const rows = yield* sql`select ${listedFilms.columns} from owned_films where ${matching}
      ${inOrder(sql, mediaOrder(query), filmColumns)} ${onPage(sql, page)}`
      return {
        items: listedFilms.read(rows),
        total: yield* countRows(sql, sql`owned_films where ${matching}`),
      }
    }, read),
    film: Effect.fn("CollectingLists.film")(function* (asked: string) {
      const id = yield* filmOf(asked)
      const rows = yield* sql`select ${listedFilms.columns} from owned_films where id = ${id}`
      return Option.fromUndefinedOr(listedFilms.read(rows)[0])
    }, read),
    wanted: Effect.fn("CollectingLists.wanted")(function* (page: PageRequest) {
      const rows = yield* sql`select ${wantedRecords.columns} from wanted_records
      order by added_at desc nulls last, release_id desc, source ${byCodeUnits} ${onPage(sql, page)}`
      return { items: wantedRecords.read(rows), total: yield* countRows(sql, sql`wanted_records`) }
    }, read),
    shelf: sql`select ${shelvedRecords.columns} from owned_records`.pipe(
      Effect.map(shelvedRecords.read),
      read,
      Effect.withSpan("CollectingLists.shelf"),
    ),
    films: sql`select ${listedFilms.columns} from owned_films`.pipe(
      Effect.map(listedFilms.read),
      read,
      Effect.withSpan("CollectingLists.films"),
    ),
  } satisfies Partial<CollectingLists>
}

/** What is owned, counted, and in the order in which it came. */
const countsOf = (database: Sql) => {
  const { eachOf, read, sql } = database
  const byCodeUnits = sql.literal(database.byCodeUnits)

  const added = sql`(
      select 'record' as type, cast(id as text) as id, ('record:' || id) ${byCodeUnits} as entry,
        title, artist, year, format, cover_url, added_at
      from owned_records where added_at is not null
      union all
      select 'media', id, ('media:' || id) ${byCodeUnits}, title, '', year, format, '', added_at
      from owned_films where added_at is not null
    ) as added`

  const namedBy = (kind: string, column: string) => sql`select ${kind} as kind, one.value as name
    from owned_records join release_details using (source, release_id), ${sql.literal(eachOf(column, "one"))}`
  const genreCounts = sql`(
      select kind, name, count(*) as count
      from (${namedBy("genre", "genres")} union all ${namedBy("style", "styles")}) as named group by kind, name
    ) as counted`

  const artistCounts = sql`(
      select artist as name, count from (
        select artist, count(*) over (partition by artist_key) as count,
          row_number() over (partition by artist_key order by id) as place
        from owned_records where artist <> ''
      ) as placed where place = 1
    ) as counted`

  return {
    recent: Effect.fn("CollectingLists.recent")(function* (range: DateRange, page: PageRequest) {
      const within = sql`added_at is not null and ${inRange(database, "added_at", range)}`
      const rows = yield* sql`select ${sql.literal(Rows.readAddedItems.selected)} from ${added}
      where ${within} order by added_at desc, entry desc ${onPage(sql, page)}`
      return { items: Rows.readAddedItems(rows), total: yield* countRows(sql, sql`${added} where ${within}`) }
    }, read),
    genres: Effect.fn("CollectingLists.genres")(function* (page: PageRequest) {
      const rows = yield* sql`select kind, name, count from ${genreCounts}
      order by count desc, name ${byCodeUnits}, kind ${onPage(sql, page)}`
      return { items: Rows.readGenres(rows), total: yield* countRows(sql, genreCounts) }
    }, read),
    artists: Effect.fn("CollectingLists.artists")(function* (page: PageRequest) {
      const rows = yield* sql`select name, count from ${artistCounts}
      order by count desc, name ${byCodeUnits} ${onPage(sql, page)}`
      return { items: Rows.readNamedCounts(rows), total: yield* countRows(sql, artistCounts) }
    }, read),
    stats: Effect.fn("CollectingLists.stats")(function* (range: DateRange) {
      const within = isEverything(range)
        ? sql`true`
        : sql`added_at is not null and ${inRange(database, "added_at", range)}`
      const [totals] = Rows.readTotals(
        yield* sql`select count(*) as records, count(distinct nullif(artist_key, '')) as artists,
          (select count(distinct ${sql.literal(filmKey)}) from owned_films where ${within}) as films,
          (select min(added_at) from ${added} where ${within}) as first_added_at,
          (select max(added_at) from ${added} where ${within}) as last_added_at
        from owned_records where ${within}`,
      )
      const formats = Rows.readNamedCounts(
        yield* sql`select format as name, count(*) as count from owned_records
        where format <> '' and ${within} group by format order by count desc, format ${byCodeUnits}`,
      )
      const decades = Rows.readDecades(
        yield* sql`select year / 10 * 10 as decade, count(*) as count from owned_records
        where year <> 0 and ${within} group by 1 order by 1`,
      )
      return { ...mustFind(totals, "row", "an aggregate"), formats, decades }
    }, read),
  } satisfies Partial<CollectingLists>
}

/** The reads over owned items; with the records and films that ids resolve to. */
export const listsOf = (database: Sql, recordOf: LeadsTo, filmOf: LeadsTo): CollectingLists => ({
  ...ownedLists(database, recordOf, filmOf),
  ...countsOf(database),
})
