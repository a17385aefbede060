import type {
  DateRange,
  Page,
  PageRequest,
  ReadAgain,
  SourceCursor,
  SourceError,
  Sources,
} from "@daybook/kernel"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { CheckIn } from "./model.ts"

/** Where check-ins are kept. Storage failures are defects. */
export class CheckInStore extends Context.Service<
  CheckInStore,
  {
    /**
     * Stores check-ins, each once by its id however often it comes, in the place of what was stored of it; none is ever
     * removed. The cursor is saved in the same transaction. Gives how many are new or have changed.
     */
    readonly storeCheckIns: (checkIns: ReadonlyArray<CheckIn>, cursor?: SourceCursor) => Effect.Effect<number>
    /** The cursor that was last saved for the source, or the import. */
    readonly cursor: (source: string) => Effect.Effect<Option.Option<string>>
    /** Check-ins of the range: newest first, then by id, from Z to A in the order of their code units. */
    readonly checkIns: (range: DateRange, page: PageRequest) => Effect.Effect<Page<CheckIn>>
  }
>()("daybook/places/CheckInStore") {}

/** A check-in that is there and cannot be read: it has its place in the feed, and is not stored. */
export interface OddCheckIn extends Pick<CheckIn, "checkedInAt" | "id"> {
  readonly odd: true
}

/** A stretch of a feed as it was at one moment. */
export interface FeedPage {
  /** How many check-ins the whole feed holds. */
  readonly total: number
  /** Newest first. Fewer than were asked for only at the end of the feed: odd ones count. */
  readonly checkIns: ReadonlyArray<CheckIn | OddCheckIn>
}

/** One service that check-ins are read from: a feed, newest first, of which pages are asked for by their offset. */
export interface CheckInSource {
  /** Its name in cursors and messages, such as `foursquare`. */
  readonly name: string
  /** Tells one account from another without giving it away. With another account the walk starts anew. */
  readonly account: string
  readonly page: (offset: number, limit: number) => Effect.Effect<FeedPage, SourceError>
  /** Reads rows that were set aside again; without it they wait until the service lists them again. */
  readonly readAgain?: ReadAgain<CheckIn>
}

/** The configured services that know check-ins. */
export class CheckInSources extends Context.Service<CheckInSources, Sources<CheckInSource>>()(
  "daybook/places/CheckInSources",
) {}
