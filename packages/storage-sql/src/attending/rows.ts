import {
  Appearance,
  AttendedEvent,
  EditedEvent,
  EditedVenue,
  EventCategory,
  EventId,
  EventType,
  PlayerId,
  PlayerNames,
  PlayerNumbers,
  Setlist,
  SourceRow,
  Team,
  TeamId,
  Ticket,
  Venue,
  VenueId,
} from "@daybook/attending"
import { WebUrl } from "@daybook/kernel"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import type { Sql } from "../sql.ts"
import { described, rowsOf, valuesOf } from "../table.ts"

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

const describeEvents = (computed: string) => {
  const columns = {
    id: { generated: true },
    performers: { computed },
    game: { flat: { id: { name: "game_id" }, number: { name: "game_number" } } },
  } as const
  return {
    told: described("attending_events", AttendedEvent, columns),
    edited: described("attending_events", EditedEvent.mapFields(Struct.omit(["venueName"])), columns),
  }
}

const byList = new Map<string, ReturnType<typeof describeEvents>>()

/** Events with the names of their performers, as sources report them and as they are edited. */
export const eventsOf = ({ listOf }: Sql): ReturnType<typeof describeEvents> => {
  const computed = listOf("name", performers)
  const known = byList.get(computed)
  if (known !== undefined) return known
  const made = describeEvents(computed)
  byList.set(computed, made)
  return made
}

/** Events with the names of their venues. */
export const readOnDays = rowsOf(
  Schema.Struct({
    ...Struct.pick(AttendedEvent.fields, ["id", "title", "type", "day", "startsAt"]),
    venueName: Schema.String,
    imageUrl: WebUrl,
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

/** The stored players, with their folded names. */
export const players = described(
  "attending_players",
  Schema.Struct({ id: PlayerId, ...PlayerNames.fields, nameKey: Schema.String }),
  { id: { generated: true } },
)

/** The numbers of a player as JSON. */
export const NumbersText = Schema.fromJsonString(PlayerNumbers)
export const writeNumbers = Schema.encodeSync(NumbersText)

/** Appearances with the names of their players. */
export const readAppearances = rowsOf(Appearance.mapFields(Struct.omit(["providerIds"])))

export const sources = described("attending_sources", SourceRow, {
  id: { generated: true },
  rawData: { type: "jsonText" },
})

/** The players of providers' ids. */
export const playerIds = described(
  "attending_player_ids",
  Schema.Struct({ provider: Schema.String, externalId: Schema.String, playerId: PlayerId }),
)

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
