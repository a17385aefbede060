import { isStorableInstant, storableInstant, storableName } from "@daybook/kernel"
import type { Game, GamePlayer, GameTeam, GameVenue, Numbers } from "../model.ts"

// The largest integer that every store keeps.
const most = 2_147_483_647

const tidyNumber = (value: number | undefined): number | undefined =>
  value !== undefined && Number.isInteger(value) && Math.abs(value) <= most ? value : undefined

// No game has a count like this, and sums of thousands of games stay whole.
const mostInGame = 10_000

const tidyNumbers = (numbers: Numbers): Numbers =>
  Object.fromEntries(
    Object.entries(numbers).filter(
      ([, value]) => Number.isInteger(value) && value >= 0 && value <= mostInGame,
    ),
  )

const tidyTeam = (team: GameTeam): GameTeam => ({
  ...team,
  id: storableName(team.id),
  name: storableName(team.name),
  nickname: storableName(team.nickname),
  abbreviation: storableName(team.abbreviation),
  score: tidyNumber(team.score),
})

const tidyVenue = (venue: GameVenue): GameVenue => ({
  id: storableName(venue.id),
  name: storableName(venue.name),
  city: storableName(venue.city),
  timeZone: storableName(venue.timeZone),
})

/** A game in a form that every store can keep. */
export const normalizeGame = (game: Game): Game => ({
  ...game,
  id: storableName(game.id),
  startsAt:
    game.startsAt !== undefined && isStorableInstant(game.startsAt)
      ? storableInstant(game.startsAt)
      : undefined,
  number: tidyNumber(game.number),
  home: tidyTeam(game.home),
  away: tidyTeam(game.away),
  venue: game.venue === undefined ? undefined : tidyVenue(game.venue),
})

/** A player in a form that every store can keep. */
export const tidyPlayer = (player: GamePlayer): GamePlayer => ({
  id: storableName(player.id),
  name: storableName(player.name),
  firstName: storableName(player.firstName),
  lastName: storableName(player.lastName),
  jersey: storableName(player.jersey),
  teamId: storableName(player.teamId),
  numbers: player.numbers && {
    batting: tidyNumbers(player.numbers.batting),
    pitching: tidyNumbers(player.numbers.pitching),
    fielding: tidyNumbers(player.numbers.fielding),
  },
})
