import type { EpochMillis, WebUrl } from "@daybook/kernel"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { ListedFilm } from "./lists.ts"

/** A film with its watches. */
export interface WatchedFilm {
  readonly movieDbId: number
  readonly watchCount: number
  /** Undefined if no time is known. */
  readonly lastWatchedAt: EpochMillis | undefined
  /** Its poster; "" if there is none. */
  readonly imageUrl: WebUrl
  /** Empty if unknown. */
  readonly genres: ReadonlyArray<string>
}

/** The films that the owner watches. A host with watching provides it; without it no film was watched. */
export const WatchedFilms = Context.Reference<{
  /** The names whose data versions cover its data. */
  readonly dataVersions: ReadonlyArray<string>
  /** The films that have one of these ids at the movie database, in any order; two may have the same. */
  readonly withIds: (movieDbIds: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<WatchedFilm>>
}>("daybook/collecting/WatchedFilms", {
  defaultValue: () => ({ dataVersions: [], withIds: () => Effect.succeed([]) }),
})

/** A watched film with its known details. */
export interface DescribedFilm extends ListedFilm {
  /** "" if there is none. */
  readonly imageUrl: WebUrl
  /** Undefined if unknown. */
  readonly genres: ReadonlyArray<string> | undefined
}

/** Finds the watched films equal to one of these, whatever the format. */
export const filmsWatched = Effect.fnUntraced(function* (films: ReadonlyArray<ListedFilm>) {
  const ids = new Set(films.map(({ movieDbId }) => movieDbId))
  ids.delete(0)
  const watched =
    ids.size === 0
      ? new Map<number, ReadonlyArray<WatchedFilm>>()
      : Map.groupBy(yield* (yield* WatchedFilms).withIds([...ids]), ({ movieDbId }) => movieDbId)
  return ({ movieDbId }: ListedFilm): ReadonlyArray<WatchedFilm> => watched.get(movieDbId) ?? []
})

/** A film with the image and the genres of the same film, if it was watched. */
export const describedBy = (film: ListedFilm, watched: ReadonlyArray<WatchedFilm>): DescribedFilm => {
  // Two with the same id may lack different fields.
  const imageUrl =
    watched
      .map((one) => one.imageUrl)
      .toSorted()
      .at(-1) ?? ""
  const genres = watched.map((one) => one.genres).find((one) => one.length > 0)
  return { ...film, imageUrl, genres }
}

/** Films with their images and genres. */
export const describeFilms = Effect.fn("Collecting.describeFilms")(function* (
  films: ReadonlyArray<ListedFilm>,
) {
  const watchedOf = yield* filmsWatched(films)
  return films.map((film) => describedBy(film, watchedOf(film)))
})
