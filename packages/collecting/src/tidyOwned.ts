import { isStorableInstant, longestName, storableAddress, storableText } from "@daybook/kernel"
import type { OwnedFilm, OwnedRecord, Release } from "./model.ts"

// Ids of copies go beyond 32 bits; ids of films do not.
const maxMovies = 2_147_483_647

const numberOf = (value: number, most = Number.MAX_SAFE_INTEGER): number =>
  Number.isSafeInteger(value) && value >= 0 && value <= most ? value : 0

const timeOf = (time: number | undefined): number | undefined =>
  time !== undefined && isStorableInstant(time) ? Math.floor(time) : undefined

/** A release in a form that every store can keep. */
export const tidyRelease = (release: Release): Release => ({
  releaseId: numberOf(release.releaseId),
  title: storableText(release.title, longestName),
  artist: storableText(release.artist, longestName),
  year: numberOf(release.year, 9_999),
  format: storableText(release.format, longestName),
  imageUrl: storableAddress(release.imageUrl),
})

/** A record in a form that every store can keep. */
export const tidyOwnedRecord = (record: OwnedRecord): OwnedRecord => ({
  ...tidyRelease(record),
  source: record.source,
  instanceId: numberOf(record.instanceId),
  addedAt: timeOf(record.addedAt),
})

/** A source's id of a film in a form that every store can keep. */
export const tidyFilmId = (id: string): string => storableText(id, longestName)

/** A film in a form that every store can keep. */
export const tidyOwnedFilm = (film: OwnedFilm): OwnedFilm => ({
  source: film.source,
  filmId: tidyFilmId(film.filmId),
  movieDbId: numberOf(film.movieDbId, maxMovies),
  title: storableText(film.title, longestName),
  year: numberOf(film.year, 9_999),
  format: storableText(film.format, longestName),
  addedAt: timeOf(film.addedAt),
})
