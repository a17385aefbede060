import type {
  DateRange,
  EditStore,
  EpochMillis,
  Journal,
  Searchable,
  Source,
  SourceBatch,
  SourceCursor,
  SourceError,
  Sources,
} from "@daybook/kernel"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Option from "effect/Option"
import type * as Stream from "effect/Stream"
import type { FoundRelease, NamedRelease } from "./bestMatch.ts"
import type { CollectingLists } from "./lists.ts"
import type {
  MediaFormatCount,
  OwnedFilm,
  OwnedRecord,
  RecordId,
  Release,
  ReleaseDetails,
  StoredRecord,
  WantedRecord,
} from "./model.ts"
import type { CollectingReview } from "./review.ts"

/** A source's ids of films that could not be read; undefined if some have no id. */
export type Unread = ReadonlyArray<string> | undefined

/** The store of owned records and films. Storage failures are defects. */
export class CollectingStore extends Context.Service<
  CollectingStore,
  {
    /**
     * Stores each record once, the last one of a batch winning, with the source's cursor in the same transaction. A
     * record without an instance is never stored next to one of its release that has an instance, and is removed when
     * such a one comes. Returns the number of records added or changed.
     */
    readonly storeRecords: (
      records: ReadonlyArray<OwnedRecord>,
      cursor?: SourceCursor,
    ) => Effect.Effect<number>
    /** The last saved cursor of a source. */
    readonly cursor: (source: string) => Effect.Effect<Option.Option<string>>
    /** The records that the source reports except these instances, shown or not, by instance, then by id. */
    readonly recordsBeside: (
      source: string,
      instances: ReadonlySet<number>,
    ) => Effect.Effect<ReadonlyArray<StoredRecord>>
    /** Removes records. Returns their number. */
    readonly removeRecords: (records: ReadonlyArray<RecordId>) => Effect.Effect<number>
    /**
     * The source's owned releases without details: first those never requested, the latest added first, then those last
     * requested before the moment, the longest ago first. Then by release.
     */
    readonly releasesToDescribe: (
      source: string,
      askedBefore: EpochMillis,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<number>>
    /** Stores a release's details; undefined means that the service has none. Known details stay. */
    readonly describeRelease: (
      source: string,
      releaseId: number,
      askedAt: EpochMillis,
      details: ReleaseDetails | undefined,
    ) => Effect.Effect<void>
    readonly lists: CollectingLists
    /**
     * Replaces the source's films in one transaction: films that are not in the list are removed. Films in `unread`
     * stay as stored; if it is undefined nothing is removed. Returns the number of films added or changed.
     */
    readonly replaceFilms: (
      source: string,
      films: ReadonlyArray<OwnedFilm>,
      unread: Unread,
    ) => Effect.Effect<number>
    /**
     * Replaces the source's wantlist in one transaction: releases that are not in it are removed, except `unread` ones.
     * Returns the number of releases added, changed or removed.
     */
    readonly replaceWanted: (
      source: string,
      wanted: ReadonlyArray<WantedRecord>,
      unread: ReadonlyArray<number>,
    ) => Effect.Effect<number>
    /**
     * The number of films in each known format: most first, then by name in order of code points. A film counts once in
     * each of its formats, however many services have it.
     */
    readonly mediaFormats: Effect.Effect<ReadonlyArray<MediaFormatCount>>
    /** Each record and film that says when it was added is an entry, made by `recordEntry` or `filmEntry`. */
    readonly journal: Journal
    /** The additions of a range in review. */
    readonly review: (range: DateRange) => Effect.Effect<CollectingReview>
    /** Records are found as `record`, films as `media`. */
    readonly searchable: Searchable
    /** The edits of records and films. */
    readonly edits: EditStore
  }
>()("daybook/collecting/CollectingStore") {}

/** A batch of a collection's records, with the cursor after it. */
export interface RecordBatch extends SourceBatch<OwnedRecord> {
  /** Set on the last batch of a walk over the whole collection: every instance seen. */
  readonly whole?: ReadonlySet<number>
}

/** The releases that the owner wants to have, each once. */
export interface Wantlist {
  readonly wanted: ReadonlyArray<WantedRecord>
  /** The ids of releases that could not be read. */
  readonly unread: ReadonlyArray<number>
}

/** A service that keeps the owner's collection of records. */
export interface RecordCollection extends Source<OwnedRecord> {
  /**
   * The whole collection in batches. With the cursor of an interrupted walk, the rest of that walk comes first and then
   * the whole collection, since only the rest may miss records that moved meanwhile.
   */
  readonly records: (cursor: Option.Option<string>) => Stream.Stream<RecordBatch, SourceError>
  /**
   * The whole wantlist, and the ids of releases that could not be read; none if the service does not show it. Undefined for
   * a service without one.
   */
  readonly wanted?: Effect.Effect<Option.Option<Wantlist>, SourceError>
  /** The copies of a release that are in the collection now. */
  readonly copiesOf: (releaseId: number) => Effect.Effect<ReadonlyArray<OwnedRecord>, SourceError>
  /** A release by the service's id; none if there is no such release. */
  readonly release: (releaseId: number) => Effect.Effect<Option.Option<Release>, SourceError>
  /** The details of a release; none if there is no such release. */
  readonly details: (releaseId: number) => Effect.Effect<Option.Option<ReleaseDetails>, SourceError>
  /** Releases that may be the named one, the likeliest by the service first. */
  readonly search: (
    named: NamedRelease,
    options: { readonly vinylOnly: boolean },
  ) => Effect.Effect<ReadonlyArray<FoundRelease>, SourceError>
  /** Adds a copy of a release and returns its instance. Never retried, since each call adds another copy. */
  readonly add: (releaseId: number) => Effect.Effect<number, SourceError>
}

/** The configured collections of records. */
export class RecordCollections extends Context.Service<RecordCollections, Sources<RecordCollection>>()(
  "daybook/collecting/RecordCollections",
) {}

/** A service that keeps the owner's collection of films. */
export interface FilmCollection {
  /** Its name in messages, such as `trakt`. */
  readonly name: string
  /** All readable films of the collection, each copy once, and the unread ones. */
  readonly films: Effect.Effect<
    { readonly films: ReadonlyArray<OwnedFilm>; readonly unread: Unread },
    SourceError
  >
}

/** The configured collections of films. */
export class FilmCollections extends Context.Service<FilmCollections, Sources<FilmCollection>>()(
  "daybook/collecting/FilmCollections",
) {}

/** Processes the images of added records. */
export class RecordImages extends Context.Service<
  RecordImages,
  {
    /** True if the image at the URL was processed and stored; false if that failed. */
    readonly process: (url: string) => Effect.Effect<boolean>
  }
>()("daybook/collecting/RecordImages") {
  /** For hosts that keep no images. */
  static readonly none = Layer.succeed(RecordImages, { process: () => Effect.succeed(false) })
}
