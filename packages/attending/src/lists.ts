import { type DateRange, LocalDate, type Page, type PageRequest, Position, WebUrl } from "@daybook/kernel"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import type { EventFields, VenueId } from "./model.ts"
import {
  Appearance,
  AttendedEvent,
  type EventId,
  GameType,
  PerformerId,
  PlayerId,
  PlayerNames,
  Setlist,
  Team,
  TeamId,
  Ticket,
  Venue,
  type PlayerNumbers,
} from "./model.ts"

/**
 * How often and when the owner was there: attended events up to today. Days report when, because some events have no
 * time.
 */
export const Seen = Schema.Struct({
  times: Schema.Int,
  /** Undefined if it was never seen. */
  firstDay: Schema.UndefinedOr(LocalDate),
  lastDay: Schema.UndefinedOr(LocalDate),
})
export type Seen = typeof Seen.Type

/** A venue as an event names it. */
export const EventVenue = Schema.Struct(Struct.pick(Venue.fields, ["id", "name", "city"]))

/** A performer, known only by name. */
export const Performer = Schema.Struct({ id: PerformerId, name: Schema.String })
export type Performer = typeof Performer.Type

/** One side of a game. */
export const EventTeam = Schema.Struct({
  id: TeamId,
  name: Schema.String,
  /** Undefined if unknown. */
  score: Schema.UndefinedOr(Schema.Int),
})
export type EventTeam = typeof EventTeam.Type

/** An event as lists show it. */
export const ListedEvent = Schema.Struct({
  ...Struct.omit(AttendedEvent.fields, ["venueId", "performers", "game"]),
  /** "" if the owner chose none. */
  imageUrl: WebUrl,
  venue: Schema.UndefinedOr(EventVenue),
  /** The headliner first. */
  performers: Schema.Array(Performer),
  home: Schema.UndefinedOr(EventTeam),
  away: Schema.UndefinedOr(EventTeam),
  /** 2 for the second game of a double-header, 0 if the event is not a game. */
  gameNumber: Schema.Int,
})
export type ListedEvent = typeof ListedEvent.Type

/** A player in one event. */
export const EventPlayer = Schema.Struct({
  ...Struct.pick(Appearance.fields, ["name", "jersey", "teamId"]),
  id: PlayerId,
})
export type EventPlayer = typeof EventPlayer.Type

/** An event with everything known of it. */
export const WholeEvent = Schema.Struct({
  ...ListedEvent.fields,
  position: Schema.UndefinedOr(Position),
  /** The players of the home team first, then by name by code points, then by id. */
  players: Schema.Array(EventPlayer),
  tickets: Schema.Array(Ticket),
  /** The longest first, then by id. */
  setlists: Schema.Array(Setlist),
})
export type WholeEvent = typeof WholeEvent.Type

/** A filter of the list of events. Filters that are undefined let all pass. */
export interface EventQuery {
  /** By the days of the events. */
  readonly range: DateRange
  readonly category?: EventFields["category"] | undefined
  readonly type?: EventFields["type"] | undefined
  readonly venueId?: VenueId | undefined
  /** A team of either side. */
  readonly teamId?: TeamId | undefined
  readonly performerId?: PerformerId | undefined
  readonly playerId?: PlayerId | undefined
  readonly attended?: boolean | undefined
  /** A part of the title, or of the name of the venue, a team or a performer, after folding. */
  readonly q?: string | undefined
  /** The soonest first; else the latest first. */
  readonly soonestFirst?: boolean
}

/** A venue with its visits. */
export const SeenVenue = Schema.Struct({
  ...Struct.pick(Venue.fields, ["id", "name", "city", "timeZone"]),
  position: Schema.UndefinedOr(Position),
  ...Seen.fields,
})
export type SeenVenue = typeof SeenVenue.Type

/** A performer with his or her events. */
export const SeenPerformer = Schema.Struct({ ...Performer.fields, ...Seen.fields })
export type SeenPerformer = typeof SeenPerformer.Type

/** A player with the games in which he or she appeared. */
export const SeenPlayer = Schema.Struct({
  id: PlayerId,
  ...PlayerNames.fields,
  ...Seen.fields,
})
export type SeenPlayer = typeof SeenPlayer.Type

/** A team of a player, with the number of attended games in which he or she played for it. */
export const PlayerTeam = Schema.Struct({ id: TeamId, name: Schema.String, times: Schema.Int })
export type PlayerTeam = typeof PlayerTeam.Type

/** The results of a team in the attended games that have a score. */
export const TeamRecord = Schema.Struct({
  id: TeamId,
  name: Schema.String,
  /** Attended games, with and without a score. */
  games: Schema.Int,
  won: Schema.Int,
  lost: Schema.Int,
  tied: Schema.Int,
})
export type TeamRecord = typeof TeamRecord.Type

/** A team with the games of it that were seen. */
export const SeenTeam = Schema.Struct({
  ...TeamRecord.fields,
  type: GameType,
  aliases: Team.fields.aliases,
  homeVenue: Schema.UndefinedOr(EventVenue),
  ...Seen.fields,
})
export type SeenTeam = typeof SeenTeam.Type

/** A player's part in an attended game. */
export interface PlayedGame {
  readonly type: GameType
  readonly day: LocalDate
  /** Undefined if the game's box score has none. */
  readonly numbers: PlayerNumbers | undefined
}

/**
 * The reads over events and what belongs to them. `today` is the owner's day: later events are not seen yet. Venues,
 * performers and players are listed by how often they were seen, most first, then by the last day, latest first and
 * those never seen at the end, then by id; `q` is a part of the name, after folding.
 */
export interface AttendingLists {
  /** The latest first, by day, then by start (unknown ones last), then by id; or all of that reversed. */
  readonly events: (query: EventQuery, page: PageRequest) => Effect.Effect<Page<ListedEvent>>
  /** The event that an id resolves to: the one with it, or the one that this was merged into. */
  readonly event: (id: EventId) => Effect.Effect<Option.Option<WholeEvent>>
  readonly venues: (
    today: LocalDate,
    q: string | undefined,
    page: PageRequest,
  ) => Effect.Effect<Page<SeenVenue>>
  /** The venue that an id resolves to, in the same way; so does the `venueId` of a query. */
  readonly venue: (id: VenueId, today: LocalDate) => Effect.Effect<Option.Option<SeenVenue>>
  readonly performers: (
    today: LocalDate,
    q: string | undefined,
    page: PageRequest,
  ) => Effect.Effect<Page<SeenPerformer>>
  /** The performer that an id resolves to, in the same way; so does the `performerId` of a query. */
  readonly performer: (id: PerformerId, today: LocalDate) => Effect.Effect<Option.Option<SeenPerformer>>
  readonly players: (
    today: LocalDate,
    q: string | undefined,
    page: PageRequest,
  ) => Effect.Effect<Page<SeenPlayer>>
  readonly player: (id: PlayerId, today: LocalDate) => Effect.Effect<Option.Option<SeenPlayer>>
  /** The teams that a player was seen with: most games first, then by id. */
  readonly teamsOfPlayer: (id: PlayerId, today: LocalDate) => Effect.Effect<ReadonlyArray<PlayerTeam>>
  /** The attended games in which a player appeared, the latest first. */
  readonly gamesOfPlayer: (id: PlayerId, today: LocalDate) => Effect.Effect<ReadonlyArray<PlayedGame>>
  readonly team: (id: TeamId, today: LocalDate) => Effect.Effect<Option.Option<SeenTeam>>
  /**
   * The records of a league's teams in attended games of a range of days: most games first, then most won, then by name
   * by code points, then by id.
   */
  readonly records: (
    type: GameType,
    range: DateRange,
    today: LocalDate,
  ) => Effect.Effect<ReadonlyArray<TeamRecord>>
}
