import { type DateRange, dayBounds } from "@daybook/kernel"
import { MuchWatchedShow, RatedFilm, reviewOf, topsOfReview } from "@daybook/watching"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { countRows } from "../paging.ts"
import type { Sql } from "../sql.ts"
import { rowsOf } from "../table.ts"
import { rating, shownRating, summary } from "./rows.ts"
import { isFirstIn, statsIn, watchedIn } from "./stats.ts"

const readFilms = rowsOf(Schema.Struct({ ...RatedFilm.fields, mean: Schema.Finite }), {
  ...summary,
  rating,
  watchedAt: "at",
  mean: "(select cast(avg(half_stars) as double precision) / 2 from rated)",
})
const readShows = rowsOf(MuchWatchedShow, summary)

/** Ranges in review. */
export const reviewIn = (database: Sql, zone: DateTime.TimeZone) => {
  const stats = statsIn(database, zone)
  return Effect.fn("WatchingStore.review")(function* (range: DateRange) {
    const { sql } = database
    const within = watchedIn(database, zone, range)
    const films = readFilms(
      yield* sql`with rated as (
          select title_id, half_stars, at from (
            select *, row_number() over (partition by title_id order by half_stars desc, at desc) as place from (
              select title_id, at, ${sql.literal(shownRating.computed)} as half_stars from watches as watch
              where kind = 'film' and precision <> 'unknown' and ${within}
            ) as every where half_stars > 0
          ) as placed where place = 1
        )
        select ${sql.literal(readFilms.selected)} from rated join titles on titles.id = title_id
        order by half_stars desc, at desc, titles.id desc limit ${topsOfReview}`,
    )
    const topShows = readShows(
      yield* sql`with shows as (
          select title_id, count(*) filter (where ${isFirstIn(database, zone, range)}) as episodes
          from watches where kind = 'show' and ${within} group by title_id
        )
        select ${sql.literal(readShows.selected)} from shows join titles on titles.id = title_id
        order by episodes desc, name ${sql.literal(database.byCodeUnits)}, titles.id limit ${topsOfReview}`,
    )
    const from = dayBounds(range, zone).from?.day
    const isNew =
      from === undefined
        ? sql`true`
        : sql`not exists (select 1 from watches as earlier where earlier.title_id = shows.title_id and day < ${database.day(from)})`
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
  }, database.read)
}
