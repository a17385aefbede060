import type { EpochMillis, LocalDate } from "@daybook/kernel"
import * as Schema from "effect/Schema"

export const EventId = Schema.Int.pipe(Schema.brand("EventId"))
export type EventId = typeof EventId.Type

export const VenueId = Schema.Int.pipe(Schema.brand("VenueId"))
export type VenueId = typeof VenueId.Type

export const TeamId = Schema.Int.pipe(Schema.brand("TeamId"))
export type TeamId = typeof TeamId.Type

export const PlayerId = Schema.Int.pipe(Schema.brand("PlayerId"))
export type PlayerId = typeof PlayerId.Type

export const SourceRowId = Schema.Int.pipe(Schema.brand("SourceRowId"))
export type SourceRowId = typeof SourceRowId.Type

export const EventCategory = Schema.Literals(["sports", "music", "arts", "other"])
export type EventCategory = typeof EventCategory.Type

/** The types of events that are games; each belongs to one league. */
export const GameType = Schema.Literals([
  "mlb_game",
  "nfl_game",
  "nba_game",
  "wnba_game",
  "nhl_game",
  "mls_game",
  "ncaaf_game",
  "ncaab_game",
])
export type GameType = typeof GameType.Type

export const EventType = Schema.Literals([...GameType.literals, "concert", "theater", "comedy", "unknown"])
export type EventType = typeof EventType.Type

/** Something's id at a third-party service. A service uses the same id in two leagues for two teams. */
export interface ProviderId {
  /** The service's name, such as `mlb` or `espn`. */
  readonly provider: string
  readonly id: string
}

/** A place where events are held. What is not known of it is "". */
export interface Venue {
  readonly id: VenueId
  readonly name: string
  /** Other names that it goes by, or went by: sponsors change. */
  readonly aliases: ReadonlyArray<string>
  readonly city: string
  /** The IANA name of its time zone. */
  readonly timeZone: string
  readonly providerIds: ReadonlyArray<ProviderId>
}

/** A team of one league. What is not known of it is "". */
export interface Team {
  readonly id: TeamId
  readonly type: GameType
  /** The whole name, with the place: `Springfield Isotopes`. */
  readonly name: string
  /** Other names and abbreviations that providers have for it. */
  readonly aliases: ReadonlyArray<string>
  readonly providerIds: ReadonlyArray<ProviderId>
  readonly homeVenueId: VenueId | undefined
}

/** A game that an event is, with the ids of what is stored. Scores are undefined where no provider told them. */
export interface EventGame extends ProviderId {
  readonly homeTeamId: TeamId
  readonly awayTeamId: TeamId
  readonly homeScore: number | undefined
  readonly awayScore: number | undefined
  /** 2 for the second game of a double-header, else 1. */
  readonly number: number
}

/** What is stored of an event, without its id. */
export interface EventFields {
  readonly title: string
  readonly category: EventCategory
  readonly type: EventType
  /** The day at the venue. */
  readonly day: LocalDate
  readonly startsAt: EpochMillis | undefined
  readonly venueId: VenueId | undefined
  /** False for what is known to have been missed, such as a home game of a season ticket. */
  readonly attended: boolean
  /** The headliner first. */
  readonly performers: ReadonlyArray<string>
  readonly game: EventGame | undefined
  readonly notes: string
}

/** Something that one goes to: a game, a concert, a play. */
export interface AttendedEvent extends EventFields {
  readonly id: EventId
}

/** A ticket of an event, as a mail's reservation tells it. What is not known is "". */
export interface Ticket {
  readonly reservation: string
  readonly number: string
  readonly section: string
  readonly row: string
  readonly seat: string
}

/** A player in one game. */
export interface Appearance {
  readonly playerId: PlayerId
  readonly name: string
  readonly firstName: string
  readonly lastName: string
  /** The number on the shirt in this game; text, since "0" and "00" differ, and "" where it is not known. */
  readonly jersey: string
  readonly teamId: TeamId
  readonly providerIds: ReadonlyArray<ProviderId>
}

export const SourceType = Schema.Literals(["calendar", "mail", "manual"])
export type SourceType = typeof SourceType.Type

/** A JSON object as it came. */
export type RawData = { readonly [name: string]: Schema.Json }

/** Something that may become an event: a calendar entry, a mail with reservations, a row made by hand. */
export interface SourceRow {
  readonly id: SourceRowId
  readonly sourceType: SourceType
  /** What the source calls it, unique in its type. */
  readonly sourceRef: string
  /** Kept as it came, so that any rule can be run again. */
  readonly rawData: RawData
  /** The event that it has become; undefined while it is pending. */
  readonly eventId: EventId | undefined
  readonly createdAt: EpochMillis
}

/** What all stored events add up to. The counts of each list add up to `total`. */
export interface AttendingStats {
  readonly total: number
  readonly attended: number
  /** Most first, then by name. */
  readonly byCategory: ReadonlyArray<{ readonly category: EventCategory; readonly count: number }>
  /** Most first, then by name. */
  readonly byType: ReadonlyArray<{ readonly type: EventType; readonly count: number }>
  /** Newest first. */
  readonly byYear: ReadonlyArray<{ readonly year: string; readonly count: number }>
}

/** A team as a provider names it in a game. What the provider does not tell is "". */
export interface GameTeam {
  readonly id: string
  /** With the place: `Springfield Isotopes`. */
  readonly name: string
  /** Without it: `Isotopes`. */
  readonly nickname: string
  readonly abbreviation: string
  /** Undefined until the game has begun, whatever stands in the answer: ESPN has "0" before the first pitch. */
  readonly score: number | undefined
}

/** A venue as a provider names it. What the provider does not tell is "". */
export interface GameVenue {
  readonly id: string
  readonly name: string
  readonly city: string
  /** The IANA name of its time zone. */
  readonly timeZone: string
}

/** `final` is played to its end; `off` is cancelled or postponed, so that it was not played on this day. */
export type GameState = "not begun" | "under way" | "final" | "off"

/** A game as a provider records it. */
export interface Game {
  /** The provider's id. */
  readonly id: string
  readonly type: GameType
  /**
   * The venue's day: MLB's `officialDate`, never its `gameDate`; at ESPN the day in `America/Los_Angeles` of the UTC
   * start. A postponed game stands in lists under its old date too: it is `off` there.
   */
  readonly day: LocalDate
  /** The other day of a game that was broken off and gone on with later: it is found by either. */
  readonly alsoOn?: LocalDate
  /** Undefined where it is not known yet. */
  readonly startsAt: EpochMillis | undefined
  /** Which game of a double-header, where the provider tells; undefined where it says nothing. */
  readonly number: number | undefined
  readonly phase: "pre" | "regular" | "post" | "other"
  readonly state: GameState
  readonly home: GameTeam
  readonly away: GameTeam
  /** On neutral ground: nobody's home game. */
  readonly neutral: boolean
  readonly venue: GameVenue | undefined
}

/** A player in a box score, as a provider names him or her. What the provider does not tell is "". */
export interface GamePlayer {
  readonly id: string
  /** The whole name. */
  readonly name: string
  readonly firstName: string
  /** Where it is "", the name's last word that is no suffix is taken. */
  readonly lastName: string
  /** As it is told: "0" and "00" differ. */
  readonly jersey: string
  /** The provider's id of the team. */
  readonly teamId: string
}
