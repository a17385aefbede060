import {
  EpisodeSummary,
  type Movie,
  MovieSummary,
  RatingCount,
  type Show,
  ShowSummary,
  Title,
  WatchingStats,
} from "@daybook/watching"
import * as Schema from "effect/Schema"
import {
  comparedFields,
  InstantOrEmpty,
  listOf,
  manyOf,
  optionalForm,
  wireAs,
  wireForm,
} from "../../forRoutes.ts"
import { hiddenTitle, rating, title, Watch, watchOfTitle, WatchOfTitle } from "../wire.ts"

export const Watches = listOf(Watch)

const ends = { firstWatchedAt: InstantOrEmpty, lastWatchedAt: InstantOrEmpty }

const movie = {
  ...title,
  rating: rating.annotate({
    description: "The latest of its ratings, 0.5 to 5 in half steps; 0 where unrated",
  }),
  watchCount: MovieSummary.fields.watchCount,
  ...ends,
  lastDayOnly: Schema.Boolean.annotate({
    description: "True if only the day of the last watch is known: last_watched_at is noon UTC of that day",
  }),
}

export const Movies = listOf(wireForm(movie, { rating: "user_rating" }, hiddenTitle.movie))

const Runtime = Title.fields.runtimeMinutes.annotate({ description: "Minutes; 0 where unknown" })

export const MovieAnswer = wireForm(
  {
    ...movie,
    runtimeMinutes: Runtime,
    genres: Title.fields.genres,
    directors: Title.fields.directors,
    watches: manyOf(WatchOfTitle),
    reviews: manyOf(WatchOfTitle),
  },
  { rating: "user_rating", runtimeMinutes: "runtime_min" },
  hiddenTitle.movie,
)

export const movieAnswer = (film: Movie) => ({
  ...film,
  watches: film.watches.map(watchOfTitle),
  reviews: film.watches.filter(({ review }) => review !== "").map(watchOfTitle),
})

const show = {
  ...title,
  totalEpisodes: ShowSummary.fields.totalEpisodes.annotate({
    description: "The show's episodes so far, without specials; 0 if unknown",
  }),
  episodesWatched: ShowSummary.fields.episodesWatched.annotate({
    description: "The distinct episodes watched, with specials",
  }),
  ...ends,
}

export const Shows = listOf(wireForm(show, {}, hiddenTitle.show))

const Season = wireForm({
  season: Schema.Int.annotate({ description: "0 for specials" }),
  totalEpisodes: Schema.Int.annotate({ description: "The known episodes of the season" }),
  episodesWatched: Schema.Int,
  episodes: manyOf(
    wireForm(
      {
        episode: EpisodeSummary.fields.episode,
        name: EpisodeSummary.fields.name,
        airDate: wireAs(
          Schema.String.annotate({ description: "YYYY-MM-DD; empty where unknown" }),
          (day: EpisodeSummary["airDate"]) => day ?? "",
        ),
        runtimeMinutes: Runtime,
        watched: Schema.Boolean,
        watches: manyOf(WatchOfTitle),
      },
      { name: "title", runtimeMinutes: "runtime_min" },
    ),
  ),
})

export const ShowAnswer = wireForm(
  {
    ...show,
    runtimeMinutes: Runtime.annotate({ description: "Minutes of an episode; 0 where unknown" }),
    genres: Title.fields.genres,
    seasons: manyOf(Season),
  },
  { runtimeMinutes: "runtime_min" },
  hiddenTitle.show,
)

export const showAnswer = (found: Show) => ({
  ...found,
  seasons: Array.from(
    Map.groupBy(found.episodes, ({ season }) => season),
    ([season, episodes]) => ({
      season,
      totalEpisodes: episodes.length,
      episodesWatched: episodes.filter(({ watches }) => watches.length > 0).length,
      episodes: episodes.map((episode) => ({
        ...episode,
        watched: episode.watches.length > 0,
        watches: episode.watches.map(watchOfTitle),
      })),
    }),
  ),
})

export const Ratings = wireForm({
  data: manyOf(wireForm(RatingCount.fields)),
  total: Schema.Int.annotate({ description: "The films that have a rating" }),
  average: Schema.Finite.annotate({ description: "To 2 decimals; 0 without a rating" }),
})

/** All ten half stars, even those without films. */
export const ratingsAnswer = (counts: ReadonlyArray<RatingCount>) => {
  const known = new Map(counts.map(({ count, rating: stars }) => [stars, count]))
  const data = Array.from({ length: 10 }, (_, at) => ({
    rating: (at + 1) / 2,
    count: known.get((at + 1) / 2) ?? 0,
  }))
  const total = data.reduce((sum, { count }) => sum + count, 0)
  const stars = data.reduce((sum, one) => sum + one.count * one.rating, 0)
  return { data, total, average: total === 0 ? 0 : Math.round((stars / total) * 100) / 100 }
}

const { byDecade, byDirector, byGenre, ...told } = WatchingStats.fields
const { name: _genre, ...counts } = byGenre.value.fields
const { decade } = byDecade.value.fields
const { films, minutes, name } = byDirector.value.fields

export const genre = wireForm({ name, ...counts }, { name: "genre" })
export const director = wireForm({ name, films, minutes }, { name: "director" })

/** The totals of statistics and of reviews. */
export const sums = {
  films: told.films.annotate({ description: "Distinct films" }),
  filmWatches: told.filmWatches.annotate({ description: "Watches of films, with those seen again" }),
  shows: told.shows,
  episodes: told.episodes.annotate({ description: "Distinct episodes, with specials" }),
  episodeWatches: told.episodeWatches.annotate({ description: "Watches of episodes, with those seen again" }),
  minutes: told.minutes.annotate({ description: "Counts watches with a known running time" }),
}

export const Stats = wireForm({
  ...sums,
  byGenre: manyOf(genre),
  byDecade: manyOf(wireForm({ decade, ...counts })),
  byDirector: manyOf(director),
})

/** The genres of a period compared with the one before. */
export const GenresAnswer = wireForm({
  ...comparedFields,
  genres: manyOf(wireForm({ name, ...counts, previousMinutes: Schema.Int }, { name: "genre" })),
})

/** A period of watching compared with the one before. */
export const OverviewAnswer = wireForm({
  ...comparedFields,
  totals: Stats,
  previousTotals: optionalForm(wireForm(sums)),
  ratings: Ratings,
})
