import type { DateRange, PageRequest } from "@daybook/kernel"
import {
  Episode,
  episodesShown,
  FilmWatches,
  MovieSummary,
  type MoviesQuery,
  partOf,
  RatingCount,
  ShowSummary,
  type ShowSort,
  Title,
  type TitleId,
  titleOrder,
  type TitlesQuery,
  type WatchingLists,
  WatchOfOne,
  watchOfOne,
  WatchShown,
} from "@daybook/watching"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { SqlError } from "effect/sql/SqlError"
import type { Fragment } from "effect/sql/Statement"
import * as Struct from "effect/Struct"
import { countRows, inDays, inOrder, onPage } from "../paging.ts"
import type { Sql } from "../sql.ts"
import { rowsOf } from "../table.ts"
import { editsOf } from "./editedTitles.ts"
import { rating } from "./rows.ts"

const readWatches = rowsOf(WatchShown, {
  title: { flat: { id: { name: "title_id" } } },
  episode: { flat: { name: { name: "episode_name" } } },
  rating,
})

/** The shown watches among some, which are rows of `watches`. */
export const shownWatches = ({ sql }: Sql, watches: Fragment) =>
  Effect.map(
    sql`select watch.id, watch.at, watch.precision, watch.source, watch.review, title_id, name as title, year,
        coalesce(tmdb, 0) as movie_db_id, image_url, case when watch.kind = 'show' then season end as season,
        case when watch.kind = 'show' then episode end as episode,
        case when watch.kind = 'show' then coalesce(
          (select nullif(name, '') from episodes
            where (title_id, season, episode) = (watch.title_id, watch.season, watch.episode)), episode_name) end
          as episode_name,
        ${ratingOf(sql)} as half_stars
      from (${watches}) as watch join titles on titles.id = title_id
      order by watch.at desc, watch.id desc`,
    readWatches,
  )

/** The rating of a `watch`, else the latest of its film or episode. */
export const ratingOf = (sql: Sql["sql"]): Fragment => sql`coalesce(nullif(watch.half_stars, 0), (
    select rating.half_stars from title_ratings as rating
    where (rating.title_id, rating.season, rating.episode) = (watch.title_id, watch.season, watch.episode)
    order by rating.at desc, rating.half_stars desc limit 1
  ), 0)`

const readFilmWatches = rowsOf(FilmWatches)
const readMovies = rowsOf(MovieSummary, { rating })
const readShows = rowsOf(ShowSummary)
const readMovie = rowsOf(
  Schema.Struct({
    ...MovieSummary.fields,
    ...Struct.pick(Title.fields, ["runtimeMinutes", "genres", "directors"]),
  }),
  { rating },
)
const readShow = rowsOf(
  Schema.Struct({ ...ShowSummary.fields, ...Struct.pick(Title.fields, ["runtimeMinutes", "genres"]) }),
)
const readEpisodes = rowsOf(Episode)
const readWatchesOfOne = rowsOf(
  Schema.Struct({
    season: Schema.Int,
    episode: Schema.Int,
    episodeName: Schema.String,
    ...WatchOfOne.fields,
  }),
  { rating },
)
const readRatings = rowsOf(RatingCount, { rating })

const seen = `id, name as title, year, coalesce(tmdb, 0) as movie_db_id, image_url, first_watched_at, last_watched_at`

const seenIn = ({ sql }: Sql) => ({
  columns: sql.literal(seen),
  titles: sql`seen_titles join titles on id = title_id`,
})

/** The conditions and orders of lists of titles. */
const filtersIn = (database: Sql) => {
  const { byCodeUnits, contains, holds, sql } = database

  const filtered = (
    kind: "film" | "show",
    query: Pick<MoviesQuery, "q" | "year">,
    more: Fragment = sql`true`,
  ) => {
    const part = partOf(query)
    return sql.and([
      sql`seen_titles.kind = ${kind}`,
      ...(part === "" ? [] : [contains("name_key", part)]),
      ...(query.year === undefined ? [] : [sql`year = ${query.year}`]),
      more,
    ])
  }

  const orderBy = (query: Parameters<typeof titleOrder>[0]) =>
    inOrder(sql, titleOrder(query), {
      episodesWatched: "episodes_watched",
      id: "title_id",
      lastWatchedAt: "last_watched_at",
      nameKey: `name_key ${byCodeUnits}`,
      rating: "half_stars",
      year: "year",
    })

  const rated = (wanted: MoviesQuery["rated"]) =>
    wanted === undefined
      ? sql`true`
      : typeof wanted === "number"
        ? sql`half_stars = ${wanted * 2}`
        : wanted
          ? sql`half_stars > 0`
          : sql`half_stars = 0`

  const ofFilms = ({ decade, director, genre, rated: wanted }: MoviesQuery): Fragment =>
    sql.and([
      rated(wanted),
      ...(decade === undefined ? [] : [sql`year between ${decade} and ${decade + 9}`]),
      ...(genre === undefined ? [] : [holds("titles.genres", genre)]),
      ...(director === undefined ? [] : [holds("titles.directors", director)]),
    ])

  return { ...seenIn(database), filtered, ofFilms, orderBy }
}

/** Finds titles with their watches. */
const titlesIn = (database: Sql) => {
  const { sql } = database
  const { columns, titles } = seenIn(database)

  const watchesOf = (id: TitleId) =>
    Effect.map(
      sql`select season, episode, watch.id, watch.at, precision, source, review, episode_name,
          ${ratingOf(sql)} as half_stars
        from watches as watch where title_id = ${id} order by day is null, at desc, id desc`,
      readWatchesOfOne,
    )

  /** The title with this id, or the one that it was merged into. */
  const findLed = Effect.fnUntraced(function* <A>(
    id: TitleId,
    find: (id: TitleId) => Effect.Effect<Option.Option<A>, SqlError>,
  ) {
    const found = yield* find(id)
    if (Option.isSome(found)) return found
    const home = (yield* editsOf(database)).titles.homeOf(id)
    return home === id ? found : yield* find(home)
  })

  const findMovie = Effect.fnUntraced(function* (id: TitleId) {
    const [film] = readMovie(
      yield* sql`select ${columns}, half_stars, watch_count, runtime_minutes, genres, directors
        from ${titles} where id = ${id} and titles.kind = 'film'`,
    )
    if (film === undefined) return Option.none()
    return Option.some({ ...film, watches: (yield* watchesOf(id)).map(watchOfOne) })
  })

  const findShow = Effect.fnUntraced(function* (id: TitleId) {
    const [show] = readShow(
      yield* sql`select ${columns}, total_episodes, episodes_watched, runtime_minutes, genres
        from ${titles} where id = ${id} and titles.kind = 'show'`,
    )
    if (show === undefined) return Option.none()
    const known = readEpisodes(
      yield* sql`select season, episode, name, cast(air_date as text) as air_date, runtime_minutes from episodes
        where title_id = ${id}`,
    )
    return Option.some({ ...show, episodes: episodesShown(known, yield* watchesOf(id)) })
  })

  return { findLed, findMovie, findShow }
}

/** The lists of watched titles. */
export const listsIn = (database: Sql, zone: DateTime.TimeZone): WatchingLists => {
  const { amongNumbers, read, sql } = database
  const { columns, filtered, ofFilms, orderBy, titles } = filtersIn(database)
  const { findLed, findMovie, findShow } = titlesIn(database)

  return {
    recent: Effect.fn("WatchingStore.recent")(function* (range: DateRange, page: PageRequest) {
      const within = sql`day is not null and ${inDays(database, range, zone)}`
      const items = yield* shownWatches(
        database,
        sql`select watches.* from (
            select id from watches where ${within} order by at desc, id desc ${onPage(sql, page)}
          ) as wanted join watches using (id)`,
      )
      return { items, total: yield* countRows(sql, sql`watches where ${within}`) }
    }, read),

    movies: Effect.fn("WatchingStore.movies")(function* (query: MoviesQuery, page: PageRequest) {
      const where = filtered("film", query, ofFilms(query))
      const items = readMovies(
        yield* sql`select ${columns}, half_stars, watch_count from ${titles} where ${where}
          ${orderBy(query)} ${onPage(sql, page)}`,
      )
      return { items, total: yield* countRows(sql, sql`${titles} where ${where}`) }
    }, read),

    movie: Effect.fn("WatchingStore.movie")(function* (id: TitleId) {
      return yield* findLed(id, findMovie)
    }, read),

    moviesOf: Effect.fn("WatchingStore.moviesOf")(function* (movieDbIds: ReadonlyArray<number>) {
      return readFilmWatches(
        yield* sql`select tmdb as movie_db_id, watch_count, last_watched_at, image_url, genres from ${titles}
          where seen_titles.kind = 'film' and ${amongNumbers("tmdb", movieDbIds)}`,
      )
    }, read),

    shows: Effect.fn("WatchingStore.shows")(function* (query: TitlesQuery<ShowSort>, page: PageRequest) {
      const where = filtered("show", query)
      const items = readShows(
        yield* sql`select ${columns}, total_episodes, episodes_watched from ${titles} where ${where}
          ${orderBy(query)} ${onPage(sql, page)}`,
      )
      return { items, total: yield* countRows(sql, sql`${titles} where ${where}`) }
    }, read),

    show: Effect.fn("WatchingStore.show")(function* (id: TitleId) {
      return yield* findLed(id, findShow)
    }, read),

    ratings: Effect.map(
      sql`select half_stars, count(*) as count from seen_titles where kind = 'film' and half_stars > 0
        group by half_stars order by half_stars`,
      readRatings,
    ).pipe(read, Effect.withSpan("WatchingStore.ratings")),
  }
}
