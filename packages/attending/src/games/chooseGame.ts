import type { EpochMillis, LocalDate } from "@daybook/kernel"
import * as Result from "effect/Result"
import type { Game } from "../model.ts"

/** A game with its number in a double-header, 1 where it is none. */
export interface NumberedGame extends Game {
  readonly number: number
}

const sameSides = (one: Game, other: Game): boolean =>
  one.day === other.day &&
  [one.home.id, one.away.id].sort().join(" ") === [other.home.id, other.away.id].sort().join(" ")

/** Every game with its number: what the provider tells, else its place among those of that day by their start. */
export const numberGames = (games: ReadonlyArray<Game>): ReadonlyArray<NumberedGame> =>
  games.map((game) => {
    if (game.number !== undefined) return { ...game, number: game.number }
    if (game.state === "off") return { ...game, number: 1 }
    const others = games.filter((other) => other.state !== "off" && sameSides(game, other))
    const taken = new Set(others.flatMap(({ number }) => number ?? []))
    const unnumbered = others
      .filter(({ number }) => number === undefined)
      .sort((a, b) => (a.startsAt ?? Infinity) - (b.startsAt ?? Infinity) || (a.id < b.id ? -1 : 1))
    const free = others.map((_, index) => index + 1).filter((number) => !taken.has(number))
    return { ...game, number: free[unnumbered.indexOf(game)] ?? 1 }
  })

/** What is known of a game beside its teams. */
export interface GameWanted {
  readonly day: LocalDate
  readonly number?: number | undefined
  readonly startsAt?: EpochMillis | undefined
}

const hour = 3_600_000

/**
 * The one game among those of two teams, or of one, that is meant; else why there is none, in words. Games that were
 * postponed stand in lists under their old day too, and are never meant.
 */
export const chooseGame = (
  games: ReadonlyArray<Game>,
  { day, number, startsAt }: GameWanted,
): Result.Result<NumberedGame, string> => {
  const begun = games.filter((game) => game.day === day)
  // A game that was gone on with on a day is meant where none of them began on it.
  const ofDay = begun.length > 0 ? begun : games.filter(({ alsoOn }) => alsoOn === day)
  const played = numberGames(ofDay.filter(({ state }) => state !== "off"))
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
  if (startsAt !== undefined) {
    const distance = (game: Game) => Math.abs((game.startsAt ?? -Infinity) - startsAt)
    const [nearest, next] = [...played].sort((a, b) => distance(a) - distance(b))
    // Two games of a day begin hours apart; a time right between them tells nothing.
    if (
      nearest !== undefined &&
      distance(nearest) < 6 * hour &&
      (next === undefined || distance(next) - distance(nearest) >= hour)
    )
      return Result.succeed(nearest)
  }
  return Result.fail(`${played.length} such games on ${day}: say which one by game_number or its time`)
}
