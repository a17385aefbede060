import type { EpochMillis, SourceError } from "@daybook/kernel"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { AlbumId, ArtistId, TrackId } from "./model.ts"

/** An artist of a music catalog. Addresses are "" where the catalog gives none. */
export interface CatalogArtist {
  /** The catalog's own id, in whatever form it has. */
  readonly id: string
  readonly name: string
  readonly url: string
}

/** A song of a music catalog, on one of the albums that have it. */
export interface CatalogSong {
  readonly id: string
  readonly name: string
  readonly url: string
  /** The address of an excerpt. */
  readonly previewUrl: string
  readonly artist: CatalogArtist
  readonly album: { readonly name: string; readonly url: string }
}

/**
 * A catalog of all music, asked by names. Its search is fuzzy: what it gives are candidates in its own order, and
 * whoever asks compares the names.
 */
export class MusicCatalog extends Context.Service<
  MusicCatalog,
  {
    /** Whether there is a catalog to ask. */
    readonly configured: boolean
    readonly searchArtist: (name: string) => Effect.Effect<ReadonlyArray<CatalogArtist>, SourceError>
    readonly searchSong: (
      artist: string,
      track: string,
    ) => Effect.Effect<ReadonlyArray<CatalogSong>, SourceError>
    /** The names of an artist's albums, by the catalog's id: what tells two artists of one name apart. */
    readonly albumsOf: (artistId: string) => Effect.Effect<ReadonlyArray<string>, SourceError>
  }
>()("daybook/listening/MusicCatalog") {}

/** A stored artist that the catalog has not given an id to. */
export const ArtistToEnrich = Schema.Struct({
  id: ArtistId,
  name: Schema.String,
  /** The names of the stored albums. */
  albums: Schema.Array(Schema.String),
})
export type ArtistToEnrich = typeof ArtistToEnrich.Type

/** A stored track that the catalog has not given an id to. */
export const TrackToEnrich = Schema.Struct({
  id: TrackId,
  name: Schema.String,
  artistId: ArtistId,
  artist: Schema.String,
  /** The albums that it was played from. */
  albums: Schema.Array(Schema.Struct({ id: AlbumId, name: Schema.String })),
})
export type TrackToEnrich = typeof TrackToEnrich.Type

/** What the catalog has of a stored track, with the ids of what is stored. */
export interface TrackFound {
  readonly song: CatalogSong
  /** The stored album that is the song's. */
  readonly album: AlbumId | undefined
}

/**
 * What enrichment finds, kept beside the scrobbles. Storage failures are defects. What is found raises the version
 * of "listening"; the stamp of a miss, which nobody sees, need not.
 */
export class CatalogStore extends Context.Service<
  CatalogStore,
  {
    /**
     * Artists without a catalog id that were never tried, or last tried before the instant: never tried first, then
     * plays desc, then id. Plays that a filter hides do not count, and what has no others is nothing for a catalog.
     */
    readonly artistsToEnrich: (
      triedBefore: EpochMillis,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<ArtistToEnrich>>
    /** Tracks likewise. */
    readonly tracksToEnrich: (
      triedBefore: EpochMillis,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<TrackToEnrich>>
    /** Stamps an artist as tried, with what was found. An id that it has got in the meantime stays. */
    readonly storeArtist: (
      id: ArtistId,
      triedAt: EpochMillis,
      found: CatalogArtist | undefined,
    ) => Effect.Effect<void>
    /**
     * Stamps a track as tried, with what was found. Its artist gets the song's where it has none, the album that is
     * the song's its address; each album that the track was played from gets the song's excerpt where it has none.
     */
    readonly storeTrack: (
      id: TrackId,
      triedAt: EpochMillis,
      found: TrackFound | undefined,
    ) => Effect.Effect<void>
  }
>()("daybook/listening/CatalogStore") {}
