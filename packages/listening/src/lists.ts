import {
  type DateRange,
  EpochMillis,
  foldName,
  type Granularity,
  LocalDate,
  type Page,
  type PageRequest,
  type Sorting,
  type Sorts,
  WebUrl,
} from "@daybook/kernel"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { MusicFacts } from "./catalog/facts.ts"
import { type PlayedKind, StoredPlay, TrackId } from "./model.ts"

/** A play in a list. */
export const ListedPlay = Schema.Struct({
  ...StoredPlay.fields,
  /** Unique and stable: the track and the time identify a play, as it was reported first. */
  id: Schema.String,
  trackId: TrackId,
  /** The address of an audio excerpt of the track; "" until enrichment has found it. */
  previewUrl: WebUrl,
})
export type ListedPlay = typeof ListedPlay.Type

/** The id of a play. */
export const playId = ({ playedAt, trackId }: Pick<ListedPlay, "playedAt" | "trackId">): string =>
  `${trackId}:${playedAt}`

/** Some plays, by ids. */
export interface PlaysQuery {
  readonly range: DateRange
  readonly artistId?: number | undefined
  readonly albumId?: number | undefined
  readonly trackId?: number | undefined
  /** Only plays that arrived after this version of the data; an edit that moves a play does not make it arrive again. */
  readonly cameAfter?: number | undefined
}

/** An artist, an album or a track with its plays. */
export const Played = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  /** The artist of an album or a track; an artist itself. */
  artistId: Schema.Int,
  artist: Schema.String,
  /** The image of an album; "" for others. */
  imageUrl: WebUrl,
  /** Its page in the music catalog, and the address of an audio excerpt; "" until enrichment has found them. */
  catalogUrl: WebUrl,
  previewUrl: WebUrl,
  /** The metadata of its kind; other kinds' is unknown. */
  ...MusicFacts.fields,
  /** In the range that was requested, as the times are. */
  plays: Schema.Int,
  firstPlayedAt: EpochMillis,
  lastPlayedAt: EpochMillis,
})
export type Played = typeof Played.Type

/** The name and the metadata of an artist, an album or a track. */
export const NamedItem = Played.mapFields(Struct.omit(["plays", "firstPlayedAt", "lastPlayedAt"]))
export type NamedItem = typeof NamedItem.Type

/** An item by its plays in a range. */
export const RankedItem = Schema.Struct({
  ...Struct.pick(Played.fields, ["id", "plays", "firstPlayedAt", "lastPlayedAt"]),
  /** Its first play of all. */
  discoveredAt: EpochMillis,
})
export type RankedItem = typeof RankedItem.Type

/** The sorts of played items. */
export const playedSorts = {
  plays: "desc",
  name: "asc",
  first_played: "desc",
  last_played: "desc",
} as const satisfies Sorts
export type PlayedSort = keyof typeof playedSorts

/** An album with its plays of all time, and the keys of its name and its artist's. */
export const KeyedAlbum = Schema.Struct({
  ...Struct.pick(Played.fields, ["id", "name", "artist", "imageUrl", "plays", "lastPlayedAt"]),
  nameKey: Schema.String,
  artistKey: Schema.String,
})
export type KeyedAlbum = typeof KeyedAlbum.Type

/** The keys of albums: by any artist if the artist is undefined. */
export interface AlbumKeys {
  readonly artistKey: string | undefined
  readonly nameKey: string
}

/** Some played items. If plays are equal the latest comes first; all other ties are in the order of ids. */
export interface PlayedQuery extends Sorting<PlayedSort> {
  /** The range of the plays that count. Items without a play in it are left out. */
  readonly range: DateRange
  /** Only items first played in this range. */
  readonly firstPlayed?: DateRange | undefined
  /** Albums or tracks of this artist. */
  readonly artistId?: number | undefined
  /** Tracks, with their plays from this album. */
  readonly albumId?: number | undefined
  /** A part of the name, or of the artist's, after folding. */
  readonly q?: string | undefined
}

/** The key by which an artist, an album or a track is found and sorted. */
export const nameKey = (name: string): string => foldName(name)

/** The plays of an item in one bucket, never 0. */
export const PlayedBucket = Schema.Struct({
  id: Schema.Int,
  /** The bucket's first day, in the owner's time zone. */
  start: LocalDate,
  plays: Schema.Int,
})
export type PlayedBucket = typeof PlayedBucket.Type

/** Totals of a range. */
export const ListeningStats = Schema.Struct({
  plays: Schema.Int,
  artists: Schema.Int,
  albums: Schema.Int,
  tracks: Schema.Int,
  /** Artists whose first play of all is in the range. */
  newArtists: Schema.Int,
})
export type ListeningStats = typeof ListeningStats.Type

/** The reads of single plays and of played items. Storage failures are defects; hidden plays are excluded. */
export interface ListeningLists {
  /** Newest first, then by track in descending order of ids. */
  readonly plays: (query: PlaysQuery, page: PageRequest) => Effect.Effect<Page<ListedPlay>>
  /** The play that an id resolves to, whatever edits have made of it. */
  readonly play: (id: string) => Effect.Effect<Option.Option<ListedPlay>>
  /** Plays without an album count for no album. */
  readonly played: (kind: PlayedKind, query: PlayedQuery, page: PageRequest) => Effect.Effect<Page<Played>>
  /** The first of the items that were played in a range, most plays first as in `played`, without their names. */
  readonly ranked: (
    kind: PlayedKind,
    range: DateRange,
    limit: number,
  ) => Effect.Effect<ReadonlyArray<RankedItem>>
  /** The names of some items, in any order. */
  readonly named: (kind: PlayedKind, ids: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<NamedItem>>
  /** A played item, with its rank by plays of all time, from 1. */
  readonly one: (
    kind: PlayedKind,
    id: number,
  ) => Effect.Effect<Option.Option<Played & { readonly rank: number }>>
  /** The plays of some items in the range, or only those from an album, by bucket: the oldest of each first, without empty buckets. */
  readonly buckets: (
    kind: PlayedKind,
    ids: ReadonlyArray<number>,
    range: DateRange,
    granularity: Granularity,
    albumId?: number,
  ) => Effect.Effect<ReadonlyArray<PlayedBucket>>
  readonly stats: (range: DateRange) => Effect.Effect<ListeningStats>
  /** The albums of one of these artists' keys whose key begins with the name's, by id. */
  readonly albumsNamed: (names: ReadonlyArray<AlbumKeys>) => Effect.Effect<ReadonlyArray<KeyedAlbum>>
  /** All other albums than these: most plays first, then the latest played, then by id. */
  readonly albumsBeside: (ids: ReadonlyArray<number>, page: PageRequest) => Effect.Effect<Page<KeyedAlbum>>
}
