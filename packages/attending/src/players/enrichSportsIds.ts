import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { type CachedSource, cachedSource, noBoxScore } from "../games/cachedSource.ts"
import { chooseGame } from "../games/chooseGame.ts"
import { GameSources } from "../games/gameSources.ts"
import { isStoredTeam } from "../games/teamNames.ts"
import type { AttendedEvent, EventGame, EventId, Game, Team } from "../model.ts"
import { AttendingStore } from "../ports.ts"
import { matchPlayers } from "./matchPlayers.ts"

/** The outcome of an enrichment. */
export interface PlayersEnriched {
  /** Events that were looked up. */
  readonly scanned: number
  /** Events whose game the other provider knows. */
  readonly matched: number
  /** The number of players with a new id. */
  readonly resolved: number
  readonly failures: ReadonlyArray<{ readonly eventId: EventId; readonly reason: string }>
}

const hour = 3_600_000

type GameEvent = AttendedEvent & { readonly game: EventGame }

const isGameEvent = (event: AttendedEvent): event is GameEvent => event.game !== undefined

/** Finds the other provider's record of a game by day and teams, and in a double-header by its start. */
const findRecord = Effect.fnUntraced(function* (
  source: CachedSource,
  event: GameEvent,
  teams: ReadonlyArray<Team>,
) {
  const { awayTeamId, homeTeamId, number } = event.game
  const home = teams.find(({ id }) => id === homeTeamId)
  const away = teams.find(({ id }) => id === awayTeamId)
  const startsWithin = ({ startsAt }: Game) =>
    startsAt !== undefined && Math.abs(startsAt - (event.startsAt ?? -Infinity)) < hour
  const schedule = yield* source.gamesOn("mlb_game", event.day)
  const games = schedule.games.filter((game) => {
    const isHome = home !== undefined && isStoredTeam(game.home, home)
    const isAway = away !== undefined && isStoredTeam(game.away, away)
    // Providers may differ in the name of a renamed team, but a team plays one game at a time.
    return (isHome && isAway) || ((isHome || isAway) && startsWithin(game))
  })
  const byStart = chooseGame(games, { day: event.day, startsAt: event.startsAt })
  const chosen =
    Result.isFailure(byStart) && event.startsAt === undefined
      ? chooseGame(games, { day: event.day, number })
      : byStart
  return Result.mapError(chosen, (reason) =>
    schedule.unread === "" ? reason : `${reason}; ${schedule.unread}`,
  )
})

/** The outcome for one event. An empty `reason` means success. */
interface EventEnriched {
  readonly matched: boolean
  readonly resolved: number
  readonly reason: string
}

const notMatched = (reason: string): EventEnriched => ({ matched: false, resolved: 0, reason })

/** Adds to the stored players of one game their ids in the other provider's box score. */
const enrichEvent = Effect.fnUntraced(function* (
  source: CachedSource,
  event: GameEvent,
  teams: ReadonlyArray<Team>,
) {
  const store = yield* AttendingStore
  const now = yield* Clock.currentTimeMillis
  const record = yield* findRecord(source, event, teams)
  const { players: athletes, unread } = Result.isSuccess(record)
    ? yield* source.boxScore("mlb_game", record.success.id)
    : noBoxScore
  return yield* store.change(
    Effect.fnUntraced(function* (transaction) {
      yield* transaction.markLookedUp(event.id, now)
      if (Result.isFailure(record)) return notMatched(`${source.name}: ${record.failure}`)
      const teamIds = new Map([
        [record.success.home.id, event.game.homeTeamId],
        [record.success.away.id, event.game.awayTeamId],
      ])
      const players = yield* transaction.appearances(event.id)
      const matches = matchPlayers(
        athletes.map((athlete) => ({ ...athlete, teamId: teamIds.get(athlete.teamId) })),
        players,
      )
      let resolved = 0
      for (const { athleteId, playerId } of matches) {
        const given = yield* transaction.addPlayerId(playerId, { provider: source.name, id: athleteId })
        if (given) resolved += 1
      }
      const missing =
        players.length === 0
          ? "no players of the game are stored; import it again"
          : athletes.length === 0 && unread === ""
            ? `${source.name} has no box score of the game`
            : ""
      const reason = [missing, unread].filter((doubt) => doubt !== "").join("; ")
      return { matched: true, resolved, reason } satisfies EventEnriched
    }),
  )
})

/**
 * Adds another provider's ids to the stored players of attended baseball games. Players are matched only with the box
 * score of the same game, and an id that one player has is never given to another.
 */
export const enrichSportsIds = Effect.fn("Attending.enrichSportsIds")(function* (
  eventIds: ReadonlyArray<EventId> | undefined,
  limit: number,
) {
  const store = yield* AttendingStore
  const source = cachedSource((yield* GameSources).athletes)
  const teams = yield* store.teams
  const events = (yield* store.gamesToLookUp("mlb_game", eventIds, limit)).filter(isGameEvent)
  const outcomes = yield* Effect.forEach(
    events,
    (event) =>
      enrichEvent(source, event, teams).pipe(
        Effect.catch((error) => Effect.succeed(notMatched(error.message))),
        Effect.map((outcome) => ({ eventId: event.id, ...outcome })),
      ),
    { concurrency: 4 },
  )
  const found = new Set(events.map(({ id }) => id))
  // At the limit, a missing event may only be one past it.
  const missing =
    eventIds === undefined || events.length >= limit
      ? []
      : [...new Set(eventIds)].filter((id) => !found.has(id))
  const enriched: PlayersEnriched = {
    scanned: events.length,
    matched: outcomes.filter(({ matched }) => matched).length,
    resolved: outcomes.reduce((sum, { resolved }) => sum + resolved, 0),
    failures: [
      ...outcomes.flatMap(({ eventId, reason }) => (reason === "" ? [] : [{ eventId, reason }])),
      ...missing.map((eventId) => ({
        eventId,
        reason: "no attended baseball game with a provider's record has this id",
      })),
    ],
  }
  return enriched
})
