import { type EpochMillis, type SourceError, WebUrl } from "@daybook/kernel"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { ItemToDescribe, MusicFacts, MusicTag } from "./facts.ts"
import type { PlayedKind } from "../model.ts"
import { AlbumId, ArtistId, TrackId } from "../model.ts"

/** An artist of a music catalog. URLs are "" if the catalog has none. */
export const CatalogArtist = Schema.Struct({
  /** The catalog's own id, in its own form. */
  id: Schema.String,
  name: Schema.String,
  url: WebUrl,
})
export type CatalogArtist = typeof CatalogArtist.Type

/** A song of a music catalog, on one of the albums that have it. */
export const CatalogSong = Schema.Struct({
  ...CatalogArtist.fields,
  /** The address of an audio excerpt. */
  previewUrl: WebUrl,
  artist: CatalogArtist,
  album: Schema.Struct({ name: Schema.String, url: WebUrl }),
})
export type CatalogSong = typeof CatalogSong.Type

/**
 * A catalog of all music, searched by name. The search is fuzzy: results are candidates in the catalog's order, and
 * the caller compares their names.
 */
export class MusicCatalog extends Context.Service<
  MusicCatalog,
  {
    /** False if no catalog is configured. */
    readonly configured: boolean
    readonly searchArtist: (name: string) => Effect.Effect<ReadonlyArray<CatalogArtist>, SourceError>
    readonly searchSong: (
      artist: string,
      track: string,
    ) => Effect.Effect<ReadonlyArray<CatalogSong>, SourceError>
    /** The names of an artist's albums, by the catalog's id. They report two artists of the same name apart. */
    readonly albumsOf: (artistId: string) => Effect.Effect<ReadonlyArray<string>, SourceError>
  }
>()("daybook/listening/MusicCatalog") {}

/** A stored artist without a catalog id. */
export const ArtistToEnrich = Schema.Struct({
  id: ArtistId,
  name: Schema.String,
  /** The names of the stored albums. */
  albums: Schema.Array(Schema.String),
})
export type ArtistToEnrich = typeof ArtistToEnrich.Type

/** A stored track without a catalog id. */
export const TrackToEnrich = Schema.Struct({
  id: TrackId,
  name: Schema.String,
  artistId: ArtistId,
  artist: Schema.String,
  /** The albums that the track was played from. */
  albums: Schema.Array(Schema.Struct({ id: AlbumId, name: Schema.String })),
})
export type TrackToEnrich = typeof TrackToEnrich.Type

/** A song of the catalog that matches a stored track. */
export interface SongMatch {
  readonly song: CatalogSong
  /** The stored album that the song is on; undefined if none matches. */
  readonly album: AlbumId | undefined
}

/** A service with music metadata, by name. A missing method is a kind of metadata that it does not have. */
export interface MusicFactSource {
  readonly name: string
  /** The tags or genres of an artist; none if it has none. */
  readonly tagsOf?: (artist: string) => Effect.Effect<ReadonlyArray<MusicTag>, SourceError>
  /** The year in which an album first came out; 0 if unknown. */
  readonly yearOf?: (artist: string, album: string) => Effect.Effect<number, SourceError>
  /** The length of a track in seconds; 0 if unknown. */
  readonly secondsOf?: (artist: string, track: string) => Effect.Effect<number, SourceError>
}

/**
 * The configured services with music metadata, in the order in which they are called. A host without any need not
 * provide it.
 */
export const MusicFactSources = Context.Reference<{ readonly configured: ReadonlyArray<MusicFactSource> }>(
  "daybook/listening/MusicFactSources",
  { defaultValue: () => ({ configured: [] }) },
)

/**
 * The results of enrichment, kept next to the scrobbles. Storage failures are defects. A result raises the version of
 * "listening"; the stamp of a miss, which no one sees, need not.
 */
export class CatalogStore extends Context.Service<
  CatalogStore,
  {
    /**
     * Artists without a catalog id that were never looked up, or last before the instant: never looked up first, then
     * plays desc, then id. Hidden plays do not count, and artists with hidden plays only are left out.
     */
    readonly artistsToEnrich: (
      triedBefore: EpochMillis,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<ArtistToEnrich>>
    /** Tracks, by the same rules. */
    readonly tracksToEnrich: (
      triedBefore: EpochMillis,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<TrackToEnrich>>
    /** Marks an artist as looked up, with the result. A catalog id that was set meanwhile stays. */
    readonly storeArtist: (
      id: ArtistId,
      triedAt: EpochMillis,
      found: CatalogArtist | undefined,
    ) => Effect.Effect<void>
    /**
     * Stamps a track as looked up, with the result. The song fills gaps only: the catalog id and page of its artist,
     * the page of its album, and the excerpt of every album that the track was played from.
     */
    readonly storeTrack: (
      id: TrackId,
      triedAt: EpochMillis,
      found: SongMatch | undefined,
    ) => Effect.Effect<void>
    /** Items of a kind without metadata that were never looked up, or last before the instant; ordered as above. */
    readonly itemsToDescribe: (
      kind: PlayedKind,
      askedBefore: EpochMillis,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<ItemToDescribe>>
    /** Replaces the metadata of some items of a kind. Unknown metadata only stamps an item as looked up. */
    readonly storeFacts: (
      kind: PlayedKind,
      askedAt: EpochMillis,
      facts: ReadonlyMap<number, MusicFacts>,
    ) => Effect.Effect<void>
  }
>()("daybook/listening/CatalogStore") {}
