import { storableItems, storableName } from "@daybook/kernel"
import { Game, GamePlayer, GameTeam, type Numbers } from "../model.ts"

// The largest integer that every store keeps.
const most = 2_147_483_647

const tidyNumber = (value: number): number | undefined =>
  Number.isInteger(value) && Math.abs(value) <= most ? value : undefined

// No game has a count like this, and sums of thousands of games stay whole.
const mostInGame = 10_000

const tidyNumbers = (numbers: Numbers): Numbers =>
  Object.fromEntries(
    Object.entries(numbers).filter(
      ([, value]) => Number.isInteger(value) && value >= 0 && value <= mostInGame,
    ),
  )

const names = { text: (name: string) => storableName(name) }
const tidyTeam = storableItems(GameTeam, { score: tidyNumber }, names)

/** A game in a form that every store can keep. */
export const normalizeGame = storableItems(
  Game,
  { number: tidyNumber, home: tidyTeam, away: tidyTeam },
  names,
)

/** A player in a form that every store can keep. */
export const tidyPlayer = storableItems(
  GamePlayer,
  {
    numbers: ({ batting, fielding, pitching }) => ({
      batting: tidyNumbers(batting),
      pitching: tidyNumbers(pitching),
      fielding: tidyNumbers(fielding),
    }),
  },
  names,
)
