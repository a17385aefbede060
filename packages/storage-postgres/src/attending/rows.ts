import {
  type Appearance,
  type AttendedEvent,
  EventCategory,
  EventId,
  EventType,
  GameType,
  PlayerId,
  type SourceRow,
  SourceRowId,
  SourceType,
  type Team,
  TeamId,
  type Ticket,
  type Venue,
  VenueId,
} from "@daybook/attending"
import * as Schema from "effect/Schema"

// Rows of attending's tables, and what they are in the domain's words.

const texts = Schema.Array(Schema.String)
const providerIds = Schema.Array(Schema.Struct({ provider: Schema.String, id: Schema.String }))

const VenueRow = Schema.Struct({
  id: VenueId,
  name: Schema.String,
  aliases: texts,
  city: Schema.String,
  time_zone: Schema.String,
  provider_ids: providerIds,
})

export const decodeVenues = Schema.decodeUnknownEffect(Schema.Array(VenueRow))

export const toVenue = ({ provider_ids, time_zone, ...row }: typeof VenueRow.Type): Venue => ({
  ...row,
  timeZone: time_zone,
  providerIds: provider_ids,
})

const TeamRow = Schema.Struct({
  id: TeamId,
  type: GameType,
  name: Schema.String,
  aliases: texts,
  provider_ids: providerIds,
  home_venue_id: Schema.NullOr(VenueId),
})

export const decodeTeams = Schema.decodeUnknownEffect(Schema.Array(TeamRow))

export const toTeam = ({ home_venue_id, provider_ids, ...row }: typeof TeamRow.Type): Team => ({
  ...row,
  providerIds: provider_ids,
  homeVenueId: home_venue_id ?? undefined,
})

const EventRow = Schema.Struct({
  id: EventId,
  title: Schema.String,
  category: EventCategory,
  type: EventType,
  day: Schema.String,
  starts_at: Schema.NullOr(Schema.Date),
  venue_id: Schema.NullOr(VenueId),
  attended: Schema.Boolean,
  notes: Schema.String,
  provider: Schema.NullOr(Schema.String),
  game_id: Schema.NullOr(Schema.String),
  home_team_id: Schema.NullOr(TeamId),
  away_team_id: Schema.NullOr(TeamId),
  home_score: Schema.NullOr(Schema.Int),
  away_score: Schema.NullOr(Schema.Int),
  game_number: Schema.NullOr(Schema.Int),
  performers: texts,
})

export const decodeEvents = Schema.decodeUnknownEffect(Schema.Array(EventRow))

export const toEvent = (row: typeof EventRow.Type): AttendedEvent => {
  const { away_team_id, game_id, game_number, home_team_id, provider } = row
  return {
    id: row.id,
    title: row.title,
    category: row.category,
    type: row.type,
    day: row.day,
    startsAt: row.starts_at?.getTime(),
    venueId: row.venue_id ?? undefined,
    attended: row.attended,
    performers: row.performers,
    notes: row.notes,
    game:
      provider === null || game_id === null || home_team_id === null || away_team_id === null
        ? undefined
        : {
            provider,
            id: game_id,
            homeTeamId: home_team_id,
            awayTeamId: away_team_id,
            homeScore: row.home_score ?? undefined,
            awayScore: row.away_score ?? undefined,
            number: game_number ?? 1,
          },
  }
}

const AppearanceRow = Schema.Struct({
  player_id: PlayerId,
  name: Schema.String,
  first_name: Schema.String,
  last_name: Schema.String,
  jersey: Schema.String,
  team_id: TeamId,
  provider_ids: providerIds,
})

export const decodeAppearances = Schema.decodeUnknownEffect(Schema.Array(AppearanceRow))

export const toAppearance = (row: typeof AppearanceRow.Type): Appearance => ({
  playerId: row.player_id,
  name: row.name,
  firstName: row.first_name,
  lastName: row.last_name,
  jersey: row.jersey,
  teamId: row.team_id,
  providerIds: row.provider_ids,
})

const TicketRow = Schema.Struct({
  reservation: Schema.String,
  number: Schema.String,
  section: Schema.String,
  row_name: Schema.String,
  seat: Schema.String,
})

export const decodeTickets = Schema.decodeUnknownEffect(Schema.Array(TicketRow))

export const toTicket = ({ row_name: row, ...ticket }: typeof TicketRow.Type): Ticket => ({ ...ticket, row })

const RawText = Schema.fromJsonString(Schema.Record(Schema.String, Schema.Json))

const SourceTableRow = Schema.Struct({
  id: SourceRowId,
  source_type: SourceType,
  source_ref: Schema.String,
  raw_data: RawText,
  event_id: Schema.NullOr(EventId),
  created_at: Schema.Date,
})

export const decodeSources = Schema.decodeUnknownEffect(Schema.Array(SourceTableRow))

export const toSource = (row: typeof SourceTableRow.Type): SourceRow => ({
  id: row.id,
  sourceType: row.source_type,
  sourceRef: row.source_ref,
  rawData: row.raw_data,
  eventId: row.event_id ?? undefined,
  createdAt: row.created_at.getTime(),
})
