import {
  Appearance,
  AttendedEvent,
  EditedVenue,
  EventCategory,
  EventId,
  EventType,
  PlayerId,
  Setlist,
  SourceRow,
  Team,
  TeamId,
  Ticket,
  Venue,
  VenueId,
} from "@daybook/attending"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { json } from "../sql/columnTypes.ts"
import { rowsOf, tableOf, valuesOf } from "../sql/table.ts"

/** The venue or performer as which a row is shown: the one that it was merged into; none where it was removed. */
export const shownId = "case when not is_removed then coalesce(leads_to, id) end"

/** The one of the performers of events, with what they lead to, that stands for all that lead to it. */
export const shownOnce =
  "case when row_number() over (partition by event_id, leads_to order by position) = 1 then leads_to end"

/** Venues as events name them. */
export const readNamedVenues = rowsOf(
  Schema.Struct({ isByHand: Schema.Boolean, shownId: Schema.UndefinedOr(VenueId) }),
)

const venueColumns = { id: { generated: true }, providerIds: { type: json }, position: { flat: {} } } as const

export const venues = tableOf("attending_venues", Venue, venueColumns)

/** Venues as they are edited. */
export const editedVenueRows = tableOf("attending_venues", EditedVenue, venueColumns)

export const teams = tableOf("attending_teams", Team, {
  id: { generated: true },
  providerIds: { type: json },
})

export const events = tableOf("attending_events", AttendedEvent, {
  id: { generated: true },
  performers: {
    computed: `(select json_group_array(name order by position) from attending_event_performers join attending_performers on id = performer_id
      where event_id = attending_events.id)`,
  },
  game: { flat: { id: { name: "game_id" }, number: { name: "game_number" } } },
})

/** Events with the names of their venues. */
export const readOnDays = rowsOf(
  Schema.Struct({
    ...Struct.pick(AttendedEvent.fields, ["id", "title", "type", "day", "startsAt"]),
    venueName: Schema.String,
  }),
  { id: { name: "event_id" } },
)

export const tickets = tableOf("attending_tickets", Ticket, { row: { name: "row_name" } })

export const setlists = tableOf("attending_setlists", Setlist, { songs: { type: json } })

export const appearances = tableOf(
  "attending_appearances",
  Schema.Struct({ eventId: EventId, playerId: PlayerId, teamId: TeamId, jersey: Schema.String }),
)

/** Appearances with the names and the ids of their players. */
export const readAppearances = rowsOf(Appearance, { providerIds: { type: json } })

export const sources = tableOf("attending_sources", SourceRow, {
  id: { generated: true },
  rawData: { type: json },
})

/** The players of a provider's ids. */
export const readPlayerIds = rowsOf(Schema.Struct({ externalId: Schema.String, playerId: PlayerId }))

/** The number of events by kind, year and attendance. */
export const readCounts = rowsOf(
  Schema.Struct({
    category: EventCategory,
    type: EventType,
    year: Schema.String,
    attended: Schema.Boolean,
    count: Schema.Int,
  }),
)

export const readGameIds = valuesOf(Schema.String)
