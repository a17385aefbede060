import type {
  DateRange,
  EditStore,
  Journal,
  EpochMillis,
  InvalidInput,
  Page,
  PageRequest,
  ReadBatches,
  Searchable,
  Source,
  SourceCursor,
  SourceError,
  Sources,
  WebUrl,
} from "@daybook/kernel"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { WatchingLists, WatchShown } from "./lists.ts"
import type { MediaIds } from "./mediaServers/mediaEvent.ts"
import type {
  Posterless,
  Review,
  TitleDetails,
  TitleId,
  TitleKind,
  TitleToDescribe,
  WatchedShow,
  WatchId,
  WatchingRecord,
  WatchRecord,
} from "./model.ts"
import type { WatchingReview } from "./review.ts"
import type { WatchingStats } from "./stats.ts"

/**
 * The store of watches and of every source's records of them. `mergeWatches` makes the watches from the records in the
 * owner's time zone (`DateTime.CurrentTimeZone` when the store is built), and again when that zone has changed. Storage
 * failures are defects. Every change raises the version of "watching".
 */
export class WatchingStore extends Context.Service<
  WatchingStore,
  {
    /**
     * Stores each record once, however often and in whatever order it comes, with the source's cursor in the same
     * transaction. A complete list removes what its source no longer lists; other sources' records of the same watch
     * stay. Returns the number of watches and ratings added, changed or removed.
     */
    readonly store: (records: ReadonlyArray<WatchingRecord>, cursor?: SourceCursor) => Effect.Effect<number>
    /** The last saved cursor of a source. */
    readonly cursor: (source: string) => Effect.Effect<Option.Option<string>>
    /** The watches of films with a review: latest first, then by the film's id, highest first. */
    readonly reviews: (page: PageRequest) => Effect.Effect<Page<Review>>
    /**
     * The shows with an episode watched in the range: most episodes first, then by title in order of code points, then
     * by id. A watch of an unknown time is only in the range of all time.
     */
    readonly watchedShows: (range: DateRange, limit: number) => Effect.Effect<ReadonlyArray<WatchedShow>>
    /**
     * The titles to ask the film database for: first those never requested, then those last requested before the moment
     * that are still unknown or may have more episodes by now. Each group by id. None that an edit hides.
     */
    readonly titlesToDescribe: (
      checkedBefore: EpochMillis,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<TitleToDescribe>>
    /**
     * Stores the film database's details of a title; undefined means that it does not know the title. The details win
     * over all sources. Titles that turn out to be the same are merged with all their watches.
     */
    readonly describe: (
      id: TitleId,
      checkedAt: EpochMillis,
      details: TitleDetails | undefined,
    ) => Effect.Effect<void>
    /** The titles with an id that have no image, from sources or the owner, by id. None that an edit hides. */
    readonly titlesWithoutImage: Effect.Effect<ReadonlyArray<Posterless>>
    /** Adds images to titles that have none. Those of the film database and of the owner win. */
    readonly addImages: (images: ReadonlyMap<TitleId, WebUrl>) => Effect.Effect<void>
    /** Each watch of a known time is an entry, made by `watchEntry`. */
    readonly journal: Journal
    readonly lists: WatchingLists
    /** The totals of a range, by the days of watches. A watch of an unknown time is only in the range of all time. */
    readonly stats: (range: DateRange) => Effect.Effect<WatchingStats>
    /** A range in review, in the same way. */
    readonly review: (range: DateRange) => Effect.Effect<WatchingReview>
    /**
     * Stores a record of the source `manual` and returns the watch that it is part of. `isNew` is true if no record
     * reported that watch before. Fails for a film or show that was removed manually.
     */
    readonly createItem: (
      record: WatchRecord,
    ) => Effect.Effect<{ readonly watch: WatchShown; readonly isNew: boolean }, InvalidInput>
    /**
     * Removes the records of the source `manual` from the watch that has this number or a record of it. False if there
     * are none; other sources' records stay.
     */
    readonly removeItem: (id: WatchId) => Effect.Effect<boolean>
    /** The watch that has this number or a record of it, or that it was merged into manually. */
    readonly watch: (id: WatchId) => Effect.Effect<Option.Option<WatchShown>>
    /** The edits of watches, films and shows. */
    readonly edits: EditStore
    /** Films are found as `movie`, shows as `show`. */
    readonly searchable: Searchable
  }
>()("daybook/watching/WatchingStore") {}

/** A service that watches are read from. */
export interface WatchSourceService extends Source<WatchingRecord> {
  /** The records since the cursor. */
  readonly records: ReadBatches<WatchingRecord>
}

/** The configured sources of watches. */
export class WatchSources extends Context.Service<WatchSources, Sources<WatchSourceService>>()(
  "daybook/watching/WatchSources",
) {}

/** A search result of the film database, with all names of the title. */
export interface TitleFound {
  readonly tmdb: number
  readonly names: ReadonlyArray<string>
  /** 0 if unknown. */
  readonly year: number
}

/** A database of all films and shows: their names, years, images and numbers of episodes. */
export class FilmDatabase extends Context.Service<
  FilmDatabase,
  {
    /** False if none is configured: then it is not called. */
    readonly configured: boolean
    /** The details of a film or show by its TMDB id; undefined for an unknown id. */
    readonly details: (kind: TitleKind, tmdb: number) => Effect.Effect<TitleDetails | undefined, SourceError>
    /** The TMDB id of a film or show by other ids, which may be an episode's. */
    readonly find: (kind: TitleKind, ids: MediaIds) => Effect.Effect<number | undefined, SourceError>
    /** The titles with similar names, best first. The caller compares the names. */
    readonly search: (
      kind: TitleKind,
      name: string,
      year: number,
    ) => Effect.Effect<ReadonlyArray<TitleFound>, SourceError>
  }
>()("daybook/watching/FilmDatabase") {}

/** Finds free posters of films and shows by their ids. Titles without one are left out. */
export type FreePosters = (
  titles: ReadonlyArray<Posterless>,
) => Effect.Effect<ReadonlyMap<TitleId, WebUrl>, SourceError>

/** The source of free posters. Without one, which is the default, none are looked for. */
export const Posters = Context.Reference<{ readonly find: FreePosters | undefined }>(
  "daybook/watching/Posters",
  { defaultValue: () => ({ find: undefined }) },
)
