import {
  EventId,
  EventPlayer,
  ListedEvent,
  PerformerId,
  PlayerTeam,
  SeenPerformer,
  SeenPlayer,
  SeenTeam,
  SeenVenue,
  TeamRecord,
  WholeEvent,
} from "@daybook/attending"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { rowsOf } from "../table.ts"

const venue = { id: { name: "venue_id" }, name: { name: "venue_name" }, city: { name: "venue_city" } }

export const readEvents = rowsOf(ListedEvent.mapFields(Struct.omit(["performers"])), {
  venue: { flat: venue },
  home: { flat: { id: { name: "home_id" }, name: { name: "home_name" }, score: { name: "home_score" } } },
  away: { flat: { id: { name: "away_id" }, name: { name: "away_name" }, score: { name: "away_score" } } },
})

/** The performers of events, in their order. */
export const readEventPerformers = rowsOf(
  Schema.Struct({ eventId: EventId, id: PerformerId, name: Schema.String }),
)

export const readPositions = rowsOf(Schema.Struct(Struct.pick(WholeEvent.fields, ["position"])), {
  position: { flat: {} },
})

export const readEventPlayers = rowsOf(EventPlayer)
export const readVenues = rowsOf(SeenVenue, { position: { flat: {} } })
export const readPerformers = rowsOf(SeenPerformer)
export const readPlayers = rowsOf(SeenPlayer)
export const readPlayerTeams = rowsOf(PlayerTeam)
export const readTeams = rowsOf(SeenTeam, { homeVenue: { flat: venue } })
export const readRecords = rowsOf(TeamRecord)
