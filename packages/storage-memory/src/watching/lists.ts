import {
  type DateRange,
  dayBounds,
  type EpochMillis,
  foldName,
  isOnDays,
  type LocalDate,
  type PageRequest,
} from "@daybook/kernel"
import {
  episodesShown,
  type MoviesQuery,
  partOf,
  type Title,
  type TitleId,
  type TitleKind,
  titleOrder,
  titleShown,
  type WatchingLists,
  watchOfOne,
  type WatchShown,
} from "@daybook/watching"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { byCodePoints } from "../kernel/byCodePoints.ts"
import { type Order, pageInOrder } from "../kernel/pageInOrder.ts"
import { type Item, type StoredWatch, type TitleItems } from "./items.ts"

/** A film or show with its items. */
export interface StoredTitle {
  readonly title: Title
  readonly items: TitleItems
}

/** The rating of a watch, else the latest of its film or episode. */
export const ratingOf = (item: Item, watch: StoredWatch): number =>
  watch.rating === 0 ? item.rating : watch.rating

/** A watch in a list. */
export const watchShown = ({ items, title }: StoredTitle, item: Item, watch: StoredWatch): WatchShown => {
  const { at, id, precision, review, source } = watch
  const known = items.episodes.find(
    ({ episode, season }) => episode === item.episode?.episode && season === item.episode.season,
  )
  const name = known === undefined || known.name === "" ? watch.episodeName : known.name
  return {
    id,
    at,
    precision,
    source,
    review,
    title: titleShown(title),
    episode: item.episode && { season: item.episode.season, episode: item.episode.episode, name },
    rating: ratingOf(item, watch),
  }
}

/** A film's rating: the latest one, with a watch or by itself. */
const ratingOfFilm = (items: TitleItems): number => {
  const all = [...items.all].flatMap((item) => [
    ...item.watches.map(({ at, rating }) => ({ at, rating })),
    item.latestRating,
  ])
  const rated = all.filter(({ rating }) => rating > 0)
  return rated.toSorted((one, other) => other.at - one.at || other.rating - one.rating)[0]?.rating ?? 0
}

/** A title with the sums that lists sort by and show. */
const summed = ({ items, title }: StoredTitle) => {
  const watched = [...items.all].filter(({ watches }) => watches.length > 0)
  const times = watched.flatMap(({ watches }) =>
    watches.flatMap(({ at, day }) => (day === undefined ? [] : [at])),
  )
  const known = (at: EpochMillis) => (Number.isFinite(at) ? at : undefined)
  return {
    title,
    items,
    id: title.id,
    year: title.year,
    nameKey: foldName(title.name),
    rating: title.kind === "film" ? ratingOfFilm(items) : 0,
    watchCount: watched.reduce((sum, { watches }) => sum + watches.length, 0),
    episodesWatched: watched.length,
    firstWatchedAt: known(times.reduce((one, other) => Math.min(one, other), Infinity)),
    lastWatchedAt: known(times.reduce((one, other) => Math.max(one, other), -Infinity)),
  }
}

type Summed = ReturnType<typeof summed>

/** The order of the steps: unknown times come last either way. */
const inOrderOf = (steps: ReturnType<typeof titleOrder>): Order<Summed> => {
  const compare = (one: string | number | undefined, other: string | number | undefined, sign: number) => {
    if (one === other) return 0
    if (one === undefined || other === undefined) return one === undefined ? 1 : -1
    if (typeof one === "string" && typeof other === "string") return sign * byCodePoints(one, other)
    return one < other ? -sign : sign
  }
  return (one, other) => {
    for (const { by, order } of steps) {
      const difference = compare(one[by], other[by], order === "asc" ? 1 : -1)
      if (difference !== 0) return difference
    }
    return 0
  }
}

const movieShown = ({ firstWatchedAt, lastWatchedAt, rating, title, watchCount }: Summed) => ({
  ...titleShown(title),
  rating,
  watchCount,
  firstWatchedAt,
  lastWatchedAt,
})

const showShown = ({ episodesWatched, firstWatchedAt, lastWatchedAt, title }: Summed) => ({
  ...titleShown(title),
  totalEpisodes: title.totalEpisodes,
  episodesWatched,
  firstWatchedAt,
  lastWatchedAt,
})

/** The latest watch first, those of an unknown time last. */
const latestFirst = (one: StoredWatch, other: StoredWatch): number =>
  Number(one.day === undefined) - Number(other.day === undefined) || other.at - one.at || other.id - one.id

const watchesOf = (items: TitleItems) =>
  [...items.all]
    .flatMap((item) => item.watches.map((watch) => ({ item, watch })))
    .sort((one, other) => latestFirst(one.watch, other.watch))

const passes = (query: Pick<MoviesQuery, "q" | "year">) => {
  const part = partOf(query)
  return ({ nameKey, year }: Summed): boolean =>
    nameKey.includes(part) && (query.year === undefined || year === query.year)
}

const isRated = (wanted: MoviesQuery["rated"], rating: number): boolean =>
  wanted === undefined || (typeof wanted === "number" ? rating === wanted : wanted === rating > 0)

/** The lists of what was watched, over the shown titles of a kind that have items. `homeOf` gives the title that one counts as. */
export const listsOf = (
  zone: DateTime.TimeZone,
  titlesOf: (kind: TitleKind) => ReadonlyArray<StoredTitle>,
  homeOf: (id: TitleId) => TitleId,
): WatchingLists => {
  const films = () =>
    titlesOf("film")
      .map(summed)
      .filter(({ rating, watchCount }) => watchCount > 0 || rating > 0)
  const shows = () =>
    titlesOf("show")
      .map(summed)
      .filter(({ watchCount }) => watchCount > 0)
  const page = <A>(
    all: ReadonlyArray<Summed>,
    order: Order<Summed>,
    of: PageRequest,
    shown: (one: Summed) => A,
  ) => {
    const { items, total } = pageInOrder(all, all.length, order, of)
    return { items: items.map(shown), total }
  }

  return {
    recent: (range: DateRange, of: PageRequest) =>
      Effect.sync(() => {
        const bounds = dayBounds(range, zone)
        const isIn = (watch: StoredWatch): watch is StoredWatch & { readonly day: LocalDate } =>
          watch.day !== undefined && isOnDays(bounds, { at: watch.at, day: watch.day })
        const all = [...titlesOf("film"), ...titlesOf("show")].flatMap((home) =>
          watchesOf(home.items).flatMap(({ item, watch }) => (isIn(watch) ? [{ home, item, watch }] : [])),
        )
        const { items, total } = pageInOrder(
          all,
          all.length,
          (one, other) => latestFirst(one.watch, other.watch),
          of,
        )
        return { items: items.map(({ home, item, watch }) => watchShown(home, item, watch)), total }
      }),

    movies: (query, of) =>
      Effect.sync(() => {
        const all = films()
          .filter(passes(query))
          .filter(({ rating }) => isRated(query.rated, rating))
        return page(all, inOrderOf(titleOrder(query)), of, movieShown)
      }),

    movie: (id) =>
      Effect.sync(() =>
        Option.map(Option.fromUndefinedOr(films().find(({ title }) => title.id === homeOf(id))), (film) => {
          const { directors, genres, runtimeMinutes } = film.title
          const watches = watchesOf(film.items).map(({ item, watch }) =>
            watchOfOne({ ...watch, rating: ratingOf(item, watch) }),
          )
          return { ...movieShown(film), runtimeMinutes, genres, directors, watches }
        }),
      ),

    moviesOf: (movieDbIds) =>
      Effect.sync(() => {
        const wanted = new Set(movieDbIds)
        return films().flatMap((film) => {
          const { imageUrl, lastWatchedAt, movieDbId, watchCount } = movieShown(film)
          return movieDbId !== 0 && wanted.has(movieDbId)
            ? [{ movieDbId, watchCount, lastWatchedAt, imageUrl, genres: film.title.genres }]
            : []
        })
      }),

    shows: (query, of) =>
      Effect.sync(() => {
        const all = shows().filter(passes(query))
        return page(all, inOrderOf(titleOrder(query)), of, showShown)
      }),

    show: (id) =>
      Effect.sync(() =>
        Option.map(Option.fromUndefinedOr(shows().find(({ title }) => title.id === homeOf(id))), (show) => {
          const { genres, runtimeMinutes } = show.title
          const watches = watchesOf(show.items).flatMap(({ item, watch }) =>
            item.episode === undefined
              ? []
              : [
                  {
                    ...item.episode,
                    episodeName: watch.episodeName,
                    ...watchOfOne({ ...watch, rating: ratingOf(item, watch) }),
                  },
                ],
          )
          const episodes = episodesShown(show.items.episodes, watches)
          return { ...showShown(show), runtimeMinutes, genres, episodes }
        }),
      ),

    ratings: Effect.sync(() => {
      const counts = new Map<number, number>()
      for (const { rating } of films()) if (rating > 0) counts.set(rating, (counts.get(rating) ?? 0) + 1)
      return Array.from(counts, ([rating, count]) => ({ rating, count })).sort(
        (one, other) => one.rating - other.rating,
      )
    }),
  }
}
