import * as Effect from "effect/Effect"
import type { EventGame, EventId, Game, GamePlayer } from "../model.ts"
import type { AttendingTransaction } from "../ports.ts"

/** Stores the players of an event's game, each with the stored team. */
export const storePlayers = (
  transaction: AttendingTransaction,
  event: EventId,
  { away, home }: Game,
  { awayTeamId, homeTeamId, provider }: EventGame,
  players: ReadonlyArray<GamePlayer>,
): Effect.Effect<void> => {
  const teamIds = new Map([
    [home.id, homeTeamId],
    [away.id, awayTeamId],
  ])
  const ofTeams = players.flatMap((player) => {
    const teamId = teamIds.get(player.teamId)
    return teamId === undefined ? [] : [{ ...player, teamId }]
  })
  return ofTeams.length === 0 ? Effect.void : transaction.putPlayers(event, provider, ofTeams)
}
