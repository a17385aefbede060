import type {
  DateRange,
  EditStore,
  Journal,
  Page,
  PageRequest,
  Searchable,
  Source,
  SourceCursor,
  SourceError,
  Sources,
} from "@daybook/kernel"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { VisitReport } from "./duplicateVisits.ts"
import type { PlacesLists } from "./lists.ts"
import type { CheckIn } from "./model.ts"
import type { PlacesStats } from "./stats.ts"

/** The changes of a step of a source. */
export interface IncrementalSource {
  readonly cursor: string
  readonly begun: ReadonlyArray<CheckIn>
  readonly gone: ReadonlyArray<string>
}

/** The store of check-ins. Storage failures are defects. */
export class CheckInStore extends Context.Service<
  CheckInStore,
  {
    /**
     * Stores each check-in once by its id, replacing an earlier version, with the cursor in the same transaction. Never
     * removes any. Returns the number of new and changed check-ins.
     */
    readonly storeCheckIns: (checkIns: ReadonlyArray<CheckIn>, cursor?: SourceCursor) => Effect.Effect<number>
    /** The same, but of a check-in that is stored it only fills unknown fields. */
    readonly fillCheckIns: (checkIns: ReadonlyArray<CheckIn>, cursor?: SourceCursor) => Effect.Effect<number>
    /**
     * Continues a source whose check-ins follow from its earlier reports: `step` gets its saved cursor, and returns the
     * next one with the new check-ins, stored like those of `fillCheckIns`, and the ids of removed ones. All of it is
     * one transaction, and the steps of a source never run at the same time. Returns the number of new and removed
     * check-ins.
     */
    readonly follow: (
      source: string,
      step: (saved: Option.Option<string>) => Effect.Effect<IncrementalSource>,
    ) => Effect.Effect<number>
    /** The last saved cursor of a source or an import. */
    readonly cursor: (source: string) => Effect.Effect<Option.Option<string>>
    /** The check-ins of a range, newest first, then by id in descending order of code units; all or those at a venue. */
    readonly checkIns: (range: DateRange, page: PageRequest, venueId?: string) => Effect.Effect<Page<CheckIn>>
    /** The check-in that an id resolves to: the one with it, or the one that this was merged into. */
    readonly checkIn: (id: string) => Effect.Effect<Option.Option<CheckIn>>
    /** The reports that may be of the visits with these ids, whether they count or not, and these. */
    readonly reportsNear: (ids: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<VisitReport>>
    readonly lists: PlacesLists
    /** The totals of the check-ins of a range. */
    readonly stats: (range: DateRange) => Effect.Effect<PlacesStats>
    /** Each check-in is an entry, made by `checkInEntry`. */
    readonly journal: Journal
    /** Venues are found as `place`, by the ids of the lists. */
    readonly searchable: Searchable
    /** The edits of check-ins and of places. */
    readonly edits: EditStore
  }
>()("daybook/places/CheckInStore") {}

/** A check-in that cannot be read. It takes a place in the feed and is not stored. */
export interface RejectedCheckIn extends Pick<CheckIn, "checkedInAt" | "id"> {
  readonly rejected: true
}

/** A page of a feed at one moment. */
export interface FeedPage {
  /** The number of check-ins in the whole feed. */
  readonly total: number
  /** Newest first. Rejected ones count, so fewer than requested means the end of the feed. */
  readonly checkIns: ReadonlyArray<CheckIn | RejectedCheckIn>
}

/** A service that check-ins are read from: a newest-first feed whose pages have offsets. */
export interface CheckInSource extends Source<CheckIn> {
  /** A digest that identifies an account without revealing it. Another account starts a new walk. */
  readonly account: Effect.Effect<string, SourceError>
  readonly page: (offset: number, limit: number) => Effect.Effect<FeedPage, SourceError>
}

/** The configured sources of check-ins. */
export class CheckInSources extends Context.Service<CheckInSources, Sources<CheckInSource>>()(
  "daybook/places/CheckInSources",
) {}
