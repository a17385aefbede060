import type { DataVersions, Edits } from "@daybook/kernel"
import { everything } from "@daybook/kernel"
import {
  type EpisodeRef,
  type FilmRef,
  type ItemRef,
  onDay,
  type RatingRecord,
  type Review,
  TitleId,
  type TitleSummary,
  type WatchingRecord,
  WatchingStore,
  type WatchRecord,
} from "@daybook/watching"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"

export type FreshStore = (zone: string) => Layer.Layer<WatchingStore | DataVersions | Edits>

export const film = (title: string, more: Partial<FilmRef> = {}): FilmRef => ({
  kind: "film",
  title,
  year: 2001,
  ids: {},
  ...more,
})

export const episode = (
  show: string,
  season: number,
  number: number,
  more: Partial<EpisodeRef> = {},
): EpisodeRef => ({
  kind: "episode",
  show,
  showYear: 2001,
  showIds: {},
  season,
  episode: number,
  title: `Episode ${number}`,
  episodeIds: {},
  ...more,
})

/** A watch at a moment, or on a day where `at` is a day. */
export const watched = (item: ItemRef, at: string, more: Partial<WatchRecord> = {}): WatchRecord => ({
  type: "watched",
  source: "trakt",
  ref: JSON.stringify([at, item]),
  item,
  ...(at.length === 10 ? onDay(at) : { at: Date.parse(at), precision: "moment" as const }),
  rating: 0,
  review: "",
  imageUrl: "",
  ...more,
})

/** A review with a known day. */
export const reviewed = (
  item: FilmRef,
  day: string,
  review: string,
  more: Partial<WatchRecord> = {},
): WatchRecord => watched(item, day, { source: "letterboxd", review, ...more })

export const rated = (
  item: ItemRef,
  at: string,
  rating: number,
  more: Partial<RatingRecord> = {},
): RatingRecord => ({ type: "rated", source: "plex", at: Date.parse(at), item, rating, ...more })

export const store = (...records: ReadonlyArray<WatchingRecord>) =>
  Effect.flatMap(WatchingStore, (watching) => watching.store(records))

export const allReviews = Effect.flatMap(WatchingStore, (watching) =>
  Effect.map(watching.reviews({ page: 1, limit: 1_000 }), ({ items }) => items),
)

export const allShows = Effect.flatMap(WatchingStore, (watching) => watching.watchedShows(everything, 1_000))

/** A title in a response, without its id, which depends on the order of arrival. */
const unnumbered = (title: TitleSummary) => ({ ...title, id: TitleId.make(0) })

/** A review without the id of its film. */
export const reviewShown = (review: Review) => ({ ...review, film: unnumbered(review.film) })

/** All reviews and shows, without the ids of titles. */
export const state = Effect.gen(function* () {
  const reviews = (yield* allReviews).map(reviewShown)
  const shows = (yield* allShows).map((show) => ({ ...show, ...unnumbered(show) }))
  return {
    reviews: reviews.map((review) => JSON.stringify(review)).sort(),
    shows: shows.map((show) => JSON.stringify(show)).sort(),
  }
})
