import type {
  EditStore,
  EpochMillis,
  Journal,
  ReadBatches,
  Searchable,
  Source,
  SourceCursor,
  SourceError,
  Sources,
} from "@daybook/kernel"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { DuplicateStore } from "./duplicates.ts"
import type { ListeningLists } from "./lists.ts"
import type { Listen, Scrobble, StoredListen, StoredPlay } from "./model.ts"

/**
 * The store of scrobbles. Storage failures are defects. It keeps plays by day in the owner's time zone
 * (`DateTime.CurrentTimeZone` when it was built) and rebuilds them when that zone has changed. Plays hidden by a rule
 * of `FilterStore` are stored like all others, and left out wherever plays are counted or shown.
 */
export class ListeningStore extends Context.Service<
  ListeningStore,
  {
    /**
     * Stores plays, each once however often it comes. A play that arrives again with another album moves to it; one that
     * arrives again without an album stays in its own. An album without an image takes the first that comes. The source's
     * cursor is saved in the same transaction. Returns the number of new or changed plays.
     *
     * Names that differ only in case, width or Unicode form (`spellingKey`) are one, shown in the spelling with the
     * most plays, hidden or not. A play that arrives again in another spelling is the same play, in the spelling that is
     * first in order.
     *
     * Artist, track and second identify a play; the last album in a batch wins. An album's name under two artists is
     * two albums.
     *
     * Duplicate plays are shown once, by `matchReports`. `source` names their source: by default the cursor's, else "",
     * which is unknown.
     */
    readonly storeScrobbles: (
      scrobbles: ReadonlyArray<Scrobble>,
      cursor?: SourceCursor,
      source?: string,
    ) => Effect.Effect<number>
    /** The last cursor saved for the source. */
    readonly cursor: (source: string) => Effect.Effect<Option.Option<string>>
    /** The latest play that no filter hides. */
    readonly newest: Effect.Effect<Option.Option<StoredPlay>>
    /** Artists, albums and tracks are found as `artist`, `album` and `track`. */
    readonly searchable: Searchable
    /** The stored track of these names, with its artist and album; ids are 0 if they are not stored. */
    readonly find: (listen: Listen) => Effect.Effect<StoredListen>
    /**
     * Sessions as entries, without addresses of pages, and counts of plays. Hidden plays are in neither. An entry has
     * the day on which it begins; its plays count on their own days.
     */
    readonly journal: Journal
    /** The edits of plays. */
    readonly edits: EditStore
    readonly doubles: DuplicateStore
    readonly lists: ListeningLists
  }
>()("daybook/listening/ListeningStore") {}

/** A track that plays now, or the last one played. */
export interface LatestListen {
  readonly listen: Listen
  /** Undefined while it plays. */
  readonly playedAt: EpochMillis | undefined
}

/** A service to read scrobbles from. */
export interface ScrobbleSource extends Source<Scrobble> {
  /** The scrobbles since the cursor. */
  readonly scrobbles: ReadBatches<Scrobble>
  /** The track that plays now, else the last play; none if nothing was ever played. */
  readonly latest: Effect.Effect<Option.Option<LatestListen>, SourceError>
}

/** The configured scrobbling services. */
export class ScrobbleSources extends Context.Service<ScrobbleSources, Sources<ScrobbleSource>>()(
  "daybook/listening/ScrobbleSources",
) {}

/** The public pages of artists, albums and tracks. Only the service's adapter knows the form of their addresses. */
export class MusicPages extends Context.Service<
  MusicPages,
  {
    readonly artist: (artist: string) => string
    readonly album: (artist: string, album: string) => string
    readonly track: (artist: string, track: string) => string
  }
>()("daybook/listening/MusicPages") {}
