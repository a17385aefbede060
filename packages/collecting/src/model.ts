import type { EpochMillis } from "@daybook/kernel"
import * as Schema from "effect/Schema"

export const RecordId = Schema.Int.pipe(Schema.brand("RecordId"))
export type RecordId = typeof RecordId.Type

/** One edition of a piece of music at a collection service. Unknown fields are "" or 0. */
export interface Release {
  /** The service's id of the release. */
  readonly releaseId: number
  readonly title: string
  /** The artist without a service's number for namesakes: "Zoo", not "Zoo (3)". */
  readonly artist: string
  readonly year: number
  /** The name of the first format, such as "Vinyl" or "CD". */
  readonly format: string
  readonly imageUrl: string
}

/** A copy of a release that the person owns. Two copies of a release are two records. */
export interface OwnedRecord extends Release {
  /** The service that keeps the collection, such as `discogs`. */
  readonly source: string
  /**
   * The service's id of the copy, which identifies the record at the service. 0 for a record from a file: service, release
   * and time of adding identify that one, until the service itself has a copy of the release.
   */
  readonly instanceId: number
  readonly addedAt: EpochMillis | undefined
}

/** A stored record. */
export interface StoredRecord extends OwnedRecord {
  readonly id: RecordId
}

/** A film that the person owns in one format. Service, id and format identify it. */
export interface OwnedFilm {
  /** The service that keeps the collection, such as `trakt`. */
  readonly source: string
  /** The service's id of the film. */
  readonly filmId: string
  /** The movie database's id, the same for the same film at all services; 0 where it is unknown. */
  readonly movieDbId: number
  readonly title: string
  /** 0 where it is unknown. */
  readonly year: number
  /** `bluray`, `uhd_bluray`, `dvd`, `hddvd`, `vhs`, `digital`, …; "" where it is unknown. */
  readonly format: string
  readonly addedAt: EpochMillis | undefined
}

/** The number of films that the person owns in a format. */
export interface MediaFormatCount {
  readonly name: string
  readonly count: number
}
