import { type EpochMillis, foldName, type LocalDate, type SourceError } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { EventDraft } from "../drafts/eventDraft.ts"
import type { Game, GamePlayer, GameTeam } from "../model.ts"
import { type BoxScore, boxScoreToStore, cachedSources } from "./cachedSource.ts"
import { chooseGame } from "./chooseGame.ts"
import type { GameHints } from "./gameHints.ts"
import { GameSources } from "./gameSources.ts"
import type { NumberedGame } from "./numberGames.ts"
import { goesBy, hasFullName, namesTeam } from "./teamNames.ts"

/** A provider's game, with the players to store. */
export interface FoundGame {
  readonly provider: string
  readonly game: NumberedGame
  readonly players: ReadonlyArray<GamePlayer>
}

/** The result of a lookup, with its doubts in words. */
export interface GameLookup {
  readonly found: FoundGame | undefined
  readonly notes: ReadonlyArray<string>
}

const hasAbbreviation = (title: string, { abbreviation }: GameTeam): boolean =>
  abbreviation.length > 1 && title.split(/[^\p{L}\p{N}]+/u).includes(abbreviation)

/** The certainty that a draft names a team: 2 by whole name or abbreviation, 1 by a nickname, else 0. */
const teamScore = (team: GameTeam, { teams, title }: EventDraft): number => {
  if (hasFullName(title, team) || hasAbbreviation(title, team)) return 2
  if (teams.some((name) => goesBy(team, name))) return 2
  return namesTeam(title, team) ? 1 : 0
}

/** The certainty that a draft is about a game: by both teams, or by one and the venue; 0 for another event. */
const gameScore = (game: Game, draft: EventDraft): number => {
  const named = [game.home, game.away].filter((team) => teamScore(team, draft) > 0)
  if (named.length === 2) return teamScore(game.home, draft) + teamScore(game.away, draft)
  const [one] = named
  if (one === undefined) return 0
  const place = ` ${foldName(draft.place)} `
  const isAtPlace = game.venue !== undefined && place.includes(` ${foldName(game.venue.name)} `)
  // A bare nickname may be an ordinary word, as in "Jazz night".
  return isAtPlace || (draft.place === "" && foldName(draft.title).includes(foldName(one.name))) ? 1 : 0
}

const boxScoreDoubts = (boxScore: Result.Result<BoxScore, SourceError>): ReadonlyArray<string> => {
  if (Result.isFailure(boxScore)) return [`the players are not stored: ${boxScore.failure.message}`]
  return boxScore.success.unread === "" ? [] : [boxScore.success.unread]
}

/**
 * Looks up a draft's game among the games of the day. A provider that fails adds a note and does not fail the lookup: the
 * row can be promoted again.
 */
export const lookUpGame = Effect.fn("Attending.lookUpGame")(function* (
  draft: EventDraft,
  hints: GameHints,
  day: LocalDate,
  startsAt: EpochMillis | undefined,
) {
  const sourceOf = cachedSources(yield* GameSources)
  const notes: Array<string> = []
  // Reported only if the game is not among the read ones.
  const unread: Array<string> = []
  const asked = yield* Effect.forEach(
    hints.types,
    Effect.fnUntraced(function* (type) {
      const source = sourceOf(type)
      if (source === undefined) return []
      const schedule = yield* Effect.result(source.gamesOn(type, day))
      if (Result.isFailure(schedule)) {
        // No doubt about an event that is probably a concert.
        if (hints.expected)
          notes.push(`the games of ${day} could not be fetched: ${schedule.failure.message}`)
        return []
      }
      if (hints.expected && schedule.success.unread !== "") unread.push(schedule.success.unread)
      return schedule.success.games.map((game) => ({ source, game, score: gameScore(game, draft) }))
    }),
    { concurrency: "unbounded" },
  )
  const candidates = asked.flat().filter(({ score }) => score > 0)
  const best = Math.max(...candidates.map(({ score }) => score))
  const likely = candidates.filter(({ score }) => score === best)
  const [first] = likely
  if (first === undefined) {
    const missing = unread.length === 0 ? [] : [`no game of ${day} was found for it; ${unread.join("; ")}`]
    return { found: undefined, notes: [...notes, ...missing] } satisfies GameLookup
  }
  const chosen = chooseGame(
    likely.map(({ game }) => game),
    { day, startsAt },
  )
  if (Result.isFailure(chosen))
    return { found: undefined, notes: [...notes, chosen.failure, ...unread] } satisfies GameLookup
  const game = chosen.success
  const { source } = likely.find((one) => one.game.id === game.id && one.game.type === game.type) ?? first
  const boxScore = yield* Effect.result(boxScoreToStore(source, game))
  const lookup: GameLookup = {
    found: {
      provider: source.name,
      game,
      players: Result.isSuccess(boxScore) ? boxScore.success.players : [],
    },
    notes: [
      ...notes,
      ...(best > 1 ? [] : [`only one of the teams of "${game.away.name} at ${game.home.name}" is named`]),
      ...boxScoreDoubts(boxScore),
    ],
  }
  return lookup
})
