import {
  type ComparedPeriods,
  comparePeriods,
  type DateRange,
  everything,
  type InvalidInput,
  type PeriodInput,
} from "@daybook/kernel"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { ListeningStore } from "./ports.ts"

/** The plays of a genre in a period, next to the period before. An artist of two genres counts in both. */
export interface GenrePlays {
  readonly genre: string
  /** With plays of this genre in the period. */
  readonly artists: number
  readonly plays: number
  readonly previousPlays: number
}

// More than anyone hears.
const maxArtists = 1_000_000

/** The artists and plays of each genre in a range, by its name in small letters. */
const genresIn = Effect.fnUntraced(function* (range: DateRange) {
  const { lists } = yield* ListeningStore
  const { items } = yield* lists.played(
    "artist",
    { range, sort: "plays", order: "desc" },
    { page: 1, limit: maxArtists },
  )
  const found = new Map<string, { artists: number; plays: number }>()
  for (const { genres, plays } of items)
    for (const genre of new Set(genres.map((name) => name.toLowerCase()))) {
      const known = found.get(genre) ?? { artists: 0, plays: 0 }
      found.set(genre, { artists: known.artists + 1, plays: known.plays + plays })
    }
  return found
})

/** The genres of a period and of the one before, most plays first; of the newest that has plays if it has none. */
export const listeningGenres = Effect.fn("Listening.genres")(function* (
  query: PeriodInput,
): Effect.fn.Return<
  { readonly compared: ComparedPeriods; readonly genres: ReadonlyArray<GenrePlays> },
  InvalidInput,
  ListeningStore | DateTime.CurrentTimeZone
> {
  const { journal } = yield* ListeningStore
  const compared = yield* comparePeriods(journal, query)
  const { name, previous, range } = compared
  const now = yield* genresIn(name === "overall" ? everything : range)
  const before = previous === undefined ? new Map<string, never>() : yield* genresIn(previous.range)
  const genres = [...new Set([...now.keys(), ...before.keys()])].map((genre) => ({
    genre,
    artists: now.get(genre)?.artists ?? 0,
    plays: now.get(genre)?.plays ?? 0,
    previousPlays: before.get(genre)?.plays ?? 0,
  }))
  return {
    compared,
    genres: genres.sort(
      (one, other) =>
        other.plays - one.plays ||
        other.previousPlays - one.previousPlays ||
        (one.genre < other.genre ? -1 : 1),
    ),
  }
})
