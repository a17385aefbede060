import {
  Appearance,
  AttendedEvent,
  EditedVenue,
  EventCategory,
  EventId,
  EventType,
  PlayerId,
  PlayerNumbers,
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
import type { Sql } from "../sql.ts"
import { type Described, described, rowsOf, valuesOf } from "../table.ts"

/** The venue or performer as which a row is shown: the one that it was merged into; none if it was removed. */
export const shownId = "case when not is_removed then coalesce(leads_to, id) end"

/** The one of an event's performers, resolved, that represents all that resolve to the same. */
export const distinctShown =
  "case when row_number() over (partition by event_id, leads_to order by position) = 1 then leads_to end"

/** Venues as events name them. */
export const readNamedVenues = rowsOf(
  Schema.Struct({ isByHand: Schema.Boolean, shownId: Schema.UndefinedOr(VenueId) }),
)

const venueColumns = {
  id: { generated: true },
  providerIds: { type: "json" },
  position: { flat: {} },
} as const

export const venues = described("attending_venues", Venue, venueColumns)

/** Venues as they are edited. */
export const editedVenueRows = described("attending_venues", EditedVenue, venueColumns)

export const teams = described("attending_teams", Team, {
  id: { generated: true },
  providerIds: { type: "json" },
})

const performers = `select name from attending_event_performers join attending_performers on id = performer_id
  where event_id = attending_events.id order by position`

const byList = new Map<string, Described<AttendedEvent>>()

/** Events with the names of their performers. */
export const eventsOf = ({ listOf }: Sql): Described<AttendedEvent> => {
  const computed = listOf("name", performers)
  const known = byList.get(computed)
  if (known !== undefined) return known
  const made = described("attending_events", AttendedEvent, {
    id: { generated: true },
    performers: { computed },
    game: { flat: { id: { name: "game_id" }, number: { name: "game_number" } } },
  })
  byList.set(computed, made)
  return made
}

/** Events with the names of their venues. */
export const readOnDays = rowsOf(
  Schema.Struct({
    ...Struct.pick(AttendedEvent.fields, ["id", "title", "type", "day", "startsAt"]),
    venueName: Schema.String,
  }),
  { id: { name: "event_id" } },
)

export const tickets = described("attending_tickets", Ticket, { row: { name: "row_name" } })

export const setlists = described("attending_setlists", Setlist, { songs: { type: "json" } })

export const appearances = described(
  "attending_appearances",
  Schema.Struct({
    eventId: EventId,
    playerId: PlayerId,
    teamId: TeamId,
    jersey: Schema.String,
    /** JSON; "" without numbers. */
    numbers: Schema.String,
  }),
)

/** The numbers of a player as JSON. */
export const NumbersText = Schema.fromJsonString(PlayerNumbers)
export const writeNumbers = Schema.encodeSync(NumbersText)
/** Appearances with the names of their players, and the ids of players. */
export const readAppearances = rowsOf(Appearance.mapFields(Struct.omit(["providerIds"])))
export const readProviderIds = rowsOf(
  Schema.Struct({ playerId: PlayerId, provider: Schema.String, id: Schema.String }),
  { id: { name: "external_id" } },
)

export const sources = described("attending_sources", SourceRow, {
  id: { generated: true },
  rawData: { type: "jsonText" },
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
