import { EpochMillis } from "@daybook/kernel"
import * as Schema from "effect/Schema"

export const RecordId = Schema.Int.pipe(Schema.brand("RecordId"))
export type RecordId = typeof RecordId.Type

// The service's ids of releases and copies bear no brand: until `tidyOwned` they may be any number that a service or file
// gave, and the field's name says at each use which of the two it is.

/** One edition of a piece of music at a collection service. Unknown fields are "" or 0. */
export const Release = Schema.Struct({
  /** The service's id of the release. */
  releaseId: Schema.Int,
  title: Schema.String,
  /** The artist without a service's number for namesakes: "Zoo", not "Zoo (3)". */
  artist: Schema.String,
  year: Schema.Int,
  /** The name of the first format, such as "Vinyl" or "CD". */
  format: Schema.String,
  imageUrl: Schema.String,
})
export type Release = typeof Release.Type

/** A copy of a release that the person owns. Two copies of a release are two records. */
export const OwnedRecord = Schema.Struct({
  ...Release.fields,
  /** The service that keeps the collection, such as `discogs`. */
  source: Schema.String,
  /**
   * The service's id of the copy, which identifies the record at the service. 0 for a record from a file: service, release
   * and time of adding identify that one, until the service itself has a copy of the release.
   */
  instanceId: Schema.Int,
  addedAt: Schema.UndefinedOr(EpochMillis),
})
export type OwnedRecord = typeof OwnedRecord.Type

/** A stored record. */
export const StoredRecord = Schema.Struct({
  ...OwnedRecord.fields,
  id: RecordId,
})
export type StoredRecord = typeof StoredRecord.Type

/** A film that the person owns in one format. Service, id and format identify it. */
export const OwnedFilm = Schema.Struct({
  /** The service that keeps the collection, such as `trakt`. */
  source: Schema.String,
  /** The service's id of the film. */
  filmId: Schema.String,
  /** The movie database's id, the same for the same film at all services; 0 where it is unknown. */
  movieDbId: Schema.Int,
  title: Schema.String,
  /** 0 where it is unknown. */
  year: Schema.Int,
  /** `bluray`, `uhd_bluray`, `dvd`, `hddvd`, `vhs`, `digital`, …; "" where it is unknown. */
  format: Schema.String,
  addedAt: Schema.UndefinedOr(EpochMillis),
})
export type OwnedFilm = typeof OwnedFilm.Type

/** The number of films that the person owns in a format. */
export const MediaFormatCount = Schema.Struct({
  name: Schema.String,
  count: Schema.Int,
})
export type MediaFormatCount = typeof MediaFormatCount.Type
