import type {
  Page,
  PageRequest,
  ReadAgain,
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
import type { MediaFormatCount, OwnedFilm, OwnedRecord, RecordId, Release, StoredRecord } from "./model.ts"

/** The ids at a source of films that are there and could not be read; undefined where not all of them have one. */
export type Unread = ReadonlyArray<string> | undefined

/** Where what is owned is kept. Storage failures are defects. */
export class CollectingStore extends Context.Service<
  CollectingStore,
  {
    /**
     * Stores records, each once however often it comes; of one that comes twice in a batch the last stands. One whose
     * instance is not known gives way to those of its release whose instance is: it goes when one comes, and is not
     * stored where one is. The source's cursor is saved in the same transaction. Gives how many are new or have changed.
     */
    readonly storeRecords: (
      records: ReadonlyArray<OwnedRecord>,
      cursor?: SourceCursor,
    ) => Effect.Effect<number>
    /** The cursor that was last saved for the source. */
    readonly cursor: (source: string) => Effect.Effect<Option.Option<string>>
    /** The stored records of the source that are none of these instances, by instance, then by id. */
    readonly recordsBeside: (
      source: string,
      instances: ReadonlySet<number>,
    ) => Effect.Effect<ReadonlyArray<StoredRecord>>
    /** Removes records; gives how many there were. */
    readonly removeRecords: (records: ReadonlyArray<RecordId>) => Effect.Effect<number>
    /** All records: those added last first, those of no known date at the end, then by id, the highest first. */
    readonly records: (page: PageRequest) => Effect.Effect<Page<StoredRecord>>
    /**
     * Makes these the films of the source, in one transaction: what is not among them is removed. Films in `unread`, by
     * the source's ids, stay as they are; where it is undefined nothing is removed. Gives how many are new or changed.
     */
    readonly replaceFilms: (
      source: string,
      films: ReadonlyArray<OwnedFilm>,
      unread: Unread,
    ) => Effect.Effect<number>
    /**
     * How many films there are in each known format: count desc, then name, by code point. A film counts once in each
     * of its formats, however many services have it.
     */
    readonly mediaFormats: Effect.Effect<ReadonlyArray<MediaFormatCount>>
  }
>()("daybook/collecting/CollectingStore") {}

/** Records of a collection, and the cursor after them. */
export interface RecordBatch extends SourceBatch<OwnedRecord> {
  /** Set where the collection was walked from its beginning to its end with this batch: every instance that was seen. */
  readonly whole?: ReadonlySet<number>
}

/** One service that keeps the person's collection of records. */
export interface RecordCollection {
  /** Its name in cursors and messages, such as `discogs`. */
  readonly name: string
  /**
   * The whole collection, in batches. After a cursor of a walk that was cut, the rest of that walk comes first, and
   * then the whole collection: the rest alone may miss what was moved in the meantime.
   */
  readonly records: (cursor: Option.Option<string>) => Stream.Stream<RecordBatch, SourceError>
  /** Reads rows that were set aside again; without it they wait until the service lists them again. */
  readonly readAgain?: ReadAgain<OwnedRecord>
  /** The copies of a release that are in the collection now. */
  readonly copiesOf: (releaseId: number) => Effect.Effect<ReadonlyArray<OwnedRecord>, SourceError>
  /** A release by the service's number of it; none where there is no such release. */
  readonly release: (releaseId: number) => Effect.Effect<Option.Option<Release>, SourceError>
  /** Releases that may be the one that is named, those that the service thinks likeliest first. */
  readonly search: (
    named: NamedRelease,
    options: { readonly vinylOnly: boolean },
  ) => Effect.Effect<ReadonlyArray<FoundRelease>, SourceError>
  /** Adds one more copy of a release and gives its instance. Never tried twice: each time makes another copy. */
  readonly add: (releaseId: number) => Effect.Effect<number, SourceError>
}

/** The configured services that keep collections of records. */
export class RecordCollections extends Context.Service<RecordCollections, Sources<RecordCollection>>()(
  "daybook/collecting/RecordCollections",
) {}

/** One service that keeps the person's collection of films. */
export interface FilmCollection {
  /** Its name in messages, such as `trakt`. */
  readonly name: string
  /** All films of the collection that can be read, each copy once, and those that cannot. */
  readonly films: Effect.Effect<
    { readonly films: ReadonlyArray<OwnedFilm>; readonly unread: Unread },
    SourceError
  >
}

/** The configured services that keep collections of films. */
export class FilmCollections extends Context.Service<FilmCollections, Sources<FilmCollection>>()(
  "daybook/collecting/FilmCollections",
) {}

/** What becomes of the cover of a record that was added. */
export class CoverImages extends Context.Service<
  CoverImages,
  {
    /** Whether there is a picture at the address and it was processed and stored. Trouble with it is false. */
    readonly process: (url: string) => Effect.Effect<boolean>
  }
>()("daybook/collecting/CoverImages") {
  /** Where no pictures are kept. */
  static readonly none = Layer.succeed(CoverImages, { process: () => Effect.succeed(false) })
}
