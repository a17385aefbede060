import type { DateRange, OrderStep, PageRequest } from "@daybook/kernel"
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
import type { Fragment } from "effect/sql/Statement"
import * as Struct from "effect/Struct"
import { inDays } from "../journal/index.ts"
import type { Database } from "../sql/database.ts"
import { countRows, inOrder, onPage } from "../sql/paging.ts"
import { jsonList, rowsOf } from "../sql/table.ts"
import { editsOf } from "./editedTitles.ts"
import { rating } from "./rows.ts"

type Sql = Database["Service"]["sql"]

const readWatches = rowsOf(WatchShown, {
  title: { flat: { id: { name: "title_id" } } },
  episode: { flat: { name: { name: "episode_name" } } },
  rating,
})

/** The rating of a `watch`, else the latest of its film or episode. */
export const ratingOf = (sql: Sql): Fragment =>
  sql.literal(`coalesce(nullif(watch.half_stars, 0), (
    select rating.half_stars from title_ratings as rating
    where (rating.title_id, rating.season, rating.episode) = (watch.title_id, watch.season, watch.episode)
    order by rating.at desc, rating.half_stars desc limit 1
  ), 0)`)

/** The shown watches among some, which are rows of `watches`. */
export const shownWatches = ({ all, sql }: Database["Service"], watches: Fragment) =>
  readWatches(
    all(sql`select watch.id, watch.at, watch.precision, watch.source, watch.review, title_id, name as title, year,
        coalesce(tmdb, 0) as movie_db_id, image_url, iif(watch.kind = 'show', season, null) as season,
        iif(watch.kind = 'show', episode, null) as episode,
        iif(watch.kind = 'show', coalesce(
          (select nullif(name, '') from episodes
            where (title_id, season, episode) = (watch.title_id, watch.season, watch.episode)), episode_name), null)
          as episode_name,
        ${ratingOf(sql)} as half_stars
      from (${watches}) as watch join titles on titles.id = title_id
      order by watch.at desc, watch.id desc`),
  )

const columnOf = {
  episodesWatched: "episodes_watched",
  id: "title_id",
  lastWatchedAt: "last_watched_at",
  nameKey: "name_key",
  rating: "half_stars",
  year: "year",
} as const

const orderBy = (sql: Sql, steps: ReadonlyArray<OrderStep<keyof typeof columnOf>>): Fragment =>
  inOrder(sql, steps, columnOf)

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

/** The lists of what was watched. */
export const listsIn = (database: Database["Service"], zone: DateTime.TimeZone): WatchingLists => {
  const { all, read, sql } = database
  const columns = sql.literal(seen)
  const titles = sql`seen_titles join titles on id = title_id`

  const filtered = (
    kind: "film" | "show",
    query: Pick<MoviesQuery, "q" | "year">,
    more: Fragment = sql`true`,
  ) => {
    const part = partOf(query)
    return sql`${titles} where ${sql.and([
      sql`seen_titles.kind = ${kind}`,
      ...(part === "" ? [] : [sql`instr(name_key, ${part}) > 0`]),
      ...(query.year === undefined ? [] : [sql`year = ${query.year}`]),
      more,
    ])}`
  }

  const rated = (wanted: MoviesQuery["rated"]) =>
    wanted === undefined
      ? sql`true`
      : typeof wanted === "number"
        ? sql`half_stars = ${wanted * 2}`
        : wanted
          ? sql`half_stars > 0`
          : sql`half_stars = 0`

  const watchesOf = (id: TitleId) =>
    readWatchesOfOne(
      all(sql`select season, episode, watch.id, watch.at, precision, source, review, episode_name,
          ${ratingOf(sql)} as half_stars
        from watches as watch where title_id = ${id} order by day is null, at desc, id desc`),
    )

  /** The title found by an id, or by that of the title that it was merged into manually. */
  const findLed = <A>(id: TitleId, find: (id: TitleId) => A | undefined) =>
    read(
      Effect.map(editsOf(database), (edits) =>
        Option.fromUndefinedOr(find(id) ?? find(edits.titles.homeOf(id))),
      ),
    )

  const findMovie = (id: TitleId) => {
    const [film] = readMovie(
      all(sql`select ${columns}, half_stars, watch_count, runtime_minutes, genres, directors
        from ${titles} where id = ${id} and titles.kind = 'film'`),
    )
    return film && { ...film, watches: watchesOf(id).map(watchOfOne) }
  }

  const findShow = (id: TitleId) => {
    const [show] = readShow(
      all(sql`select ${columns}, total_episodes, episodes_watched, runtime_minutes, genres
        from ${titles} where id = ${id} and titles.kind = 'show'`),
    )
    if (show === undefined) return undefined
    const known = readEpisodes(
      all(sql`select season, episode, name, air_date, runtime_minutes from episodes where title_id = ${id}`),
    )
    return { ...show, episodes: episodesShown(known, watchesOf(id)) }
  }

  return {
    recent: Effect.fn("WatchingStore.recent")((range: DateRange, page: PageRequest) =>
      read(() => {
        const from = sql`watches where day is not null and ${inDays(sql, range, zone)}`
        return {
          items: shownWatches(
            database,
            sql`select * from ${from} order by at desc, id desc ${onPage(sql, page)}`,
          ),
          total: countRows(database, from),
        }
      }),
    ),

    movies: Effect.fn("WatchingStore.movies")((query: MoviesQuery, page: PageRequest) =>
      read(() => {
        const from = filtered("film", query, rated(query.rated))
        return {
          items: readMovies(
            all(sql`select ${columns}, half_stars, watch_count from ${from}
              ${orderBy(sql, titleOrder(query))} ${onPage(sql, page)}`),
          ),
          total: countRows(database, from),
        }
      }),
    ),

    movie: Effect.fn("WatchingStore.movie")((id: TitleId) => findLed(id, findMovie)),

    moviesOf: Effect.fn("WatchingStore.moviesOf")((movieDbIds: ReadonlyArray<number>) =>
      read(() =>
        readFilmWatches(
          all(sql`select tmdb as movie_db_id, watch_count, last_watched_at, image_url, genres from ${titles}
            where seen_titles.kind = 'film' and tmdb in (select value from json_each(${jsonList(movieDbIds)}))`),
        ),
      ),
    ),

    shows: Effect.fn("WatchingStore.shows")((query: TitlesQuery<ShowSort>, page: PageRequest) =>
      read(() => {
        const from = filtered("show", query)
        return {
          items: readShows(
            all(sql`select ${columns}, total_episodes, episodes_watched from ${from}
              ${orderBy(sql, titleOrder(query))} ${onPage(sql, page)}`),
          ),
          total: countRows(database, from),
        }
      }),
    ),

    show: Effect.fn("WatchingStore.show")((id: TitleId) => findLed(id, findShow)),

    ratings: read(() =>
      readRatings(
        all(sql`select half_stars, count(*) as count from seen_titles where kind = 'film' and half_stars > 0
          group by half_stars order by half_stars`),
      ),
    ).pipe(Effect.withSpan("WatchingStore.ratings")),
  }
}
