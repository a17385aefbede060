import type { GamePlayer } from "@daybook/attending"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { maybe, TextOrNumber } from "../gameFields.ts"
import { decodeRows } from "../rows.ts"
import { Text } from "../text.ts"

/** A player of one side. */
const Player = Schema.Struct({
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
  batters: maybe(Schema.Array(Schema.Unknown)),
  pitchers: maybe(Schema.Array(Schema.Unknown)),
})

/** The response of `/api/v1/game/{gamePk}/boxscore`. */
export const BoxScore = Schema.Struct({ teams: Schema.Struct({ home: Side, away: Side }) })

const hasStats = ({ stats }: Pick<typeof Player.Type, "stats">): boolean =>
  Object.values(stats ?? {}).some(
    (group) => typeof group === "object" && group !== null && Object.keys(group).length > 0,
  )

const counted = {
  batting: [
    "atBats",
    "runs",
    "hits",
    "doubles",
    "triples",
    "homeRuns",
    "rbi",
    "baseOnBalls",
    "strikeOuts",
    "stolenBases",
  ],
  pitching: [
    "outs",
    "hits",
    "runs",
    "earnedRuns",
    "homeRuns",
    "baseOnBalls",
    "strikeOuts",
    "wins",
    "losses",
    "saves",
  ],
  fielding: ["putOuts", "assists", "errors"],
} as const

const isCounts = Schema.is(Schema.Record(Schema.String, Schema.Unknown))

/** The numbers of a group, such as batting; none of a player who did not bat. */
const numbersIn = (stats: typeof Player.Type.stats, group: keyof typeof counted) => {
  const told = stats?.[group]
  if (!isCounts(told)) return {}
  return Object.fromEntries(
    counted[group].flatMap((name) => {
      const value = told[name]
      return typeof value === "number" ? [[name, value] as const] : []
    }),
  )
}

const goodOf = <S extends Schema.ConstraintDecoder<unknown>>(schema: S, rows: ReadonlyArray<unknown>) =>
  Effect.map(decodeRows("mlb", schema, rows), ({ good }) => good)

/**
 * The players who took part for a side. `players` also holds the bench and the bullpen; `batters` is everyone who entered
 * the batting order, including runners and fielders.
 */
export const playedFor = Effect.fnUntraced(function* ({
  batters,
  pitchers,
  players,
  team,
}: typeof Side.Type): Effect.fn.Return<ReadonlyArray<GamePlayer>> {
  const listed =
    batters == null && pitchers == null
      ? undefined
      : new Set(yield* goodOf(TextOrNumber, [...(batters ?? []), ...(pitchers ?? [])]))
  return (yield* goodOf(Player, Object.values(players ?? {})))
    .filter((player) => listed?.has(player.person.id) ?? hasStats(player))
    .map(({ jerseyNumber, person, stats }) => ({
      id: person.id,
      name: person.fullName ?? "",
      firstName: person.firstName ?? "",
      lastName: person.lastName ?? "",
      jersey: jerseyNumber ?? "",
      teamId: team.id,
      ...(hasStats({ stats })
        ? {
            numbers: {
              batting: numbersIn(stats, "batting"),
              pitching: numbersIn(stats, "pitching"),
              fielding: numbersIn(stats, "fielding"),
            },
          }
        : {}),
    }))
    .filter(({ name }) => name !== "")
})
