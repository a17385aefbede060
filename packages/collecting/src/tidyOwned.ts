import { isStorableInstant, maxNameLength, storableName, storableText, webUrl } from "@daybook/kernel"
import type { OwnedFilm, OwnedRecord, Release, ReleaseDetails, WantedRecord } from "./model.ts"

// Ids of copies go beyond 32 bits; ids of films do not.
const maxMovies = 2_147_483_647

const numberOf = (value: number, most = Number.MAX_SAFE_INTEGER): number =>
  Number.isSafeInteger(value) && value >= 0 && value <= most ? value : 0

const timeOf = (time: number | undefined): number | undefined =>
  time !== undefined && isStorableInstant(time) ? Math.floor(time) : undefined

/** A release in a form that every store can keep. */
export const tidyRelease = (release: Release): Release => ({
  releaseId: numberOf(release.releaseId),
  title: storableText(release.title, maxNameLength),
  artist: storableText(release.artist, maxNameLength),
  year: numberOf(release.year, 9_999),
  format: storableText(release.format, maxNameLength),
  imageUrl: webUrl(release.imageUrl),
})

/** A record in a form that every store can keep. */
export const tidyOwnedRecord = (record: OwnedRecord): OwnedRecord => ({
  ...tidyRelease(record),
  source: record.source,
  instanceId: numberOf(record.instanceId),
  addedAt: timeOf(record.addedAt),
  mediaCondition: storableText(record.mediaCondition, maxNameLength),
  sleeveCondition: storableText(record.sleeveCondition, maxNameLength),
})

/** A wanted release in a form that every store can keep. */
export const tidyWanted = (wanted: WantedRecord): WantedRecord => ({
  ...tidyRelease(wanted),
  source: wanted.source,
  notes: storableText(wanted.notes, maxNameLength),
  addedAt: timeOf(wanted.addedAt),
})

// The longest box sets have about a hundred tracks.
const maxTracks = 1_000
const maxNames = 50

const namesOf = (names: ReadonlyArray<string>): ReadonlyArray<string> =>
  [...new Set(names.map((name) => storableName(name)))].filter((name) => name !== "").slice(0, maxNames)

/** Details of a release in a form that every store can keep: each genre and style once, no more than it takes. */
export const tidyDetails = (details: ReleaseDetails): ReleaseDetails => ({
  country: storableName(details.country),
  released: storableName(details.released),
  genres: namesOf(details.genres),
  styles: namesOf(details.styles),
  labels: details.labels
    .map(({ catalogNumber, name }) => ({
      name: storableName(name),
      catalogNumber: storableName(catalogNumber),
    }))
    .slice(0, maxNames),
  tracks: details.tracks
    .map(({ artist, position, seconds, title }) => ({
      position: storableName(position),
      title: storableName(title),
      artist: storableName(artist),
      seconds: numberOf(seconds, 86_400),
    }))
    .slice(0, maxTracks),
})

/** A source's id of a film in a form that every store can keep. */
export const tidyFilmId = (id: string): string => storableText(id, maxNameLength)

/** A film in a form that every store can keep. */
export const tidyOwnedFilm = (film: OwnedFilm): OwnedFilm => ({
  source: film.source,
  filmId: tidyFilmId(film.filmId),
  movieDbId: numberOf(film.movieDbId, maxMovies),
  title: storableText(film.title, maxNameLength),
  year: numberOf(film.year, 9_999),
  format: storableText(film.format, maxNameLength),
  addedAt: timeOf(film.addedAt),
})
