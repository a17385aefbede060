import type { EpochMillis, LocalDate } from "@daybook/kernel"
import * as Result from "effect/Result"
import type { Game } from "../model.ts"
import { numberGames, type NumberedGame } from "./numberGames.ts"

/** The criteria for one game, apart from its teams. */
export interface GameCriteria {
  readonly day: LocalDate
  readonly number?: number | undefined
  readonly startsAt?: EpochMillis | undefined
}

const hour = 3_600_000

/** The game that starts nearest to a time, within 6 hours; undefined where two are about as near. */
const nearestGame = (games: ReadonlyArray<NumberedGame>, startsAt: EpochMillis): NumberedGame | undefined => {
  const distance = (game: Game) => Math.abs((game.startsAt ?? -Infinity) - startsAt)
  const [nearest, next] = [...games].sort((a, b) => distance(a) - distance(b))
  if (nearest === undefined || distance(nearest) >= 6 * hour) return undefined
  // Games of a double-header start hours apart, so a time midway between them decides nothing.
  return next === undefined || distance(next) - distance(nearest) >= hour ? nearest : undefined
}

/**
 * Chooses the one game that meets the criteria among the games of one or two teams; fails with the reason in words.
 * Never chooses a postponed game: providers still list it under its old day.
 */
export const chooseGame = (
  games: ReadonlyArray<Game>,
  { day, number, startsAt }: GameCriteria,
): Result.Result<NumberedGame, string> => {
  const begun = games.filter((game) => game.day === day)
  // A suspended game counts on the day it was resumed only if no game began on that day.
  const ofDay = begun.length > 0 ? begun : games.filter(({ alsoOn }) => alsoOn === day)
  const played = numberGames(ofDay.filter(({ state }) => state !== "called off"))
  if (played.length === 0) {
    return Result.fail(
      ofDay.length > 0 ? `the game of ${day} was postponed or cancelled` : `no such game on ${day}`,
    )
  }
  if (number !== undefined) {
    const [game, ...others] = played.filter((one) => one.number === number)
    if (game !== undefined && others.length === 0) return Result.succeed(game)
    return Result.fail(`no game number ${number} of that kind on ${day}`)
  }
  const [first, ...others] = played
  if (first !== undefined && others.length === 0) return Result.succeed(first)
  const nearest = startsAt === undefined ? undefined : nearestGame(played, startsAt)
  return nearest === undefined
    ? Result.fail(`${played.length} such games on ${day}: set game_number or the time to choose one`)
    : Result.succeed(nearest)
}
