import { EpochMillis, unknownItem, WebUrl, WholeUpTo, Year } from "@daybook/kernel"
import * as Schema from "effect/Schema"

export const RecordId = Schema.Int.pipe(Schema.brand("RecordId"))
export type RecordId = typeof RecordId.Type

// The service's ids of releases and copies bear no brand: until `normalizeOwned` they may be any number that a service or file
// gave, and the field's name says at each use which of the two it is. They go beyond 32 bits.
const ServiceId = WholeUpTo(Number.MAX_SAFE_INTEGER)

/** One edition of a piece of music at a collection service. Unknown fields are "" or 0. */
export const Release = Schema.Struct({
  /** The service's id of the release. */
  releaseId: ServiceId,
  title: Schema.String,
  /** The artist without a service's number for namesakes: "Zoo", not "Zoo (3)". */
  artist: Schema.String,
  year: Year,
  /** The name of the first format, such as "Vinyl" or "CD". */
  format: Schema.String,
  imageUrl: WebUrl,
})
export type Release = typeof Release.Type

/** A copy of a release that the owner owns. Two copies of a release are two records. */
export const OwnedRecord = Schema.Struct({
  ...Release.fields,
  /** The service that keeps the collection, such as `discogs`. */
  source: Schema.String,
  /**
   * The service's id of the copy, which identifies the record at the service. 0 for a record from a file: service, release
   * and time of adding identify that one, until the service itself has a copy of the release.
   */
  instanceId: ServiceId,
  addedAt: Schema.UndefinedOr(EpochMillis),
  /** The owner's grade of the disc, in the service's words, such as `Near Mint (NM or M-)`. */
  mediaCondition: Schema.String,
  /** The grade of the sleeve, in the same way. */
  sleeveCondition: Schema.String,
})
export type OwnedRecord = typeof OwnedRecord.Type

/** A stored record. */
export const StoredRecord = Schema.Struct({
  ...OwnedRecord.fields,
  id: RecordId,
})
export type StoredRecord = typeof StoredRecord.Type

/** A release that the owner wants to have. Service and release identify it. */
export const WantedRecord = Schema.Struct({
  ...Release.fields,
  /** The service that keeps the list, such as `discogs`. */
  source: Schema.String,
  /** The owner's notes on it; "" if there are none. */
  notes: Schema.String,
  addedAt: Schema.UndefinedOr(EpochMillis),
})
export type WantedRecord = typeof WantedRecord.Type

/** A label that published a release. */
export const Label = Schema.Struct({
  name: Schema.String,
  /** The label's own number of the release; "" if unknown or there is none. */
  catalogNumber: Schema.String,
})
export type Label = typeof Label.Type

/** A track of a release, in the order of the release. */
export const ReleaseTrack = Schema.Struct({
  /** Such as `A1` or `2`; "" if unknown. */
  position: Schema.String,
  title: Schema.String,
  /** The track's artist; "" if it is the release's. */
  artist: Schema.String,
  /** The length in seconds; 0 if unknown. */
  seconds: WholeUpTo(86_400),
})
export type ReleaseTrack = typeof ReleaseTrack.Type

/** The details of a release that a collection does not list. Unknown texts are "". */
export const ReleaseDetails = Schema.Struct({
  /** The country of publication. */
  country: Schema.String,
  /** The day, month or year of its publication: `1999-07-13`, `1999-03` or `1999`. */
  released: Schema.String,
  /** Broad ones, such as `Electronic`. */
  genres: Schema.Array(Schema.String),
  /** Narrow ones, such as `Deep House`. */
  styles: Schema.Array(Schema.String),
  labels: Schema.Array(Label),
  tracks: Schema.Array(ReleaseTrack),
})
export type ReleaseDetails = typeof ReleaseDetails.Type

/** The details of an unknown release. */
export const noDetails = unknownItem(ReleaseDetails)

/** A film that the owner owns in one format. Service, id and format identify it. */
export const OwnedFilm = Schema.Struct({
  /** The service that keeps the collection, such as `trakt`. */
  source: Schema.String,
  /** The service's id of the film. */
  filmId: Schema.String,
  /** The movie database's id, the same for the same film at all services; 0 if unknown. */
  movieDbId: Schema.Int,
  title: Schema.String,
  /** 0 if unknown. */
  year: Year,
  /** `bluray`, `uhd_bluray`, `dvd`, `hddvd`, `vhs`, `digital`, …; "" if unknown. */
  format: Schema.String,
  addedAt: Schema.UndefinedOr(EpochMillis),
})
export type OwnedFilm = typeof OwnedFilm.Type

/** The number of films that the owner owns in a format. */
export const MediaFormatCount = Schema.Struct({
  name: Schema.String,
  count: Schema.Int,
})
export type MediaFormatCount = typeof MediaFormatCount.Type
