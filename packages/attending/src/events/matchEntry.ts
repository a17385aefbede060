import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { CachedSource } from "../games/cachedSource.ts"
import { chooseGame } from "../games/chooseGame.ts"
import { homeGames } from "../games/homeGames.ts"
import type { GameEntry, SeasonEntry } from "../games/importEntry.ts"
import type { NumberedGame } from "../games/numberGames.ts"
import { goesBy } from "../games/teamNames.ts"

/** A provider's game that an import entry stands for. */
export interface MatchedGame {
  readonly source: CachedSource
  readonly game: NumberedGame
  readonly attended: boolean
  /** True for a game of a season entry, which never overrides an entry for the game itself. */
  readonly bySeason: boolean
  readonly notes: string
}

/** The games of an entry, and its doubts in words. */
export interface EntryMatch {
  readonly matched: ReadonlyArray<MatchedGame>
  readonly doubts: ReadonlyArray<string>
}

export const unmatched = (doubt: string): EntryMatch => ({ matched: [], doubts: [doubt] })

const matchSeason = Effect.fnUntraced(function* (source: CachedSource, entry: SeasonEntry) {
  const { games, unread } = yield* source.seasonGames(entry.type, entry.team, entry.season)
  const { doubts, played } = homeGames(games, entry)
  const exceptions = new Set(entry.exceptions)
  const matched = played.map((game): MatchedGame => ({
    source,
    game,
    attended: !exceptions.has(game.day),
    bySeason: true,
    notes: "",
  }))
  return { matched, doubts: unread === "" ? doubts : [...doubts, unread] } satisfies EntryMatch
})

const matchGame = Effect.fnUntraced(function* (source: CachedSource, entry: GameEntry) {
  const { attended, day, notes, number, opponent, team } = entry
  const schedule = yield* source.gamesOn(entry.type, day)
  const games = schedule.games.filter(
    ({ away, home }) =>
      (goesBy(home, team) && (opponent === "" || goesBy(away, opponent))) ||
      (goesBy(away, team) && (opponent === "" || goesBy(home, opponent))),
  )
  const chosen = chooseGame(games, { day, number })
  if (Result.isFailure(chosen))
    return unmatched(schedule.unread === "" ? chosen.failure : `${chosen.failure}; ${schedule.unread}`)
  const game = chosen.success
  if (game.state !== "final") return unmatched(`the game of ${day} is not finished yet`)
  const match: EntryMatch = { matched: [{ source, game, attended, bySeason: false, notes }], doubts: [] }
  return match
})

/** Finds the games that an import entry stands for. */
export const matchEntry = (source: CachedSource, entry: GameEntry | SeasonEntry) =>
  entry.shape === "season" ? matchSeason(source, entry) : matchGame(source, entry)
