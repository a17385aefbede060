import { EpochMillis, type Granularity, type LocalDate, normalizerOf, WebUrl } from "@daybook/kernel"
import * as Schema from "effect/Schema"

export const ArtistId = Schema.Int.pipe(Schema.brand("ArtistId"))
export type ArtistId = typeof ArtistId.Type

export const AlbumId = Schema.Int.pipe(Schema.brand("AlbumId"))
export type AlbumId = typeof AlbumId.Type

export const TrackId = Schema.Int.pipe(Schema.brand("TrackId"))
export type TrackId = typeof TrackId.Type

/** A track as a scrobbling service or a file names it. Unknown names are "". */
export const Listen = Schema.Struct({
  track: Schema.String,
  artist: Schema.String,
  /** "" when the track was played from no album. The same name under two artists means two albums. */
  album: Schema.String,
  imageUrl: WebUrl,
})
export type Listen = typeof Listen.Type

/** One play of a track. Its artist, its track and the second when it was played identify it. */
export const Scrobble = Schema.Struct({
  ...Listen.fields,
  /** In whole seconds: scrobbling services count no finer. */
  playedAt: EpochMillis,
})
export type Scrobble = typeof Scrobble.Type

/** Cleans names (500 units at most) and the image's URL for storing. */
export const normalizeListen = normalizerOf(Listen)

/** The same for a play. */
export const normalizeScrobble = normalizerOf(Scrobble)

/** A stored track with its artist and album; ids are 0 if it is not stored. */
export const StoredListen = Schema.Struct({
  ...Listen.fields,
  artistId: Schema.Int,
  albumId: Schema.Int,
  /** The track's page in the music catalog, "" until enrichment has found it. */
  catalogUrl: WebUrl,
})
export type StoredListen = typeof StoredListen.Type

/** A play of a stored track. */
export const StoredPlay = Schema.Struct({ ...StoredListen.fields, playedAt: EpochMillis })
export type StoredPlay = typeof StoredPlay.Type

/** The rolling periods of the contract. Each ends with today. */
export const Period = Schema.Literals(["7day", "1month", "3month", "6month", "12month", "overall"])
export type Period = typeof Period.Type

/** Plays over time, oldest first, with a point for every bucket. The counts add up to the plays in the range. */
export interface Sparkline {
  readonly granularity: Granularity
  readonly points: ReadonlyArray<{ readonly start: LocalDate; readonly count: number }>
}

/** The kinds of played items. */
export const PlayedKind = Schema.Literals(["artist", "album", "track"])
export type PlayedKind = typeof PlayedKind.Type
