import type { Game, GameState, GameTeam, GameVenue } from "@daybook/attending"
import { isLocalDate, LocalDate, type Position } from "@daybook/kernel"
import * as Schema from "effect/Schema"
import { maybe, TextOrNumber } from "../gameFields.ts"
import { instantOf } from "../instants.ts"
import { Text } from "../text.ts"

// `hydrate=team` adds teamName and abbreviation, `hydrate=venue(location,timezone)` the last two of the venue.

const Coordinates = Schema.Struct({ latitude: Schema.Finite, longitude: Schema.Finite })

const isPair = Schema.is(Coordinates)

const isOnGlobe = ({ latitude, longitude }: typeof Coordinates.Type): boolean =>
  Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && (latitude !== 0 || longitude !== 0)

// Coordinates of another form are ignored: they must not cost the game.
const Location = Schema.Struct({ city: maybe(Text), defaultCoordinates: maybe(Schema.Unknown) })

/** A venue by its id, in part. */
export const Located = Schema.Struct({ location: maybe(Location) })

/** The position of a venue, if it has one. Places that are not surveyed are off the globe, or at its origin. */
export const positionOf = ({ location }: typeof Located.Type): Position | undefined => {
  const coordinates = location?.defaultCoordinates
  return isPair(coordinates) && isOnGlobe(coordinates)
    ? { lat: coordinates.latitude, lng: coordinates.longitude }
    : undefined
}
const Side = Schema.Struct({
  score: maybe(Schema.Finite),
  team: Schema.Struct({
    id: TextOrNumber,
    name: maybe(Text),
    teamName: maybe(Text),
    abbreviation: maybe(Text),
  }),
})

const Venue = Schema.Struct({
  id: maybe(TextOrNumber),
  name: maybe(Text),
  location: maybe(Location),
  timeZone: maybe(Schema.Struct({ id: maybe(Text) })),
})

/** A game of a schedule. */
export const ScheduledGame = Schema.Struct({
  gamePk: TextOrNumber,
  gameType: maybe(Schema.String),
  gameDate: maybe(Schema.String),
  officialDate: LocalDate,
  status: Schema.Struct({
    abstractGameState: maybe(Schema.String),
    codedGameState: maybe(Schema.String),
    detailedState: maybe(Schema.String),
    startTimeTBD: maybe(Schema.Boolean),
  }),
  teams: Schema.Struct({ home: Side, away: Side }),
  venue: maybe(Venue),
  gameNumber: maybe(Schema.Int),
  // A suspended game is listed on both of its days: the first has the day it resumes, the second the day it began.
  resumeGameDate: maybe(Schema.String),
  resumedFrom: maybe(Schema.String),
})
export type ScheduledGame = typeof ScheduledGame.Type

/** The response of `/api/v1/schedule`, without days that have no games. */
export const Schedule = Schema.Struct({
  dates: Schema.Array(Schema.Struct({ date: Schema.String, games: maybe(Schema.Array(Schema.Unknown)) })),
})

// Postponed and cancelled games have the abstract state "Final", so the code and the words come first.
const stateOf = ({
  abstractGameState,
  codedGameState,
  detailedState,
}: ScheduledGame["status"]): GameState => {
  const words = detailedState ?? ""
  if (codedGameState === "D" || codedGameState === "C" || /^(postponed|cancell?ed)/i.test(words))
    return "called off"
  if (codedGameState === "U" || codedGameState === "T" || /^suspended/i.test(words)) return "in progress"
  switch (abstractGameState) {
    case "Final":
      return "final"
    case "Live":
      return "in progress"
    default:
      return "scheduled"
  }
}

const phaseOf = (gameType: string | null | undefined): Game["phase"] => {
  switch (gameType) {
    case "R":
      return "regular"
    // Wild card, division series, league championship, World Series; C and P in older seasons.
    case "F":
    case "D":
    case "L":
    case "W":
    case "C":
    case "P":
      return "post"
    case "S":
      return "pre"
    default:
      return "other"
  }
}

const venueOf = (venue: ScheduledGame["venue"]): GameVenue | undefined => {
  const name = venue?.name ?? ""
  if (venue == null || name === "") return undefined
  const position = positionOf(venue)
  return {
    id: venue.id ?? "",
    name,
    city: venue.location?.city ?? "",
    timeZone: venue.timeZone?.id ?? "",
    ...(position === undefined ? {} : { position }),
  }
}

// For servers that ignore `hydrate`. Every club's nickname is one word, except the Sox and Jays of a colour.
const lastWord = (name: string): string => /(?:(?:Red|White|Blue) )?\S+$/.exec(name)?.[0] ?? ""

const teamOf = ({ score, team }: typeof Side.Type, state: GameState): GameTeam => ({
  id: team.id,
  name: team.name ?? "",
  nickname: team.teamName ?? lastWord(team.name ?? ""),
  abbreviation: team.abbreviation ?? "",
  score: state === "final" || state === "in progress" ? (score ?? undefined) : undefined,
})

/** The other day on which a suspended game was played. */
const otherDay = (listedOn: string, { officialDate, resumedFrom, resumeGameDate }: ScheduledGame) => {
  const day = resumedFrom == null ? resumeGameDate : listedOn
  return day != null && isLocalDate(day) && day !== officialDate ? { alsoOn: day } : {}
}

/** The game of a row listed under a day. */
export const gameOf = (listedOn: string, game: ScheduledGame): Game => {
  const state = stateOf(game.status)
  return {
    id: game.gamePk,
    type: "mlb_game",
    // A postponed game is listed under its old day with the new day as the official one.
    day: state === "called off" && isLocalDate(listedOn) ? listedOn : game.officialDate,
    ...(state === "called off" ? {} : otherDay(listedOn, game)),
    startsAt:
      game.status.startTimeTBD === true
        ? undefined
        : (instantOf(game.resumedFrom) ?? instantOf(game.gameDate)),
    number: game.gameNumber ?? undefined,
    phase: phaseOf(game.gameType),
    state,
    home: teamOf(game.teams.home, state),
    away: teamOf(game.teams.away, state),
    // The schedule does not say: it lists a game abroad as a home game.
    neutral: false,
    venue: venueOf(game.venue),
  }
}

const progress: Record<GameState, number> = { "called off": 0, scheduled: 1, "in progress": 2, final: 3 }

/** Each game once. For a postponed or suspended game it keeps the record with the most progress. */
export const eachOnce = (games: ReadonlyArray<Game>): ReadonlyArray<Game> => {
  const byId = new Map<string, Game>()
  for (const game of games) {
    const other = byId.get(game.id)
    if (other === undefined || progress[game.state] > progress[other.state]) byId.set(game.id, game)
  }
  return [...byId.values()]
}
