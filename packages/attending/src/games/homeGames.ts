import type { Game } from "../model.ts"
import type { SeasonEntry } from "./importEntry.ts"
import { numberGames, type NumberedGame } from "./numberGames.ts"
import { goesBy } from "./teamNames.ts"

/** The played home games of a season, and doubts about the rest in words. */
export interface HomeGames {
  readonly played: ReadonlyArray<NumberedGame>
  readonly doubts: ReadonlyArray<string>
}

const startOf = ({ startsAt }: Game): number => startsAt ?? Infinity

/**
 * The home games of a team's regular and post-season, each once and in order. A postponed game counts on the day it was
 * played. Games that are not over are counted in a doubt.
 */
export const homeGames = (
  games: ReadonlyArray<Game>,
  { exceptions, season, team }: SeasonEntry,
): HomeGames => {
  const home = games.filter(
    (game) => goesBy(game.home, team) && !game.neutral && (game.phase === "regular" || game.phase === "post"),
  )
  const final = home.filter(({ state }) => state === "final")
  const played = [...new Map(numberGames(final).map((game) => [game.id, game])).values()].sort((a, b) =>
    a.day === b.day ? startOf(a) - startOf(b) || a.number - b.number : a.day < b.day ? -1 : 1,
  )
  const ahead = new Set(
    home.filter(({ state }) => state === "scheduled" || state === "in progress").map(({ id }) => id),
  )
  const days = new Set(played.map(({ day }) => day))
  const without = exceptions.filter((day) => !days.has(day))
  return {
    played,
    doubts: [
      ...(home.length === 0 ? [`no home game of team ${team} in the season ${season} was found`] : []),
      ...(ahead.size > 0
        ? [`${ahead.size} home games are not finished yet: import the season again later`]
        : []),
      ...(without.length > 0 && played.length > 0
        ? [`exceptions: no home game on ${without.join(", ")}`]
        : []),
    ],
  }
}
