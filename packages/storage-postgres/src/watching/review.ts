import { type DateRange, dayBounds } from "@daybook/kernel"
import { MuchWatchedShow, RatedFilm, reviewOf, topsOfReview } from "@daybook/watching"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as SqlClient from "effect/sql/SqlClient"
import { countRows } from "../sql/paging.ts"
import { date } from "../sql/parameters.ts"
import { rowsOf } from "../sql/table.ts"
import { ratingOf } from "./lists.ts"
import { rating } from "./rows.ts"
import { isFirstIn, statsIn, watchedIn } from "./stats.ts"

const readFilms = rowsOf(Schema.Struct({ ...RatedFilm.fields, mean: Schema.Finite }), { rating })
const readShows = rowsOf(MuchWatchedShow)

const shown = "titles.id, name as title, year, coalesce(tmdb, 0) as movie_db_id, image_url"

/** Ranges in review. */
export const reviewIn = (sql: SqlClient.SqlClient, zone: DateTime.TimeZone) => {
  const stats = statsIn(sql, zone)
  return Effect.fn("WatchingStore.review")(function* (range: DateRange) {
    const within = watchedIn(sql, zone, range)
    const films = readFilms(
      yield* sql`with rated as (
          select distinct on (title_id) title_id, half_stars, at from (
            select title_id, at, ${ratingOf(sql)} as half_stars from watches as watch
            where kind = 'film' and precision <> 'unknown' and ${within}
          ) as every
          where half_stars > 0 order by title_id, half_stars desc, at desc
        )
        select ${sql.literal(shown)}, half_stars, at as watched_at,
          (select avg(half_stars)::float8 / 2 from rated) as mean
        from rated join titles on titles.id = title_id
        order by half_stars desc, at desc, titles.id desc limit ${topsOfReview}`,
    )
    const topShows = readShows(
      yield* sql`with shows as (
          select title_id, (count(*) filter (where ${isFirstIn(sql, zone, range)}))::int as episodes
          from watches where kind = 'show' and ${within} group by title_id
        )
        select ${sql.literal(shown)}, episodes from shows join titles on titles.id = title_id
        order by episodes desc, name collate "C", titles.id limit ${topsOfReview}`,
    )
    const from = dayBounds(range, zone).from?.day
    const isNew =
      from === undefined
        ? sql`true`
        : sql`not exists (select from watches as earlier where earlier.title_id = shows.title_id and day < ${date(from)})`
    const newShows = yield* countRows(
      sql,
      sql`(select distinct title_id from watches where kind = 'show' and ${within}) as shows where ${isNew}`,
    )
    return reviewOf({
      stats: yield* stats(range),
      newShows,
      meanRating: films[0]?.mean ?? 0,
      topFilms: films.map(({ mean: _mean, ...film }) => film),
      topShows,
    })
  }, Effect.orDie)
}
