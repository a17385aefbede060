import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { type AskedSource, askOnce, type PlayersRead } from "../games/askGames.ts"
import { chooseGame } from "../games/chooseGame.ts"
import type { AttendedEvent, EventGame, EventId, Game as OtherGame, Team } from "../model.ts"
import { AttendingStore, GameSources } from "../ports.ts"
import { matchPlayers } from "./matchPlayers.ts"
import { isStoredTeam } from "../games/sameTeam.ts"

/** What an enrichment of players has done. */
export interface PlayersEnriched {
  readonly scanned: number
  /** Events whose game the other provider knows. */
  readonly matched: number
  /** Players who have got an id. */
  readonly resolved: number
  readonly failures: ReadonlyArray<{ readonly eventId: EventId; readonly reason: string }>
}

const hour = 3_600_000

type Game = AttendedEvent & { readonly game: EventGame }

const nobody: PlayersRead = { players: [], unread: "" }

const isGame = (event: AttendedEvent): event is Game => event.game !== undefined

/** The other provider's record of the game: by day and teams, of a double-header by its start. */
const otherRecord = Effect.fnUntraced(function* (
  source: AskedSource,
  event: Game,
  teams: ReadonlyArray<Team>,
) {
  const { awayTeamId, homeTeamId, number } = event.game
  const home = teams.find(({ id }) => id === homeTeamId)
  const away = teams.find(({ id }) => id === awayTeamId)
  const isAtOnce = ({ startsAt }: OtherGame) =>
    startsAt !== undefined && Math.abs(startsAt - (event.startsAt ?? -Infinity)) < hour
  const read = yield* source.gamesOn("mlb_game", event.day)
  const games = read.games.filter((game) => {
    const isHome = home !== undefined && isStoredTeam(game.home, home)
    const isAway = away !== undefined && isStoredTeam(game.away, away)
    // Teams are renamed, and then two providers differ; but nobody plays two games at once.
    return (isHome && isAway) || ((isHome || isAway) && isAtOnce(game))
  })
  const byStart = chooseGame(games, { day: event.day, startsAt: event.startsAt })
  const chosen =
    Result.isFailure(byStart) && event.startsAt === undefined
      ? chooseGame(games, { day: event.day, number })
      : byStart
  return Result.mapError(chosen, (reason) => (read.unread === "" ? reason : `${reason}; ${read.unread}`))
})

/**
 * Adds another provider's ids to the stored players of attended baseball games. A player is only ever matched within
 * the one game, to who played in it; an id that somebody has is nobody else's.
 */
export const enrichSportsIds = Effect.fn("Attending.enrichSportsIds")(function* (
  eventIds: ReadonlyArray<EventId> | undefined,
  limit: number,
) {
  const store = yield* AttendingStore
  const source = askOnce((yield* GameSources).athletes)
  const teams = yield* store.teams
  const events = (yield* store.gamesToLookUp("mlb_game", eventIds, limit)).filter(isGame)

  const enrichEvent = Effect.fnUntraced(function* (event: Game) {
    const now = yield* Clock.currentTimeMillis
    const record = yield* otherRecord(source, event, teams)
    const { players: athletes, unread } = Result.isSuccess(record)
      ? yield* source.players("mlb_game", record.success.id)
      : nobody
    const sides = new Map(
      Result.isSuccess(record)
        ? [
            [record.success.home.id, event.game.homeTeamId],
            [record.success.away.id, event.game.awayTeamId],
          ]
        : [],
    )
    return yield* store.change(
      Effect.fnUntraced(function* (tables) {
        yield* tables.stampLookedUp(event.id, now)
        if (Result.isFailure(record))
          return { matched: false, resolved: 0, reason: `${source.name}: ${record.failure}` }
        const players = yield* tables.appearances(event.id)
        const matches = matchPlayers(
          athletes.map((athlete) => ({ ...athlete, teamId: sides.get(athlete.teamId) })),
          players,
        )
        let resolved = 0
        for (const { athleteId, playerId } of matches) {
          const given = yield* tables.givePlayerId(playerId, { provider: source.name, id: athleteId })
          if (given) resolved += 1
        }
        const missing =
          players.length === 0
            ? "no players of the game are stored; import it again"
            : athletes.length === 0 && unread === ""
              ? `${source.name} has no box score of the game`
              : ""
        const reason = [missing, unread].filter((doubt) => doubt !== "").join("; ")
        return { matched: true, resolved, reason }
      }),
    )
  })

  const done = yield* Effect.forEach(
    events,
    (event) =>
      enrichEvent(event).pipe(
        Effect.catch((error) => Effect.succeed({ matched: false, resolved: 0, reason: error.message })),
        Effect.map((outcome) => ({ eventId: event.id, ...outcome })),
      ),
    { concurrency: 4 },
  )
  const known = new Set(events.map(({ id }) => id))
  // Of more than the limit, those past it were not looked for.
  const missing =
    eventIds === undefined || events.length >= limit
      ? []
      : [...new Set(eventIds)].filter((id) => !known.has(id))
  const enriched: PlayersEnriched = {
    scanned: events.length,
    matched: done.filter(({ matched }) => matched).length,
    resolved: done.reduce((sum, { resolved }) => sum + resolved, 0),
    failures: [
      ...done.flatMap(({ eventId, reason }) => (reason === "" ? [] : [{ eventId, reason }])),
      ...missing.map((eventId) => ({
        eventId,
        reason: "no attended baseball game with a provider's record has this id",
      })),
    ],
  }
  return enriched
})
