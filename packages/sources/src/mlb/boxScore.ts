import type { GamePlayer } from "@daybook/attending"
import * as Schema from "effect/Schema"
import { maybe, TextOrNumber } from "../gameFields.ts"
import { Text } from "../text.ts"

/** One of a side's players. */
export const Player = Schema.Struct({
  person: Schema.Struct({
    id: TextOrNumber,
    fullName: maybe(Text),
    firstName: maybe(Text),
    lastName: maybe(Text),
  }),
  jerseyNumber: maybe(TextOrNumber),
  stats: maybe(Schema.Record(Schema.String, Schema.Unknown)),
})

const Side = Schema.Struct({
  team: Schema.Struct({ id: TextOrNumber }),
  players: maybe(Schema.Record(Schema.String, Schema.Unknown)),
  batters: maybe(Schema.Array(TextOrNumber)),
  pitchers: maybe(Schema.Array(TextOrNumber)),
})

/** The answer of `/api/v1/game/{gamePk}/boxscore`. */
export const BoxScore = Schema.Struct({ teams: Schema.Struct({ home: Side, away: Side }) })

const hasStats = ({ stats }: typeof Player.Type): boolean =>
  Object.values(stats ?? {}).some(
    (group) => typeof group === "object" && group !== null && Object.keys(group).length > 0,
  )

// `players` holds the bench and the bullpen as well. `batters` are all who came to stand in the batting order, the
// runners and fielders among them.
export const playedFor = (
  { batters, pitchers, team }: typeof Side.Type,
  players: ReadonlyArray<typeof Player.Type>,
): ReadonlyArray<GamePlayer> => {
  const listed =
    batters == null && pitchers == null ? undefined : new Set([...(batters ?? []), ...(pitchers ?? [])])
  return players
    .filter((player) => listed?.has(player.person.id) ?? hasStats(player))
    .map(({ jerseyNumber, person }) => ({
      id: person.id,
      name: person.fullName ?? "",
      firstName: person.firstName ?? "",
      lastName: person.lastName ?? "",
      jersey: jerseyNumber ?? "",
      teamId: team.id,
    }))
    .filter(({ name }) => name !== "")
}
