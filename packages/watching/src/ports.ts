import type {
  DateRange,
  EpochMillis,
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
import type { MediaIds } from "./mediaEvent.ts"
import type { Review, TitleId, WatchedShow, WatchingRecord } from "./model.ts"

export type TitleKind = "film" | "show"

/** A film or show that the film database is to be asked for, and what is known to ask by. */
export interface TitleToDescribe {
  readonly id: TitleId
  readonly kind: TitleKind
  readonly name: string
  /** 0 where it is not known. */
  readonly year: number
  readonly ids: MediaIds
  /** Of some of its episodes. */
  readonly episodeIds: ReadonlyArray<MediaIds>
}

/** What the film database says of a film or show. */
export interface TitleDetails {
  readonly name: string
  /** 0 where it is not known. */
  readonly year: number
  readonly ids: MediaIds
  /** The address of its poster, "" where it has none. */
  readonly imageUrl: string
  /** Without specials; 0 of a film. */
  readonly totalEpisodes: number
  /** Whether more episodes may come; false of a film. */
  readonly running: boolean
}

/**
 * Where watches are kept, with what each source said of them: what is shown is put together from that by
 * `mergeWatches` in the person's time zone (`DateTime.CurrentTimeZone` when the store was built), and anew when that
 * zone has changed. Storage failures are defects. Whatever changes raises the version of "watching".
 */
export class WatchingStore extends Context.Service<
  WatchingStore,
  {
    /**
     * Stores what sources tell, each record once however often and in whatever order it comes, and with it in one
     * transaction the source's cursor. What a source no longer lists goes with the batch that says so; what others
     * told of the same watch stays. Gives how many watches and ratings are new, have changed or are gone.
     */
    readonly store: (records: ReadonlyArray<WatchingRecord>, cursor?: SourceCursor) => Effect.Effect<number>
    /** The cursor that was last saved for the source. */
    readonly cursor: (source: string) => Effect.Effect<Option.Option<string>>
    /** Watches of films that have a review: latest first, then the film's id, highest first. */
    readonly reviews: (page: PageRequest) => Effect.Effect<Page<Review>>
    /**
     * Shows of which an episode was seen in the range: most episodes first, then by title as its characters are
     * numbered in Unicode, then by id. What was seen some time is in the range of all time alone.
     */
    readonly watchedShows: (range: DateRange, limit: number) => Effect.Effect<ReadonlyArray<WatchedShow>>
    /**
     * Titles to ask the film database for: those it was never asked for, then those last asked for before the moment
     * that it did not know, and shows that may have more episodes by now; by id.
     */
    readonly titlesToDescribe: (
      checkedBefore: EpochMillis,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<TitleToDescribe>>
    /**
     * Notes what the film database said of a title, undefined where it does not know it. Its word wins over that of
     * all sources. Titles that turn out to be one become one, with all their watches.
     */
    readonly describe: (
      id: TitleId,
      checkedAt: EpochMillis,
      details: TitleDetails | undefined,
    ) => Effect.Effect<void>
  }
>()("daybook/watching/WatchingStore") {}

/** One service that tells what was watched. */
export interface WatchSourceService {
  /** Its name in cursors and messages, such as `letterboxd`. */
  readonly name: string
  /** What has come since the cursor, in batches; everything it has where there is none. Ends when nothing is left. */
  readonly records: (cursor: Option.Option<string>) => Stream.Stream<SourceBatch<WatchingRecord>, SourceError>
  /** Reads rows that were set aside again; without it they wait until the service lists them again. */
  readonly readAgain?: ReadAgain<WatchingRecord>
}

/** The configured services. */
export class WatchSources extends Context.Service<WatchSources, Sources<WatchSourceService>>()(
  "daybook/watching/WatchSources",
) {}

/** A film or show that a search found, with all names that it goes by. */
export interface TitleFound {
  readonly tmdb: number
  readonly names: ReadonlyArray<string>
  /** 0 where it is not known. */
  readonly year: number
}

/** A database of all films and shows: their names, years, posters and numbers of episodes. */
export class FilmDatabase extends Context.Service<
  FilmDatabase,
  {
    /** False where nothing is configured: then it is not asked. */
    readonly configured: boolean
    /** What it says of a film or show by its own number; undefined where it has none of that number. */
    readonly details: (kind: TitleKind, tmdb: number) => Effect.Effect<TitleDetails | undefined, SourceError>
    /** Its own number of a film or show by others' ids, which may be those of an episode. */
    readonly find: (kind: TitleKind, ids: MediaIds) => Effect.Effect<number | undefined, SourceError>
    /** Those whose names are alike, in its own order: whoever asks compares them. */
    readonly search: (
      kind: TitleKind,
      name: string,
      year: number,
    ) => Effect.Effect<ReadonlyArray<TitleFound>, SourceError>
  }
>()("daybook/watching/FilmDatabase") {}
