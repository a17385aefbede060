import type { DateRange, PageRequest } from "@daybook/kernel"
import {
  Episode,
  episodesShown,
  FilmWatches,
  Movie,
  MovieSummary,
  type MoviesQuery,
  partOf,
  RatingCount,
  ShowSummary,
  Show,
  type ShowSort,
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
import { rating, shownRating, summary } from "./rows.ts"

/** A field that only watches of episodes have. */
const ofEpisode = (value: string) => `case when watch.kind = 'show' then ${value} end`

const readWatches = rowsOf(WatchShown, {
  id: "watch.id",
  at: "watch.at",
  precision: "watch.precision",
  source: "watch.source",
  review: "watch.review",
  title: { flat: { ...summary, id: { name: "title_id" } } },
  episode: {
    flat: {
      season: ofEpisode("season"),
      episode: ofEpisode("episode"),
      name: {
        name: "episode_name",
        computed: ofEpisode(`coalesce(
          (select nullif(name, '') from episodes
            where (title_id, season, episode) = (watch.title_id, watch.season, watch.episode)), episode_name)`),
      },
    },
  },
  rating: shownRating,
})

/** The shown watches among some, which are rows of `watches`. */
export const shownWatches = ({ sql }: Sql, watches: Fragment) =>
  Effect.map(
    sql`select ${sql.literal(readWatches.selected)}
      from (${watches}) as watch join titles on titles.id = title_id
      order by watch.at desc, watch.id desc`,
    readWatches,
  )

const readFilmWatches = rowsOf(FilmWatches, { movieDbId: "tmdb" })
const ofFilm = {
  ...summary,
  rating,
  lastDayOnly: `exists (
    select 1 from watches where title_id = titles.id and at = last_watched_at and precision = 'day')`,
}
const readMovies = rowsOf(MovieSummary, ofFilm)
const readShows = rowsOf(ShowSummary, summary)
const readMovie = rowsOf(Schema.Struct(Struct.omit(Movie.fields, ["watches"])), ofFilm)
const readShow = rowsOf(Schema.Struct(Struct.omit(Show.fields, ["episodes"])), summary)
const readEpisodes = rowsOf(Episode)
const readWatchesOfOne = rowsOf(
  Schema.Struct({
    season: Schema.Int,
    episode: Schema.Int,
    episodeName: Schema.String,
    ...WatchOfOne.fields,
  }),
  { rating: shownRating },
)
const readRatings = rowsOf(RatingCount, { rating })

const seenIn = ({ sql }: Sql) => sql`seen_titles join titles on id = title_id`

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

  return { titles: seenIn(database), filtered, ofFilms, orderBy }
}

/** Finds titles with their watches. */
const titlesIn = (database: Sql) => {
  const { sql } = database
  const titles = seenIn(database)

  const watchesOf = (id: TitleId) =>
    Effect.map(
      sql`select ${sql.literal(readWatchesOfOne.selected)} from watches as watch where title_id = ${id} order by day is null, at desc, id desc`,
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
      yield* sql`select ${sql.literal(readMovie.selected)} from ${titles} where id = ${id} and titles.kind = 'film'`,
    )
    if (film === undefined) return Option.none()
    return Option.some({ ...film, watches: (yield* watchesOf(id)).map(watchOfOne) })
  })

  const findShow = Effect.fnUntraced(function* (id: TitleId) {
    const [show] = readShow(
      yield* sql`select ${sql.literal(readShow.selected)} from ${titles} where id = ${id} and titles.kind = 'show'`,
    )
    if (show === undefined) return Option.none()
    const known = readEpisodes(
      yield* sql`select ${sql.literal(readEpisodes.selected)} from episodes where title_id = ${id}`,
    )
    return Option.some({ ...show, episodes: episodesShown(known, yield* watchesOf(id)) })
  })

  return { findLed, findMovie, findShow }
}

/** The lists of watched titles. */
export const listsIn = (database: Sql, zone: DateTime.TimeZone): WatchingLists => {
  const { amongNumbers, read, sql } = database
  const { filtered, ofFilms, orderBy, titles } = filtersIn(database)
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
        yield* sql`select ${sql.literal(readMovies.selected)} from ${titles} where ${where}
          ${orderBy(query)} ${onPage(sql, page)}`,
      )
      return { items, total: yield* countRows(sql, sql`${titles} where ${where}`) }
    }, read),

    movie: Effect.fn("WatchingStore.movie")(function* (id: TitleId) {
      return yield* findLed(id, findMovie)
    }, read),

    moviesOf: Effect.fn("WatchingStore.moviesOf")(function* (movieDbIds: ReadonlyArray<number>) {
      return readFilmWatches(
        yield* sql`select ${sql.literal(readFilmWatches.selected)} from ${titles}
          where seen_titles.kind = 'film' and ${amongNumbers("tmdb", movieDbIds)}`,
      )
    }, read),

    shows: Effect.fn("WatchingStore.shows")(function* (query: TitlesQuery<ShowSort>, page: PageRequest) {
      const where = filtered("show", query)
      const items = readShows(
        yield* sql`select ${sql.literal(readShows.selected)} from ${titles} where ${where}
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
