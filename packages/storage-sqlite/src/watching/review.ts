import { type DateRange, dayBounds } from "@daybook/kernel"
import { MuchWatchedShow, RatedFilm, reviewOf, topsOfReview } from "@daybook/watching"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Database } from "../sql/database.ts"
import { countRows } from "../sql/paging.ts"
import { rowsOf } from "../sql/table.ts"
import { ratingOf } from "./lists.ts"
import { rating } from "./rows.ts"
import { isFirstIn, sumsOfRange, watchedIn } from "./stats.ts"

const readFilms = rowsOf(Schema.Struct({ ...RatedFilm.fields, mean: Schema.Finite }), { rating })
const readShows = rowsOf(MuchWatchedShow)

const shown = "titles.id, name as title, year, coalesce(tmdb, 0) as movie_db_id, image_url"

/** Ranges in review. */
export const reviewIn = (database: Database["Service"], zone: DateTime.TimeZone) => {
  const { all, read, sql } = database
  const review = (range: DateRange) => {
    const within = watchedIn(sql, zone, range)
    const films = readFilms(
      all(sql`with rated as materialized (
          select title_id, half_stars, at from (
            select *, row_number() over (partition by title_id order by half_stars desc, at desc) as place from (
              select title_id, at, ${ratingOf(sql)} as half_stars from watches as watch
              where kind = 'film' and precision <> 'unknown' and ${within}
            ) where half_stars > 0
          ) where place = 1
        )
        select ${sql.literal(shown)}, half_stars, at as watched_at, (select avg(half_stars) / 2 from rated) as mean
        from rated join titles on titles.id = title_id
        order by half_stars desc, at desc, titles.id desc limit ${topsOfReview}`),
    )
    const topShows = readShows(
      all(sql`select ${sql.literal(shown)}, episodes from (
          select title_id, count(*) filter (where ${isFirstIn(sql, zone, range)}) as episodes
          from watches where kind = 'show' and ${within} group by title_id
        ) join titles on titles.id = title_id
        order by episodes desc, name, titles.id limit ${topsOfReview}`),
    )
    const from = dayBounds(range, zone).from?.day
    const isNew =
      from === undefined
        ? sql`true`
        : sql`not exists (select 1 from watches as earlier where earlier.title_id = shows.title_id and day < ${from})`
    const newShows = countRows(
      database,
      sql`(select distinct title_id from watches where kind = 'show' and ${within}) as shows where ${isNew}`,
    )
    return reviewOf({
      stats: sumsOfRange(database, zone, range),
      newShows,
      meanRating: films[0]?.mean ?? 0,
      topFilms: films.map(({ mean: _mean, ...film }) => film),
      topShows,
    })
  }
  return Effect.fn("WatchingStore.review")((range: DateRange) => read(() => review(range)))
}
