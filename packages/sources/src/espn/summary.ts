import type { GamePlayer } from "@daybook/attending"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { maybe, TextOrNumber } from "../gameFields.ts"
import { decodeRows, idIn } from "../rows.ts"
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

const rows = maybe(Schema.Array(Schema.Unknown))
const Team = maybe(Schema.Struct({ id: maybe(TextOrNumber) }))
const TeamLines = Schema.Struct({ team: Team, statistics: rows })
const Group = Schema.Struct({ athletes: rows })
const TeamRoster = Schema.Struct({ team: Team, roster: rows })

/** The response of `/summary`. Its parts are missing, null or empty before a game; its lists are read row by row. */
export const Summary = Schema.Struct({ boxscore: maybe(Schema.Struct({ players: rows })), rosters: rows })

const idOf = (row: unknown) => (Predicate.hasProperty(row, "athlete") ? idIn("id")(row.athlete) : undefined)

const goodOf = <S extends Schema.ConstraintDecoder<unknown>>(schema: S, list: typeof rows.Type) =>
  Effect.map(decodeRows("espn", schema, list ?? [], { idOf }), ({ good }) => good)

const linesIn = Effect.fnUntraced(function* (list: typeof rows.Type) {
  const lines: Array<typeof Line.Type & { readonly teamId: string }> = []
  for (const { statistics, team } of yield* goodOf(TeamLines, list)) {
    for (const { athletes } of yield* goodOf(Group, statistics)) {
      for (const line of yield* goodOf(Line, athletes)) lines.push({ ...line, teamId: team?.id ?? "" })
    }
  }
  return lines
})

const rosteredIn = Effect.fnUntraced(function* (list: typeof rows.Type) {
  const rostered: Array<{ readonly entry: RosterEntry; readonly teamId: string }> = []
  for (const { roster, team } of yield* goodOf(TeamRoster, list)) {
    for (const entry of yield* goodOf(RosterEntry, roster)) rostered.push({ entry, teamId: team?.id ?? "" })
  }
  return rostered
})

const firstKnown = (...values: ReadonlyArray<string | null | undefined>): string =>
  values.find((value) => value != null && value !== "") ?? ""

// Lines of baseball lack jersey and last name, those of basketball the last name. The roster has both.
const playerOf = (
  id: string,
  athlete: Athlete,
  entry: RosterEntry | undefined,
  teamId: string,
): GamePlayer => {
  const other = entry?.athlete
  const name = firstKnown(athlete.displayName, athlete.fullName, other?.displayName, other?.fullName).trim()
  const lastName = firstKnown(athlete.lastName, other?.lastName)
  const before =
    lastName !== "" && name.endsWith(` ${lastName}`) ? name.slice(0, -lastName.length).trim() : ""
  return {
    id,
    name,
    firstName: firstKnown(athlete.firstName, other?.firstName, before),
    lastName,
    jersey: firstKnown(athlete.jersey, entry?.jersey, other?.jersey),
    teamId,
  }
}

const cameOn = ({ starter, subbedIn }: RosterEntry): boolean =>
  starter === true || subbedIn === true || (typeof subbedIn === "object" && subbedIn?.didSub === true)

/** The players who took part, each once: a two-way player is listed as batter and as pitcher. */
export const playersIn = Effect.fnUntraced(function* ({
  boxscore,
  rosters,
}: typeof Summary.Type): Effect.fn.Return<ReadonlyArray<GamePlayer>> {
  const rostered = yield* rosteredIn(rosters)
  const lines = yield* linesIn(boxscore?.players)
  const entries = new Map(rostered.map(({ entry }) => [entry.athlete.id, entry]))
  const played = new Map<string, GamePlayer>()
  const add = (athlete: Athlete, teamId: string) => {
    // A negative id is a line for the whole team.
    const id = athlete.id ?? "-"
    if (id.startsWith("-") || played.has(id)) return
    const player = playerOf(id, athlete, entries.get(id), teamId)
    if (player.name !== "") played.set(id, player)
  }
  for (const { athlete, didNotPlay, teamId } of lines) if (didNotPlay !== true) add(athlete, teamId)
  // Soccer has no box score of players, but its rosters mark who started and who came on.
  if (played.size === 0) {
    for (const { entry, teamId } of rostered) if (cameOn(entry)) add(entry.athlete, teamId)
  }
  return [...played.values()]
})
