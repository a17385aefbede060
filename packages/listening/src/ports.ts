import type {
  DateRange,
  EpochMillis,
  Granularity,
  Page,
  PageRequest,
  ReadAgain,
  SourceBatch,
  SourceCursor,
  SourceError,
  Sources,
} from "@daybook/kernel"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type * as Stream from "effect/Stream"
import type { AlbumBucket, AlbumId, AlbumPlays, Listen, Scrobble, StoredListen, StoredPlay } from "./model.ts"

/**
 * Where scrobbles are kept. Storage failures are defects. A store keeps plays by day in the person's time
 * zone (`DateTime.CurrentTimeZone` when it was built) and rebuilds them when that zone has changed. Plays that a rule
 * of `FilterStore` hides are stored like all others and left out of everything that counts or shows plays.
 */
export class ListeningStore extends Context.Service<
  ListeningStore,
  {
    /**
     * Stores plays, each once however often it comes. A play that comes with another album moves to it; one that
     * comes without an album keeps what it has. An album without a cover takes the first that comes. The source's
     * cursor is saved in the same transaction. Gives how many plays are new or have moved.
     */
    readonly storeScrobbles: (
      scrobbles: ReadonlyArray<Scrobble>,
      cursor?: SourceCursor,
    ) => Effect.Effect<number>
    /** The cursor that was last saved for the source. */
    readonly cursor: (source: string) => Effect.Effect<Option.Option<string>>
    /** Albums played in the range: plays desc, latest play desc, id. Plays without an album are not here. */
    readonly topAlbums: (range: DateRange, page: PageRequest) => Effect.Effect<Page<AlbumPlays>>
    /** The plays of these albums in the range by bucket: each album's oldest first, empty buckets left out. */
    readonly albumBuckets: (
      albums: ReadonlyArray<AlbumId>,
      range: DateRange,
      granularity: Granularity,
    ) => Effect.Effect<ReadonlyArray<AlbumBucket>>
    /** The latest play that no filter hides. */
    readonly newest: Effect.Effect<Option.Option<StoredPlay>>
    /** What is stored of a track that a source names, by its names; ids 0 where it is not stored yet. */
    readonly find: (listen: Listen) => Effect.Effect<StoredListen>
  }
>()("daybook/listening/ListeningStore") {}

/** A track that plays now, or when it was played. */
export interface LatestListen {
  readonly listen: Listen
  /** Undefined while it plays. */
  readonly playedAt: EpochMillis | undefined
}

/** One service that scrobbles are read from. */
export interface ScrobbleSource {
  /** Its name in cursors and messages, such as `lastfm`. */
  readonly name: string
  /** What has come since the cursor, in batches; everything where there is none. Ends when nothing is left. */
  readonly scrobbles: (cursor: Option.Option<string>) => Stream.Stream<SourceBatch<Scrobble>, SourceError>
  /** Reads rows that were set aside again; without it they wait until the service lists them again. */
  readonly readAgain?: ReadAgain<Scrobble>
  /** What plays now, else the last play; none when nothing was ever played. */
  readonly latest: Effect.Effect<Option.Option<LatestListen>, SourceError>
}

/** The configured scrobbling services. */
export class ScrobbleSources extends Context.Service<ScrobbleSources, Sources<ScrobbleSource>>()(
  "daybook/listening/ScrobbleSources",
) {}

/** The public pages of albums and tracks; only the service's adapter knows the form of their addresses. */
export class MusicPages extends Context.Service<
  MusicPages,
  {
    readonly album: (artist: string, album: string) => string
    readonly track: (artist: string, track: string) => string
  }
>()("daybook/listening/MusicPages") {}
