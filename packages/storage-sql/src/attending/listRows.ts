import {
  EventId,
  EventPlayer,
  GameType,
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
import { LocalDate } from "@daybook/kernel"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { rowsOf } from "../table.ts"
import { NumbersText } from "./rows.ts"

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

const readNumbers = Schema.decodeSync(NumbersText)

const readGames = rowsOf(Schema.Struct({ type: GameType, day: LocalDate, numbers: Schema.String }))

/** The games of a player. */
export const readPlayedGames = (rows: Parameters<typeof readGames>[0]) =>
  readGames(rows).map(({ numbers, ...game }) => ({
    ...game,
    numbers: numbers === "" ? undefined : readNumbers(numbers),
  }))
