import type { GamePlayer } from "@daybook/attending"
import * as Schema from "effect/Schema"
import { maybe, TextOrNumber } from "../gameFields.ts"
import { Text } from "../text.ts"

const Athlete = Schema.Struct({
  id: maybe(TextOrNumber),
  displayName: maybe(Text),
  fullName: maybe(Text),
  firstName: maybe(Text),
  lastName: maybe(Text),
  jersey: maybe(TextOrNumber),
})
type Athlete = typeof Athlete.Type

const Line = Schema.Struct({ athlete: Athlete, didNotPlay: maybe(Schema.Boolean) })

const RosterEntry = Schema.Struct({
  athlete: Athlete,
  jersey: maybe(TextOrNumber),
  starter: maybe(Schema.Boolean),
  // `{didSub}` in soccer.
  subbedIn: maybe(Schema.Union([Schema.Boolean, Schema.Struct({ didSub: maybe(Schema.Boolean) })])),
})
type RosterEntry = typeof RosterEntry.Type

const listOf = <S extends Schema.Constraint>(item: S) => maybe(Schema.Array(item))
const Team = maybe(Schema.Struct({ id: maybe(TextOrNumber) }))

const TeamLines = Schema.Struct({
  team: Team,
  statistics: listOf(Schema.Struct({ athletes: listOf(Line) })),
})
const TeamRoster = Schema.Struct({ team: Team, roster: listOf(RosterEntry) })

/** The answer of `/summary`. Before a game its parts are missing, null or empty. */
export const Summary = Schema.Struct({
  boxscore: maybe(Schema.Struct({ players: listOf(TeamLines) })),
  rosters: listOf(TeamRoster),
})

const told = (...values: ReadonlyArray<string | null | undefined>): string =>
  values.find((value) => value != null && value !== "") ?? ""

// Baseball's lines have neither jersey nor last name, basketball's no last name: the roster has both.
const playerOf = (
  id: string,
  athlete: Athlete,
  entry: RosterEntry | undefined,
  teamId: string,
): GamePlayer => {
  const other = entry?.athlete
  const name = told(athlete.displayName, athlete.fullName, other?.displayName, other?.fullName).trim()
  const lastName = told(athlete.lastName, other?.lastName)
  const before =
    lastName !== "" && name.endsWith(` ${lastName}`) ? name.slice(0, -lastName.length).trim() : ""
  return {
    id,
    name,
    firstName: told(athlete.firstName, other?.firstName, before),
    lastName,
    jersey: told(athlete.jersey, entry?.jersey, other?.jersey),
    teamId,
  }
}

const cameOn = ({ starter, subbedIn }: RosterEntry): boolean =>
  starter === true || subbedIn === true || (typeof subbedIn === "object" && subbedIn?.didSub === true)

/** Those who played, each once: a two-way player stands among batters and pitchers. */
export const playersIn = ({ boxscore, rosters }: typeof Summary.Type): ReadonlyArray<GamePlayer> => {
  const rostered = (rosters ?? []).flatMap(({ roster, team }) =>
    (roster ?? []).map((entry) => ({ entry, teamId: team?.id ?? "" })),
  )
  const entries = new Map(rostered.map(({ entry }) => [entry.athlete.id, entry]))
  const played = new Map<string, GamePlayer>()
  const add = (athlete: Athlete, teamId: string) => {
    // What a whole team did is told of an athlete whose id is negative.
    const id = athlete.id ?? "-"
    if (id.startsWith("-") || played.has(id)) return
    const player = playerOf(id, athlete, entries.get(id), teamId)
    if (player.name !== "") played.set(id, player)
  }
  for (const { statistics, team } of boxscore?.players ?? []) {
    for (const { athletes } of statistics ?? []) {
      for (const { athlete, didNotPlay } of athletes ?? []) {
        if (didNotPlay !== true) add(athlete, team?.id ?? "")
      }
    }
  }
  // Soccer has no box score of players: its rosters tell who started and who came in.
  if (played.size === 0) {
    for (const { entry, teamId } of rostered) if (cameOn(entry)) add(entry.athlete, teamId)
  }
  return [...played.values()]
}
