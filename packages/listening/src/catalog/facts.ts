import { foldName, maxNameLength, storableText, unknownItem } from "@daybook/kernel"
import * as Schema from "effect/Schema"
import type { PlayedKind } from "../model.ts"

/** The metadata of music services on an artist, an album or a track. An unknown value is empty, or 0. */
export const MusicFacts = Schema.Struct({
  /** An artist's, the best known first. */
  genres: Schema.Array(Schema.String),
  /** The year in which an album came out. */
  year: Schema.Int,
  /** A track's. */
  lengthSeconds: Schema.Int,
})
export type MusicFacts = typeof MusicFacts.Type

export const unknownFacts = unknownItem(MusicFacts)

/** True where at least one fact is known. */
export const hasFacts = ({ genres, lengthSeconds, year }: MusicFacts): boolean =>
  genres.length > 0 || year > 0 || lengthSeconds > 0

/** A stored artist, album or track whose facts are not known. */
export const ItemToDescribe = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  /** The artist of an album or a track; an artist itself. */
  artist: Schema.String,
})
export type ItemToDescribe = typeof ItemToDescribe.Type

/** A word that listeners put on an artist; `weight` goes from 0 to 100, its most used tag. */
export interface MusicTag {
  readonly name: string
  readonly weight: number
}

const maxGenres = 5
const leastWeight = 10

// The most used tags that are not genres.
const notGenres = [
  "seen live",
  "all",
  "albums i own",
  "favorite",
  "favorites",
  "favourite",
  "favourites",
  "favorite artists",
  "my favorites",
  "love",
  "awesome",
  "beautiful",
  "cool",
  "amazing",
  "spotify",
  "under 2000 listeners",
]

/**
 * The genres among an artist's tags, at most 5, in lower case: tags that a tenth of its listeners use, without the name of the
 * artist, years and decades, and words of praise.
 */
export const genresOf = (artist: string, tags: ReadonlyArray<MusicTag>): ReadonlyArray<string> => {
  const genres = new Map<string, string>()
  const others = new Set([artist, ...notGenres].map(foldName))
  for (const { name, weight } of tags.toSorted((one, other) => other.weight - one.weight)) {
    const text = storableText(name, maxNameLength).trim().toLowerCase()
    const key = foldName(text)
    const isGenre = weight >= leastWeight && !others.has(key) && !/^\d+s?$/.test(key)
    if (isGenre && text !== "" && !genres.has(key)) genres.set(key, text)
  }
  return [...genres.values()].slice(0, maxGenres)
}

// The first recordings are of the 1850s; a longer track than a day is a mistake.
const isYear = (year: number) => Number.isInteger(year) && year >= 1850 && year <= 9999
const isLength = (seconds: number) => seconds > 0 && seconds <= 86_400

/** The facts of one kind as every store keeps them; the ones that cannot be true are unknown. */
export const factsOf = {
  artist: (artist: string, tags: ReadonlyArray<MusicTag>): MusicFacts => ({
    ...unknownFacts,
    genres: genresOf(artist, tags),
  }),
  album: (year: number): MusicFacts => ({ ...unknownFacts, year: isYear(year) ? year : 0 }),
  track: (seconds: number): MusicFacts => ({
    ...unknownFacts,
    lengthSeconds: isLength(seconds) ? Math.max(1, Math.round(seconds)) : 0,
  }),
} satisfies Record<PlayedKind, unknown>
