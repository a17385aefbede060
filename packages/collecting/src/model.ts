import type { EpochMillis } from "@daybook/kernel"
import * as Schema from "effect/Schema"

export const RecordId = Schema.Int.pipe(Schema.brand("RecordId"))
export type RecordId = typeof RecordId.Type

/** One edition of a piece of music, as a collection service knows it. What it does not know is "" or 0. */
export interface Release {
  /** The service's number of it. */
  readonly releaseId: number
  readonly title: string
  /** As people would say it: "Zoo", where the service tells namesakes apart as "Zoo (3)". */
  readonly artist: string
  readonly year: number
  /** The name of its first format, such as "Vinyl" or "CD". */
  readonly format: string
  readonly coverUrl: string
}

/** A copy of a release that the person owns: two copies of one release are two records. */
export interface OwnedRecord extends Release {
  /** The service in whose collection it is, such as `discogs`. */
  readonly source: string
  /**
   * The service's number of this copy; with the service it makes it the same record. 0 where only a file tells of it:
   * then service, release and time of adding do, for as long as the service itself tells of no copy of the release.
   */
  readonly instanceId: number
  readonly addedAt: EpochMillis | undefined
}

/** A stored record. */
export interface StoredRecord extends OwnedRecord {
  readonly id: RecordId
}

/**
 * A film that the person owns in one format; in two formats it is there twice. Service, number and format make it
 * the same.
 */
export interface OwnedFilm {
  /** The service in whose collection it is, such as `trakt`. */
  readonly source: string
  /** What the service calls it. */
  readonly filmId: string
  /** Its number in the movie database, 0 where that is not known. It is the same film wherever this is the same. */
  readonly movieDbId: number
  readonly title: string
  /** 0 where it is not known. */
  readonly year: number
  /** `bluray`, `uhd_bluray`, `dvd`, `hddvd`, `vhs`, `digital`, …; "" where it is not known. */
  readonly format: string
  readonly addedAt: EpochMillis | undefined
}

/** How many films the person owns in a format. */
export interface MediaFormatCount {
  readonly name: string
  readonly count: number
}
