import { normalizerOf, storableName } from "@daybook/kernel"
import { Game, GamePlayer, GameTeam, type Numbers } from "../model.ts"

// The largest integer that every store keeps.
const most = 2_147_483_647

const normalizeNumber = (value: number): number | undefined =>
  Number.isInteger(value) && Math.abs(value) <= most ? value : undefined

// No game has a count like this, and sums of thousands of games stay whole.
const mostInGame = 10_000

const normalizeNumbers = (numbers: Numbers): Numbers =>
  Object.fromEntries(
    Object.entries(numbers).filter(
      ([, value]) => Number.isInteger(value) && value >= 0 && value <= mostInGame,
    ),
  )

const names = { text: storableName }
const normalizeTeam = normalizerOf(GameTeam, { score: normalizeNumber }, names)

/** A game in a form that every store can keep. */
export const normalizeGame = normalizerOf(
  Game,
  { number: normalizeNumber, home: normalizeTeam, away: normalizeTeam },
  names,
)

/** A player in a form that every store can keep. */
export const normalizePlayer = normalizerOf(
  GamePlayer,
  {
    numbers: ({ batting, fielding, pitching }) => ({
      batting: normalizeNumbers(batting),
      pitching: normalizeNumbers(pitching),
      fielding: normalizeNumbers(fielding),
    }),
  },
  names,
)
