import { type LocalDate, type RejectedRow, RejectedRows, type SourceError } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import type { Game, GamePlayer, GameType } from "../model.ts"
import type { GameSource } from "../ports.ts"
import type { GameSources } from "./gameSources.ts"
import { normalizeGame, normalizePlayer } from "./normalizeGame.ts"

/** The games of a day or season. `unread` describes those that could not be read, and is "" if there are none. */
export interface Schedule {
  readonly games: ReadonlyArray<Game>
  readonly unread: string
}

/** The players of a game. `unread` describes the lines that could not be read, and is "" if there are none. */
export interface BoxScore {
  readonly players: ReadonlyArray<GamePlayer>
  readonly unread: string
}

/** The box score of a game that has none. */
export const noBoxScore: BoxScore = { players: [], unread: "" }

const describeUnread = (
  what: string,
  where: string,
  [first, ...others]: ReadonlyArray<RejectedRow>,
): string => {
  if (first === undefined) return ""
  const many = others.length === 0 ? `a ${what}` : `${others.length + 1} ${what}s`
  return `${many} in the ${where} could not be read (${first.reason})`
}

/** Collects the rejected rows of a response next to it, since no store keeps them: the caller reports them. */
const withRejectedRows = <A>(answer: Effect.Effect<A, SourceError>) =>
  Effect.gen(function* () {
    const outer = yield* RejectedRows
    const rejected: Array<RejectedRow> = []
    const keep = (rows: ReadonlyArray<RejectedRow>) =>
      Effect.andThen(
        Effect.sync(() => rejected.push(...rows)),
        outer.keep(rows),
      )
    const read = yield* Effect.provideService(answer, RejectedRows, { ...outer, keep })
    return { read, rejected }
  })

const readSchedule = (name: string, games: Effect.Effect<ReadonlyArray<Game>, SourceError>) =>
  Effect.map(withRejectedRows(games), ({ rejected, read }): Schedule => ({
    games: read.map(normalizeGame),
    unread: describeUnread("game", `schedule of ${name}`, rejected),
  }))

const readBoxScore = (name: string, players: Effect.Effect<ReadonlyArray<GamePlayer>, SourceError>) =>
  Effect.map(withRejectedRows(players), ({ rejected, read }): BoxScore => ({
    players: read.map(normalizePlayer),
    unread: describeUnread("line", `box score of ${name}`, rejected),
  }))

/** A source that fetches each schedule once, for as long as this value lives. */
export const cachedSource = (source: GameSource) => {
  const schedules = new Map<string, Effect.Effect<Schedule, SourceError>>()
  const once = Effect.fnUntraced(function* (
    key: string,
    ask: Effect.Effect<ReadonlyArray<Game>, SourceError>,
  ) {
    const known = schedules.get(key)
    if (known !== undefined) return yield* known
    const answer = yield* Effect.cached(readSchedule(source.name, ask))
    // No other fiber runs in between: `cached` does not suspend.
    schedules.set(key, answer)
    return yield* answer
  })
  return {
    name: source.name,
    gamesOn: (type: GameType, day: LocalDate) => once(`${type} ${day}`, source.gamesOn(type, day)),
    seasonGames: (type: GameType, team: string, season: number) =>
      once(`${type} ${season} ${team}`, source.seasonGames(type, team, season)),
    boxScore: (type: GameType, gameId: string) => readBoxScore(source.name, source.players(type, gameId)),
  }
}

export type CachedSource = ReturnType<typeof cachedSource>

/** The box score to store with a game: empty but for finished baseball games, since nothing uses others. */
export const boxScoreToStore = (source: CachedSource, game: Game) =>
  game.type === "mlb_game" && game.state === "final"
    ? source.boxScore(game.type, game.id)
    : Effect.succeed(noBoxScore)

/** The source of each league, with one cache for each source. */
export const cachedSources = ({ sourceOf }: GameSources["Service"]) => {
  const cached = new Map<GameSource, CachedSource>()
  return (type: GameType): CachedSource | undefined => {
    const source = sourceOf(type)
    if (source === undefined) return undefined
    const known = cached.get(source) ?? cachedSource(source)
    cached.set(source, known)
    return known
  }
}
