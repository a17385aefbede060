import { type EpochMillis, foldName, type LocalDate, type SourceError } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { type AskedSource, askAll, type PlayersRead } from "./askGames.ts"
import { chooseGame, type NumberedGame } from "./chooseGame.ts"
import type { EventDraft } from "../drafts/eventDraft.ts"
import type { Game, GamePlayer } from "../model.ts"
import { GameSources } from "../ports.ts"
import type { GameSigns } from "./gameSigns.ts"
import { isTeam, names, namesWholly } from "./sameTeam.ts"

/** A game that a provider knows, with those who played in it where they are to be stored. */
export interface GameFound {
  readonly provider: string
  readonly game: NumberedGame
  readonly players: ReadonlyArray<GamePlayer>
}

/** What a look-up has brought. */
export interface LookedUp {
  readonly found: GameFound | undefined
  /** What is doubtful, in words. */
  readonly notes: ReadonlyArray<string>
}

const abbreviationIn = (title: string, { abbreviation }: Game["home"]): boolean =>
  abbreviation.length > 1 && title.split(/[^\p{L}\p{N}]+/u).includes(abbreviation)

/** How surely a draft names a team: 2 by its whole name or its abbreviation, 1 by a nickname that others may have. */
const naming = (team: Game["home"], { teams, title }: EventDraft): number => {
  if (namesWholly(title, team) || abbreviationIn(title, team)) return 2
  if (teams.some((meant) => isTeam(team, meant))) return 2
  return names(title, team) ? 1 : 0
}

/** How much of a game a draft names: both teams, or one at the place where the game was; 0 where it is another's. */
const likeness = (game: Game, draft: EventDraft): number => {
  const named = [game.home, game.away].filter((team) => naming(team, draft) > 0)
  if (named.length === 2) return naming(game.home, draft) + naming(game.away, draft)
  const [one] = named
  if (one === undefined) return 0
  const place = ` ${foldName(draft.place)} `
  const atPlace = game.venue !== undefined && place.includes(` ${foldName(game.venue.name)} `)
  // A nickname alone is a word like others: "Jazz night".
  return atPlace || (draft.place === "" && foldName(draft.title).includes(foldName(one.name))) ? 1 : 0
}

const nobody: PlayersRead = { players: [], unread: "" }

/** The box scores that are stored: others carry no ids that anything needs. */
export const playersOf = (source: AskedSource, game: Game) =>
  game.type === "mlb_game" && game.state === "final"
    ? source.players(game.type, game.id)
    : Effect.succeed(nobody)

const playersInDoubt = (players: Result.Result<PlayersRead, SourceError>): ReadonlyArray<string> => {
  if (Result.isFailure(players)) return [`the players are not stored: ${players.failure.message}`]
  return players.success.unread === "" ? [] : [players.success.unread]
}

/**
 * Looks for the game that a draft speaks of among those of the day. A provider that fails is a doubt, not a failure:
 * the row can be promoted again.
 */
export const lookUpGame = Effect.fn("Attending.lookUpGame")(function* (
  draft: EventDraft,
  signs: GameSigns,
  day: LocalDate,
  startsAt: EpochMillis | undefined,
) {
  const sourceOf = askAll((yield* GameSources).sources)
  const notes: Array<string> = []
  // A doubt only where the game is not among those that were read.
  const unread: Array<string> = []
  const asked = yield* Effect.forEach(
    signs.types,
    Effect.fnUntraced(function* (type) {
      const source = sourceOf(type)
      if (source === undefined) return []
      const games = yield* Effect.result(source.gamesOn(type, day))
      if (Result.isFailure(games)) {
        // Of what is most likely a concert it is no doubt.
        if (signs.expected) notes.push(`the games of ${day} could not be asked for: ${games.failure.message}`)
        return []
      }
      if (signs.expected && games.success.unread !== "") unread.push(games.success.unread)
      return games.success.games.map((game) => ({ source, game, likeness: likeness(game, draft) }))
    }),
    { concurrency: "unbounded" },
  )
  const candidates = asked.flat().filter((one) => one.likeness > 0)
  const best = Math.max(...candidates.map((one) => one.likeness))
  const likely = candidates.filter((one) => one.likeness === best)
  const [first] = likely
  if (first === undefined) {
    const missing = unread.length === 0 ? [] : [`no game of ${day} was found for it; ${unread.join("; ")}`]
    return { found: undefined, notes: [...notes, ...missing] } satisfies LookedUp
  }
  const chosen = chooseGame(
    likely.map(({ game }) => game),
    { day, startsAt },
  )
  if (Result.isFailure(chosen))
    return { found: undefined, notes: [...notes, chosen.failure, ...unread] } satisfies LookedUp
  const game = chosen.success
  const { source } = likely.find((one) => one.game.id === game.id && one.game.type === game.type) ?? first
  const players = yield* Effect.result(playersOf(source, game))
  const looked: LookedUp = {
    found: {
      provider: source.name,
      game,
      players: Result.isSuccess(players) ? players.success.players : [],
    },
    notes: [
      ...notes,
      ...(best > 1 ? [] : [`only one of the teams of "${game.away.name} at ${game.home.name}" is named`]),
      ...playersInDoubt(players),
    ],
  }
  return looked
})
