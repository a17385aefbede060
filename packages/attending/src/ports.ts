import type {
  DateRange,
  EditStore,
  EpochMillis,
  Journal,
  LocalDate,
  Page,
  PageRequest,
  Position,
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
import type { AttendingLists } from "./lists.ts"
import type {
  Appearance,
  AttendedEvent,
  AttendingStats,
  EventFields,
  EventId,
  EventType,
  Game,
  GamePlayer,
  GameType,
  PlayerId,
  GameVenue,
  ProviderId,
  RawData,
  Setlist,
  SourceRow,
  SourceRowId,
  SourceType,
  Team,
  TeamId,
  Ticket,
  Venue,
  VenueId,
} from "./model.ts"
import type { AttendingReview } from "./review.ts"

/** A source row before it is stored. */
export type NewSourceRow = Pick<SourceRow, "sourceType" | "sourceRef" | "rawData">

/** An entry of a feed that may become an event. */
export interface FeedEntry {
  readonly sourceType: SourceType
  readonly sourceRef: string
  /** Undefined if the entry was cancelled or deleted. */
  readonly rawData: RawData | undefined
}

/** A service that source rows are read from: a calendar or a mailbox. */
export interface AttendingFeed extends Source<FeedEntry> {
  /**
   * Batches of new and changed entries since the cursor; all entries if there is no cursor or the service no longer
   * accepts it. The stream ends when nothing is left. An entry may come more than once.
   */
  readonly entries: ReadBatches<FeedEntry>
}

/** A concert that the owner attended, as a service reports it: one performer's set. */
export interface Concert extends Setlist {
  /** The day at the venue. */
  readonly day: LocalDate
  readonly venue: GameVenue | undefined
}

/** A service that knows which concerts the owner attended. */
export interface ConcertFeed extends Source<Concert> {
  readonly concerts: ReadBatches<Concert>
}

/** The configured feeds. */
export class AttendingFeeds extends Context.Service<AttendingFeeds, Sources<AttendingFeed | ConcertFeed>>()(
  "daybook/attending/AttendingFeeds",
) {}

/**
 * A service that knows the games of some leagues. `GameSources` sends it at most four requests at a time. Games that it
 * cannot read go to `RejectedRows`.
 */
export interface GameSource {
  /** Its name in ids and messages, such as `mlb`. */
  readonly name: string
  /** The leagues whose games it knows. */
  readonly types: ReadonlyArray<GameType>
  /** All games of a league on a day, including the ones that are `called off`. */
  readonly gamesOn: (type: GameType, day: LocalDate) => Effect.Effect<ReadonlyArray<Game>, SourceError>
  /**
   * The home and away games of a team's regular and post-season, each once. A season that spans two calendar years is in
   * the year the provider files it under. `team` is an id, or a name that the provider accepts; an unknown team has no games.
   */
  readonly seasonGames: (
    type: GameType,
    team: string,
    season: number,
  ) => Effect.Effect<ReadonlyArray<Game>, SourceError>
  /** The players who took part in a game, without the bench; none if there is no box score. */
  readonly players: (type: GameType, gameId: string) => Effect.Effect<ReadonlyArray<GamePlayer>, SourceError>
  /** The position of a venue by its id there; undefined if unknown. Left out by services that know none. */
  readonly venuePosition?: (venueId: string) => Effect.Effect<Position | undefined, SourceError>
}

/**
 * Reads and writes inside one transaction of the store. All ids passed in must be stored ones. Events, venues and
 * performers are as sources report them, without the owner's corrections, removals, merges and additions.
 */
export interface AttendingTransaction {
  readonly venues: Effect.Effect<ReadonlyArray<Venue>>
  readonly addVenue: (venue: Omit<Venue, "id">) => Effect.Effect<VenueId>
  readonly putVenue: (venue: Venue) => Effect.Effect<void>
  /** Also takes the venue from its events and teams. */
  readonly removeVenue: (id: VenueId) => Effect.Effect<void>

  readonly teams: Effect.Effect<ReadonlyArray<Team>>
  readonly addTeam: (team: Omit<Team, "id">) => Effect.Effect<TeamId>
  readonly putTeam: (team: Team) => Effect.Effect<void>

  readonly event: (id: EventId) => Effect.Effect<Option.Option<AttendedEvent>>
  /** The event of a provider's game. */
  readonly eventOfGame: (type: EventType, game: ProviderId) => Effect.Effect<Option.Option<AttendedEvent>>
  /** The events of a day, by id. */
  readonly eventsOn: (day: LocalDate) => Effect.Effect<ReadonlyArray<AttendedEvent>>
  /** The events at a venue, by id. */
  readonly eventsAt: (venue: VenueId) => Effect.Effect<ReadonlyArray<AttendedEvent>>
  /** Performers whose names fold to the same are one, in the first spelling. */
  readonly addEvent: (event: EventFields) => Effect.Effect<EventId>
  readonly putEvent: (event: AttendedEvent) => Effect.Effect<void>
  /** Adds the tickets that the event does not have yet. */
  readonly addTickets: (event: EventId, tickets: ReadonlyArray<Ticket>) => Effect.Effect<void>
  readonly tickets: (event: EventId) => Effect.Effect<ReadonlyArray<Ticket>>

  /** The event that has a setlist, by the service's id. */
  readonly eventOfSetlist: (ref: string) => Effect.Effect<Option.Option<AttendedEvent>>
  /** Sets a setlist of an event, instead of the one with its id, at whatever event that was. */
  readonly putSetlist: (event: EventId, setlist: Setlist) => Effect.Effect<void>
  /** The setlists of an event: the longest first, then by id. */
  readonly setlists: (event: EventId) => Effect.Effect<ReadonlyArray<Setlist>>

  readonly appearances: (event: EventId) => Effect.Effect<ReadonlyArray<Appearance>>
  /** Stores the players of an event's game. Each provider id is one player, and the latest name counts. */
  readonly putPlayers: (
    event: EventId,
    provider: string,
    players: ReadonlyArray<Omit<GamePlayer, "teamId"> & { readonly teamId: TeamId }>,
  ) => Effect.Effect<void>
  /** Adds a provider's id to a player. Returns false and changes nothing if the id is taken or the player has one. */
  readonly addPlayerId: (player: PlayerId, id: ProviderId) => Effect.Effect<boolean>

  /** Records when the players of an event were looked up at another provider. */
  readonly markLookedUp: (event: EventId, at: EpochMillis) => Effect.Effect<void>

  readonly source: (id: SourceRowId) => Effect.Effect<Option.Option<SourceRow>>
  /** Sets the event of a row, which is then no longer pending. */
  readonly linkSource: (id: SourceRowId, event: EventId) => Effect.Effect<void>
}

/** The store of events, with their venues, teams, players, tickets and source rows. Storage failures are defects. */
export class AttendingStore extends Context.Service<
  AttendingStore,
  {
    readonly stats: Effect.Effect<AttendingStats>
    /** Reads outside a transaction: `teams`, `venues` and `source` may be of different moments. */
    readonly teams: Effect.Effect<ReadonlyArray<Team>>
    readonly venues: Effect.Effect<ReadonlyArray<Venue>>
    readonly source: (id: SourceRowId) => Effect.Effect<Option.Option<SourceRow>>
    /** The pending rows that are not dismissed, oldest first. */
    readonly pendingSources: (page: PageRequest) => Effect.Effect<Page<SourceRow>>
    /**
     * Dismisses a pending row, or brings it back. A dismissed one is suggested no more, whatever its feed reports. False if no
     * pending row has the id.
     */
    readonly dismissSource: (id: SourceRowId, isDismissed: boolean) => Effect.Effect<boolean>
    /** Adds a row. A known reference changes nothing and returns the stored row. */
    readonly addSource: (
      row: NewSourceRow,
    ) => Effect.Effect<{ readonly row: SourceRow; readonly added: boolean }>
    /**
     * Attended events of a type that are a provider's game, limited to `events` if set. Those whose players were never
     * looked up come first, then the longest ago, then the newest day, then by id.
     */
    readonly gamesToLookUp: (
      type: GameType,
      events: ReadonlyArray<EventId> | undefined,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<AttendedEvent>>
    /** The ids of a provider's games whose players are stored. */
    readonly gamesWithPlayers: (type: GameType, provider: string) => Effect.Effect<ReadonlySet<string>>
    /**
     * The venues without a position that have an id of the provider and were never located or last before the moment: the
     * longest ago first, then by id.
     */
    readonly venuesToLocate: (
      provider: string,
      before: EpochMillis,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<Venue>>
    /** Stores a venue's position, and when it was requested; undefined means that the service knows none. */
    readonly locateVenue: (
      id: VenueId,
      askedAt: EpochMillis,
      position: Position | undefined,
    ) => Effect.Effect<void>
    readonly lists: AttendingLists
    /** Each attended event is an entry, made by `eventEntry`. */
    readonly journal: Journal
    /** The attended events of a range in review, made by `reviewOf`. */
    readonly review: (range: DateRange) => Effect.Effect<AttendingReview>
    /** Events, venues, performers and players are found as `event`, `venue`, `performer` and `player`. */
    readonly searchable: Searchable
    /** The edits of events, venues and performers. */
    readonly edits: EditStore
    /** The last saved cursor of a feed. */
    readonly cursor: (feed: string) => Effect.Effect<Option.Option<string>>
    /**
     * Stores a feed's entries with its cursor in one transaction. A pending row follows its entry: it changes and goes
     * with it, unless it is dismissed. A row that has become an event stays. Returns the number of rows added, changed or removed.
     */
    readonly storeEntries: (entries: ReadonlyArray<FeedEntry>, cursor: SourceCursor) => Effect.Effect<number>
    /**
     * Runs a change in one transaction, one at a time over all servers. A change that fails or is interrupted is rolled
     * back.
     */
    readonly change: <A, E, R>(
      work: (transaction: AttendingTransaction) => Effect.Effect<A, E, R>,
    ) => Effect.Effect<A, E, R>
  }
>()("daybook/attending/AttendingStore") {}
