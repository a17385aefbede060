import {
  type EpochMillis,
  type Granularity,
  type LocalDate,
  longestName,
  storableAddress,
  storableInstant,
  storableText,
} from "@daybook/kernel"
import * as Schema from "effect/Schema"

export const ArtistId = Schema.Int.pipe(Schema.brand("ArtistId"))
export type ArtistId = typeof ArtistId.Type

export const AlbumId = Schema.Int.pipe(Schema.brand("AlbumId"))
export type AlbumId = typeof AlbumId.Type

export const TrackId = Schema.Int.pipe(Schema.brand("TrackId"))
export type TrackId = typeof TrackId.Type

/** A track as a scrobbling service or a file names it. What it does not know is "". */
export interface Listen {
  readonly track: string
  readonly artist: string
  /** "" when the track was played from no album. The same name under two artists is two albums. */
  readonly album: string
  readonly imageUrl: string
}

/** One play of a track. Artist, track and the second of the play make it the same play. */
export interface Scrobble extends Listen {
  /** Whole seconds: that is as fine as scrobbling services count. */
  readonly playedAt: EpochMillis
}

/** A track with names of at most 500 units, and an image, that every store can keep. */
export const tidyListen = ({ album, artist, imageUrl, track }: Listen): Listen => ({
  track: storableText(track, longestName),
  artist: storableText(artist, longestName),
  album: storableText(album, longestName),
  imageUrl: storableAddress(imageUrl),
})

/** A play that every store can keep. */
export const tidyScrobble = (scrobble: Scrobble): Scrobble => ({
  ...tidyListen(scrobble),
  playedAt: storableInstant(scrobble.playedAt),
})

/** A stored track with its artist and album, ids 0 where it is not stored. */
export interface StoredListen extends Listen {
  readonly artistId: number
  readonly albumId: number
  /** The track's page in the music catalog, "" until enrichment has found it. */
  readonly catalogUrl: string
}

/** An album and its plays within a range. */
export interface AlbumPlays {
  readonly id: AlbumId
  readonly name: string
  readonly artist: string
  readonly plays: number
  readonly lastPlayedAt: EpochMillis
  readonly imageUrl: string
  /** The album's page in the music catalog and the address of an excerpt; "" until enrichment has found them. */
  readonly catalogUrl: string
  readonly previewUrl: string
}

/** The plays of one album in one bucket, never 0. */
export interface AlbumBucket {
  readonly albumId: AlbumId
  /** The calendar start of the bucket, in the person's time zone. */
  readonly start: LocalDate
  readonly plays: number
}

/** The rolling periods of the contract; each ends with today. */
export const Period = Schema.Literals(["7day", "1month", "3month", "6month", "12month", "overall"])
export type Period = typeof Period.Type

/** Plays over time, oldest first, with a point for every bucket. The counts add up to the plays in the range. */
export interface Sparkline {
  readonly granularity: Granularity
  readonly points: ReadonlyArray<{ readonly start: LocalDate; readonly count: number }>
}
