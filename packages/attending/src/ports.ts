import type {
  EpochMillis,
  LocalDate,
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
import type * as Option from "effect/Option"
import type * as Stream from "effect/Stream"
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
  ProviderId,
  RawData,
  SourceRow,
  SourceRowId,
  SourceType,
  Team,
  TeamId,
  Ticket,
  Venue,
  VenueId,
} from "./model.ts"

/** A source row before it is stored. */
export type NewSourceRow = Pick<SourceRow, "sourceType" | "sourceRef" | "rawData">

/** What a feed says of one of its entries. */
export interface FeedEntry {
  readonly sourceType: SourceType
  readonly sourceRef: string
  /** Undefined when the entry was called off or deleted. */
  readonly rawData: RawData | undefined
}

/** One service that source rows are read from: a calendar, a mailbox. */
export interface AttendingFeed {
  /** Its name in cursors and messages, such as `google-calendar`. */
  readonly name: string
  /**
   * What has come or changed since the cursor, in batches; everything where there is none, or where the service no
   * longer takes it. Ends when nothing is left. An entry may come again.
   */
  readonly entries: (cursor: Option.Option<string>) => Stream.Stream<SourceBatch<FeedEntry>, SourceError>
  /** Reads rows that were set aside again; without it they wait until the service lists them again. */
  readonly readAgain?: ReadAgain<FeedEntry>
}

/** The configured feeds. */
export class AttendingFeeds extends Context.Service<AttendingFeeds, Sources<AttendingFeed>>()(
  "daybook/attending/AttendingFeeds",
) {}

/**
 * One service that knows the games of some leagues. It is asked at most 4 things at a time. A game that it cannot read it
 * hands to `SetAside`, and gives the others.
 */
export interface GameSource {
  /** Its name in ids and messages, such as `mlb`. */
  readonly name: string
  /** The leagues that it knows. */
  readonly types: ReadonlyArray<GameType>
  /** All games of a league on a day, `off` ones among them. */
  readonly gamesOn: (type: GameType, day: LocalDate) => Effect.Effect<ReadonlyArray<Game>, SourceError>
  /**
   * The games of a team's season, at home and away, each once: regular and post-season, over two calendar years where
   * the league's seasons are (`season` is the year in which the provider files it). None for a team that the provider
   * does not know. `team` is the provider's id, or what else the provider takes for one.
   */
  readonly seasonGames: (
    type: GameType,
    team: string,
    season: number,
  ) => Effect.Effect<ReadonlyArray<Game>, SourceError>
  /** Those who played in a game, not who only sat on the bench; none where there is no box score. */
  readonly players: (type: GameType, gameId: string) => Effect.Effect<ReadonlyArray<GamePlayer>, SourceError>
}

/** The services that know games. */
export class GameSources extends Context.Service<
  GameSources,
  {
    /** Where several know a league, the first is its source. */
    readonly sources: ReadonlyArray<GameSource>
    /** The service whose ids of baseball players are added to the stored ones, since it has pictures for them. */
    readonly athletes: GameSource
  }
>()("daybook/attending/GameSources") {
  /** Where no service is asked: nobody knows any game. */
  static readonly none: GameSources["Service"] = {
    sources: [],
    athletes: {
      name: "none",
      types: [],
      gamesOn: () => Effect.succeed([]),
      seasonGames: () => Effect.succeed([]),
      players: () => Effect.succeed([]),
    },
  }
}

/** What a change of the data reads and writes, inside its transaction. Ids that it is given are stored ones. */
export interface AttendingTables {
  readonly venues: Effect.Effect<ReadonlyArray<Venue>>
  readonly addVenue: (venue: Omit<Venue, "id">) => Effect.Effect<VenueId>
  readonly putVenue: (venue: Venue) => Effect.Effect<void>
  /** Events and teams that stand at the venue stand at none. */
  readonly removeVenue: (id: VenueId) => Effect.Effect<void>

  readonly teams: Effect.Effect<ReadonlyArray<Team>>
  readonly addTeam: (team: Omit<Team, "id">) => Effect.Effect<TeamId>
  readonly putTeam: (team: Team) => Effect.Effect<void>

  readonly event: (id: EventId) => Effect.Effect<Option.Option<AttendedEvent>>
  /** The event that is this game of a provider. */
  readonly eventOfGame: (type: EventType, game: ProviderId) => Effect.Effect<Option.Option<AttendedEvent>>
  /** The events of a day, by id. */
  readonly eventsOn: (day: LocalDate) => Effect.Effect<ReadonlyArray<AttendedEvent>>
  /** The events that stand at a venue, by id. */
  readonly eventsAt: (venue: VenueId) => Effect.Effect<ReadonlyArray<AttendedEvent>>
  /** Performers whose names fold to the same are one, as spelled first. */
  readonly addEvent: (event: EventFields) => Effect.Effect<EventId>
  readonly putEvent: (event: AttendedEvent) => Effect.Effect<void>
  /** Adds the tickets that the event does not have yet. */
  readonly addTickets: (event: EventId, tickets: ReadonlyArray<Ticket>) => Effect.Effect<void>
  readonly tickets: (event: EventId) => Effect.Effect<ReadonlyArray<Ticket>>

  readonly appearances: (event: EventId) => Effect.Effect<ReadonlyArray<Appearance>>
  /** Stores the players of an event's game: each provider id is one player, whose name the last one to come sets. */
  readonly putPlayers: (
    event: EventId,
    provider: string,
    players: ReadonlyArray<Omit<GamePlayer, "teamId"> & { readonly teamId: TeamId }>,
  ) => Effect.Effect<void>
  /** Adds a provider's id to a player; false, and nothing changed, where somebody has it or the player has one. */
  readonly givePlayerId: (player: PlayerId, id: ProviderId) => Effect.Effect<boolean>

  /** Notes when the players of an event were looked up at another provider. */
  readonly stampLookedUp: (event: EventId, at: EpochMillis) => Effect.Effect<void>

  readonly source: (id: SourceRowId) => Effect.Effect<Option.Option<SourceRow>>
  /** The row is no longer pending. */
  readonly linkSource: (id: SourceRowId, event: EventId) => Effect.Effect<void>
}

/** Where events are kept, with all that belongs to them. Storage failures are defects. */
export class AttendingStore extends Context.Service<
  AttendingStore,
  {
    readonly stats: Effect.Effect<AttendingStats>
    /** What is asked before a change is made: none of it is as of one moment. */
    readonly teams: Effect.Effect<ReadonlyArray<Team>>
    readonly venues: Effect.Effect<ReadonlyArray<Venue>>
    readonly source: (id: SourceRowId) => Effect.Effect<Option.Option<SourceRow>>
    /** The rows that are no events yet, oldest first. */
    readonly pendingSources: (page: PageRequest) => Effect.Effect<Page<SourceRow>>
    /** Adds a row; where its reference is known, nothing changes and the stored row is given. */
    readonly addSource: (
      row: NewSourceRow,
    ) => Effect.Effect<{ readonly row: SourceRow; readonly added: boolean }>
    /**
     * Attended games of a type that have a provider's record, of these events if they are named: those whose players
     * were never looked up first, then those looked up longest ago, then the newest day, then by id.
     */
    readonly gamesToLookUp: (
      type: GameType,
      events: ReadonlyArray<EventId> | undefined,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<AttendedEvent>>
    /** Which of a provider's games have players. */
    readonly gamesWithPlayers: (type: GameType, provider: string) => Effect.Effect<ReadonlySet<string>>
    /** The cursor that was last saved for a feed. */
    readonly cursor: (feed: string) => Effect.Effect<Option.Option<string>>
    /**
     * Stores a feed's entries with its cursor in one transaction. A pending row takes its entry's new data and goes
     * when the entry does; what is an event already stays as it is. Gives how many rows are new, changed or gone.
     */
    readonly storeEntries: (entries: ReadonlyArray<FeedEntry>, cursor: SourceCursor) => Effect.Effect<number>
    /**
     * Makes a change in one transaction, one at a time over all servers: all of it or, where it fails or is
     * interrupted, nothing.
     */
    readonly change: <A, E, R>(
      work: (tables: AttendingTables) => Effect.Effect<A, E, R>,
    ) => Effect.Effect<A, E, R>
  }
>()("daybook/attending/AttendingStore") {}
