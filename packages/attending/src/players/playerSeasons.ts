import type { PlayedGame } from "../lists.ts"
import type { Numbers, PlayerNumbers } from "../model.ts"
import { leagueOf, seasonOf } from "../games/seasons.ts"

/** The attended games of a player in a league's season, and the player's totals in them. */
export interface PlayerSeason extends PlayerNumbers {
  readonly league: string
  readonly season: number
  readonly games: number
}

const summed = (games: ReadonlyArray<PlayedGame>, group: keyof PlayerNumbers): Numbers => {
  const sums: Record<string, number> = {}
  for (const { numbers } of games)
    for (const [name, value] of Object.entries(numbers?.[group] ?? {})) sums[name] = (sums[name] ?? 0) + value
  return sums
}

/** The seasons of a player's games: newest first, then by league. */
export const playerSeasons = (games: ReadonlyArray<PlayedGame>): ReadonlyArray<PlayerSeason> =>
  [...Map.groupBy(games, ({ day, type }) => `${leagueOf(type)} ${seasonOf(type, day)}`).entries()]
    .map(([key, own]) => {
      const [league = "", season = ""] = key.split(" ")
      return {
        league,
        season: Number(season),
        games: own.length,
        batting: summed(own, "batting"),
        pitching: summed(own, "pitching"),
        fielding: summed(own, "fielding"),
      }
    })
    .sort((one, other) => other.season - one.season || (one.league < other.league ? -1 : 1))
