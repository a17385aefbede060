import { LocalDate } from "@daybook/kernel"
import { assert, it } from "@effect/vitest"
import { type PlayedGame, playerSeasons } from "../src/index.ts"

const game = (type: PlayedGame["type"], day: string, batting?: Record<string, number>): PlayedGame => ({
  type,
  day: LocalDate.make(day),
  numbers: batting && { batting, pitching: {}, fielding: { errors: 1 } },
})

it("a player's seasons sum up the games of each league, newest first", () => {
  assert.deepStrictEqual(playerSeasons([]), [])
  assert.deepStrictEqual(
    playerSeasons([
      game("nba_game", "2024-10-22"),
      game("mlb_game", "2024-05-03", { hits: 2, atBats: 4 }),
      game("mlb_game", "2024-05-01", { hits: 1, homeRuns: 1 }),
      game("mlb_game", "2024-04-01"),
      game("mlb_game", "2023-05-01", { hits: 3 }),
    ]),
    [
      { league: "nba", season: 2025, games: 1, batting: {}, pitching: {}, fielding: {} },
      {
        league: "mlb",
        season: 2024,
        games: 3,
        batting: { hits: 3, atBats: 4, homeRuns: 1 },
        pitching: {},
        fielding: { errors: 2 },
      },
      {
        league: "mlb",
        season: 2023,
        games: 1,
        batting: { hits: 3 },
        pitching: {},
        fielding: { errors: 1 },
      },
    ],
  )
})
