import { EpochMillis, LocalDate, Position, WebUrl } from "@daybook/kernel"
import * as Schema from "effect/Schema"

export const EventId = Schema.Int.pipe(Schema.brand("EventId"))
export type EventId = typeof EventId.Type

export const VenueId = Schema.Int.pipe(Schema.brand("VenueId"))
export type VenueId = typeof VenueId.Type

export const TeamId = Schema.Int.pipe(Schema.brand("TeamId"))
export type TeamId = typeof TeamId.Type

export const PlayerId = Schema.Int.pipe(Schema.brand("PlayerId"))
export type PlayerId = typeof PlayerId.Type

export const PerformerId = Schema.Int.pipe(Schema.brand("PerformerId"))
export type PerformerId = typeof PerformerId.Type

export const SourceRowId = Schema.Int.pipe(Schema.brand("SourceRowId"))
export type SourceRowId = typeof SourceRowId.Type

export const EventCategory = Schema.Literals(["sports", "music", "arts", "other"])
export type EventCategory = typeof EventCategory.Type

/** The event types that are games. Each belongs to one league. */
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

/** An id at a third-party service. A service may use the same team id in two leagues. */
export const ProviderId = Schema.Struct({
  /** The service's name, such as `mlb` or `espn`. */
  provider: Schema.String,
  id: Schema.String,
})
export type ProviderId = typeof ProviderId.Type

/** A place where events happen. Unknown fields are "". */
export const Venue = Schema.Struct({
  id: VenueId,
  name: Schema.String,
  /** Other names, now or earlier: sponsors change. */
  aliases: Schema.Array(Schema.String),
  city: Schema.String,
  /** The IANA name of its time zone. */
  timeZone: Schema.String,
  providerIds: Schema.Array(ProviderId),
  /** Missing if unknown. */
  position: Schema.optionalKey(Position),
})
export type Venue = typeof Venue.Type

/** A team of one league. Unknown fields are "". */
export const Team = Schema.Struct({
  id: TeamId,
  type: GameType,
  /** The whole name with the place: `Springfield Isotopes`. */
  name: Schema.String,
  /** Other names and abbreviations at providers. */
  aliases: Schema.Array(Schema.String),
  providerIds: Schema.Array(ProviderId),
  homeVenueId: Schema.UndefinedOr(VenueId),
})
export type Team = typeof Team.Type

/** The provider's game of an event, with the ids of stored teams. Unknown scores are undefined. */
export const EventGame = Schema.Struct({
  ...ProviderId.fields,
  homeTeamId: TeamId,
  awayTeamId: TeamId,
  homeScore: Schema.UndefinedOr(Schema.Int),
  awayScore: Schema.UndefinedOr(Schema.Int),
  /** 2 for the second game of a double-header, else 1. */
  number: Schema.Int,
})
export type EventGame = typeof EventGame.Type

/** The fields of an event, without its id. */
export const EventFields = Schema.Struct({
  title: Schema.String,
  category: EventCategory,
  type: EventType,
  /** The day at the venue. */
  day: LocalDate,
  startsAt: Schema.UndefinedOr(EpochMillis),
  venueId: Schema.UndefinedOr(VenueId),
  /** False for an event that was missed, such as a home game of a season ticket. */
  attended: Schema.Boolean,
  /** The headliner first. */
  performers: Schema.Array(Schema.String),
  game: Schema.UndefinedOr(EventGame),
  notes: Schema.String,
})
export type EventFields = typeof EventFields.Type

/** An event that the owner attends: a game, a concert, a play. */
export const AttendedEvent = Schema.Struct({
  ...EventFields.fields,
  id: EventId,
})
export type AttendedEvent = typeof AttendedEvent.Type

/** A ticket of an event, from an email's reservation. Unknown fields are "". */
export const Ticket = Schema.Struct({
  reservation: Schema.String,
  number: Schema.String,
  section: Schema.String,
  row: Schema.String,
  seat: Schema.String,
})
export type Ticket = typeof Ticket.Type

/** A played song. Unknown fields are "". */
export const PlayedSong = Schema.Struct({
  name: Schema.String,
  /** 0 in the main set, 1 in the first encore. */
  encore: Schema.Int,
  /** The original artist of a cover. */
  coverOf: Schema.String,
  /** A guest who played along. */
  guest: Schema.String,
  /** A remark about it, such as `acoustic`. */
  note: Schema.String,
  /** True for a recording, as before a show. */
  isTape: Schema.Boolean,
})
export type PlayedSong = typeof PlayedSong.Type

/** The songs that a performer played at an event, in order; none if no one wrote them down. */
export const Setlist = Schema.Struct({
  /** The service's id of it. */
  ref: Schema.String,
  performer: Schema.String,
  /** "" outside a tour. */
  tour: Schema.String,
  /** The service's page of it, else "". */
  url: WebUrl,
  songs: Schema.Array(PlayedSong),
})
export type Setlist = typeof Setlist.Type

/** The names of a player. Missing fields are "". */
export const PlayerNames = Schema.Struct({
  /** The whole name. */
  name: Schema.String,
  firstName: Schema.String,
  /** If "", the last word of the name that is not a suffix counts. */
  lastName: Schema.String,
})
export type PlayerNames = typeof PlayerNames.Type

/** A player's part in one game. */
export const Appearance = Schema.Struct({
  playerId: PlayerId,
  ...PlayerNames.fields,
  /** The number on the shirt in this game: text, since "0" and "00" differ; "" if unknown. */
  jersey: Schema.String,
  teamId: TeamId,
  providerIds: Schema.Array(ProviderId),
})
export type Appearance = typeof Appearance.Type

export const SourceType = Schema.Literals(["calendar", "mail", "manual"])
export type SourceType = typeof SourceType.Type

/** A JSON object as received. */
export const RawData = Schema.Record(Schema.String, Schema.Json)
export type RawData = typeof RawData.Type

/** Something that may become an event: a calendar entry, an email with reservations, a manual row. */
export const SourceRow = Schema.Struct({
  id: SourceRowId,
  sourceType: SourceType,
  /** The source's reference, unique in its type. */
  sourceRef: Schema.String,
  /** Stored as received, so that rules can run again. */
  rawData: RawData,
  /** The row's event; undefined while the row is pending. */
  eventId: Schema.UndefinedOr(EventId),
  createdAt: EpochMillis,
})
export type SourceRow = typeof SourceRow.Type

/** The statistics of all stored events. The counts of each list add up to `total`. */
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

/** A team in a provider's game. Missing fields are "". */
export const GameTeam = Schema.Struct({
  id: Schema.String,
  /** The whole name with the place: `Springfield Isotopes`. */
  name: Schema.String,
  /** The name without the place: `Isotopes`. */
  nickname: Schema.String,
  abbreviation: Schema.String,
  /** Undefined until the game has started, even if the provider has a score: ESPN sends "0" before the first pitch. */
  score: Schema.UndefinedOr(Schema.Int),
})
export type GameTeam = typeof GameTeam.Type

/** The venue of a provider's game. Missing fields are "". */
export const GameVenue = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  city: Schema.String,
  /** The IANA name of its time zone. */
  timeZone: Schema.String,
  position: Schema.optionalKey(Position),
})
export type GameVenue = typeof GameVenue.Type

/** `final` is played to the end. `called off` is cancelled or postponed, so not played on this day. */
export const GameState = Schema.Literals(["scheduled", "in progress", "final", "called off"])
export type GameState = typeof GameState.Type

/** A provider's record of a game. */
export const Game = Schema.Struct({
  /** The provider's id. */
  id: Schema.String,
  type: GameType,
  /**
   * The venue's day: MLB's `officialDate`, never its `gameDate`; at ESPN the day in `America/Los_Angeles` of the UTC
   * start. A postponed game is also listed under its old date, if it is `called off`.
   */
  day: LocalDate,
  /** The other day of a suspended and resumed game, which is found by either day. */
  alsoOn: Schema.optionalKey(LocalDate),
  /** Undefined if it is not set yet. */
  startsAt: Schema.UndefinedOr(EpochMillis),
  /** The number in a double-header; undefined if the provider has none. */
  number: Schema.UndefinedOr(Schema.Int),
  phase: Schema.Literals(["pre", "regular", "post", "other"]),
  state: GameState,
  home: GameTeam,
  away: GameTeam,
  /** True on neutral ground, if no team is at home. */
  neutral: Schema.Boolean,
  venue: Schema.UndefinedOr(GameVenue),
})
export type Game = typeof Game.Type

/** Numbers of a player in a box score by name, such as `hits`. */
export const Numbers = Schema.Record(Schema.String, Schema.Int)
export type Numbers = typeof Numbers.Type

/** A player's numbers in one game, or their totals over several; absent for what the player did not do. */
export const PlayerNumbers = Schema.Struct({ batting: Numbers, pitching: Numbers, fielding: Numbers })
export type PlayerNumbers = typeof PlayerNumbers.Type

/** A player in a provider's box score. Missing fields are "". */
export const GamePlayer = Schema.Struct({
  id: Schema.String,
  ...PlayerNames.fields,
  /** The number on the shirt as text: "0" and "00" differ. */
  jersey: Schema.String,
  /** The provider's id of the team. */
  teamId: Schema.String,
  /** Undefined if the provider has none. */
  numbers: Schema.optional(PlayerNumbers),
})
export type GamePlayer = typeof GamePlayer.Type
