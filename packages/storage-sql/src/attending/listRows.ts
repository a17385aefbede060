import {
  EventId,
  EventPlayer,
  EventTeam,
  EventVenue,
  GameType,
  ListedEvent,
  Performer,
  PlayerTeam,
  ReviewedVenue,
  Seen,
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
import { joinedFrom, outerJoined, rowsOf } from "../table.ts"
import { NumbersText } from "./rows.ts"

const venue = joinedFrom("venue", "venue", EventVenue)

const side = (name: "home" | "away") => {
  const score = { name: `${name}_score`, computed: `event.${name}_score` }
  return { flat: { ...joinedFrom(name, name, EventTeam).flat, score } }
}

/** Each an `event` with its `venue`, and the teams `home` and `away`. */
export const readEvents = rowsOf(
  ListedEvent.mapFields(Struct.omit(["performers"])),
  { venue, home: side("home"), away: side("away"), gameNumber: "coalesce(event.game_number, 0)" },
  "event",
)

const Performance = Schema.Struct({ eventId: EventId, ...Performer.fields })

/** The performers of events, in their order. */
export const readEventPerformers = rowsOf(Performance, { eventId: "event_id" }, "performer")

const position = { flat: {} }
const Placed = Schema.Struct(Struct.pick(WholeEvent.fields, ["position"]))

export const readPositions = rowsOf(Placed, { position }, "venue")
export const readEventPlayers = rowsOf(EventPlayer, { id: "player.id" })

const seen = outerJoined("seen", Seen)
const isNew = "cast(ever.first as text) = seen.first_day"

export const readVenues = rowsOf(SeenVenue, { position, ...seen }, "item")
export const readReviewedVenues = rowsOf(ReviewedVenue, { position, ...seen, isNew }, "item")
export const readPerformers = rowsOf(SeenPerformer, seen, "item")
export const readPlayers = rowsOf(SeenPlayer, seen, "item")
export const readPlayerTeams = rowsOf(PlayerTeam, { times: "count(*)" }, "team")

const results = outerJoined("record", Schema.Struct(Struct.omit(TeamRecord.fields, ["id", "name"])))
const games = { ...results, ...outerJoined("record", Seen), times: "coalesce(record.games, 0)" }

export const readRecords = rowsOf(TeamRecord, results, "team")
export const readTeams = rowsOf(SeenTeam, { ...games, homeVenue: venue }, "team")

const readNumbers = Schema.decodeSync(NumbersText)

export const readGames = rowsOf(Schema.Struct({ type: GameType, day: LocalDate, numbers: Schema.String }))

/** The games of a player. */
export const readPlayedGames = (rows: Parameters<typeof readGames>[0]) =>
  readGames(rows).map(({ numbers, ...game }) => ({
    ...game,
    numbers: numbers === "" ? undefined : readNumbers(numbers),
  }))
