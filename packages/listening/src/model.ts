import {
  EpochMillis,
  type Granularity,
  LocalDate,
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
export const Listen = Schema.Struct({
  track: Schema.String,
  artist: Schema.String,
  /** "" when the track was played from no album. The same name under two artists is two albums. */
  album: Schema.String,
  imageUrl: Schema.String,
})
export type Listen = typeof Listen.Type

/** One play of a track. Artist, track and the second of the play make it the same play. */
export const Scrobble = Schema.Struct({
  ...Listen.fields,
  /** Whole seconds: that is as fine as scrobbling services count. */
  playedAt: EpochMillis,
})
export type Scrobble = typeof Scrobble.Type

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
export const StoredListen = Schema.Struct({
  ...Listen.fields,
  artistId: Schema.Int,
  albumId: Schema.Int,
  /** The track's page in the music catalog, "" until enrichment has found it. */
  catalogUrl: Schema.String,
})
export type StoredListen = typeof StoredListen.Type

/** A play of a stored track. */
export const StoredPlay = Schema.Struct({ ...StoredListen.fields, playedAt: EpochMillis })
export type StoredPlay = typeof StoredPlay.Type

/** An album and its plays within a range. */
export const AlbumPlays = Schema.Struct({
  id: AlbumId,
  name: Schema.String,
  artist: Schema.String,
  plays: Schema.Int,
  lastPlayedAt: EpochMillis,
  imageUrl: Schema.String,
  /** The album's page in the music catalog and the address of an excerpt; "" until enrichment has found them. */
  catalogUrl: Schema.String,
  previewUrl: Schema.String,
})
export type AlbumPlays = typeof AlbumPlays.Type

/** The plays of one album in one bucket, never 0. */
export const AlbumBucket = Schema.Struct({
  albumId: AlbumId,
  /** The calendar start of the bucket, in the person's time zone. */
  start: LocalDate,
  plays: Schema.Int,
})
export type AlbumBucket = typeof AlbumBucket.Type

/** The rolling periods of the contract; each ends with today. */
export const Period = Schema.Literals(["7day", "1month", "3month", "6month", "12month", "overall"])
export type Period = typeof Period.Type

/** Plays over time, oldest first, with a point for every bucket. The counts add up to the plays in the range. */
export interface Sparkline {
  readonly granularity: Granularity
  readonly points: ReadonlyArray<{ readonly start: LocalDate; readonly count: number }>
}
