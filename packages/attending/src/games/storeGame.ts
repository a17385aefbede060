import * as Effect from "effect/Effect"
import type { EventGame, Game, VenueId } from "../model.ts"
import type { AttendingTransaction } from "../ports.ts"
import { loadVenues, type StoredPlace } from "../venues/storeVenues.ts"
import type { NumberedGame } from "./numberGames.ts"
import { loadTeams } from "./storeTeams.ts"

/** A stored game with its venue, and the confidence in that venue from 0 to 1. */
export interface StoredGame {
  readonly game: EventGame
  readonly venueId: VenueId | undefined
  readonly confidence: number
  readonly notes: ReadonlyArray<string>
}

/** The new record of a game, with the known score where the new record has none. */
export const keepKnownScores = (known: EventGame | undefined, current: EventGame): EventGame =>
  known?.provider === current.provider && known.id === current.id
    ? {
        ...current,
        homeScore: current.homeScore ?? known.homeScore,
        awayScore: current.awayScore ?? known.awayScore,
      }
    : current

/** The title of a game, with the visitors first as in printed schedules. */
export const gameTitle = ({ away, home }: Game): string => `${away.name} at ${home.name}`

const noPlace: StoredPlace = { venue: undefined, confidence: 0.5, notes: [] }

/** Reads venues and teams once for a transaction, and adds new ones as games and places come. */
export const loadVenuesAndTeams = Effect.fnUntraced(function* (transaction: AttendingTransaction) {
  const { storeGameVenue, storePlace, venue } = yield* loadVenues(transaction)
  const { storeTeam, team } = yield* loadTeams(transaction)

  /** Stores the teams and the venue of a game. */
  const storeGame = Effect.fnUntraced(function* (provider: string, game: NumberedGame) {
    const { away, home, id, neutral, number, type } = game
    const place = game.venue === undefined ? noPlace : yield* storeGameVenue(provider, game.venue)
    const homeTeamId = yield* storeTeam(type, provider, home, neutral ? undefined : place.venue?.id)
    const awayTeamId = yield* storeTeam(type, provider, away, undefined)
    const homeVenueId = neutral ? undefined : team(homeTeamId)?.homeVenueId
    const noVenue =
      homeVenueId === undefined
        ? `${provider} does not say where the game was`
        : `${provider} does not say where the game was; the home team's venue was used`
    const stored: StoredGame = {
      game: { provider, id, homeTeamId, awayTeamId, homeScore: home.score, awayScore: away.score, number },
      venueId: place.venue?.id ?? homeVenueId,
      confidence: place.confidence,
      notes: place.venue === undefined ? [...place.notes, noVenue] : place.notes,
    }
    return stored
  })

  return { storeGame, storePlace, venue }
})

export type VenuesAndTeams = Effect.Success<ReturnType<typeof loadVenuesAndTeams>>
