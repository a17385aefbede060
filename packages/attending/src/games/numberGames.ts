import type { Game } from "../model.ts"

/** A game with its number in a double-header, else 1. */
export interface NumberedGame extends Game {
  readonly number: number
}

const haveSameTeamsAndDay = (one: Game, other: Game): boolean =>
  one.day === other.day &&
  [one.home.id, one.away.id].sort().join(" ") === [other.home.id, other.away.id].sort().join(" ")

/** Numbers every game: as the provider does, else in the order of the starts on that day. */
export const numberGames = (games: ReadonlyArray<Game>): ReadonlyArray<NumberedGame> =>
  games.map((game) => {
    if (game.number !== undefined) return { ...game, number: game.number }
    if (game.state === "called off") return { ...game, number: 1 }
    const header = games.filter((other) => other.state !== "called off" && haveSameTeamsAndDay(game, other))
    const taken = new Set(header.flatMap(({ number }) => number ?? []))
    const unnumbered = header
      .filter(({ number }) => number === undefined)
      .sort((a, b) => (a.startsAt ?? Infinity) - (b.startsAt ?? Infinity) || (a.id < b.id ? -1 : 1))
    const free = header.map((_, index) => index + 1).filter((number) => !taken.has(number))
    return { ...game, number: free[unnumbered.indexOf(game)] ?? 1 }
  })
