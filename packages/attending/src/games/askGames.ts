import { type LocalDate, type OddRow, SetAside, type SourceError } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"
import type { Game, GamePlayer, GameType } from "../model.ts"
import type { GameSource } from "../ports.ts"
import { tidyGame, tidyPlayer } from "./tidyGame.ts"

const atOnce = 4

// By the source, so that it holds for all that ask it, whichever request they are of.
const permits = new WeakMap<GameSource, Semaphore.Semaphore>()

const permitsOf = (source: GameSource): Semaphore.Semaphore => {
  const known = permits.get(source)
  if (known !== undefined) return known
  const made = Semaphore.makeUnsafe(atOnce)
  permits.set(source, made)
  return made
}

/** The source, asked at most 4 things at a time by all of this process. */
const asked = (source: GameSource): Semaphore.Semaphore["withPermit"] => permitsOf(source).withPermit

/** Games, and in words how many more there are that could not be read; "" where there are none. */
export interface GamesRead {
  readonly games: ReadonlyArray<Game>
  readonly unread: string
}

/** Those who played in a game, and likewise the lines of its box score that could not be read. */
export interface PlayersRead {
  readonly players: ReadonlyArray<GamePlayer>
  readonly unread: string
}

const unreadIn = (what: string, where: string, [first, ...others]: ReadonlyArray<OddRow>): string => {
  if (first === undefined) return ""
  const many = others.length === 0 ? `a ${what}` : `${others.length + 1} ${what}s`
  return `${many} in the ${where} could not be read (${first.reason})`
}

/** Gives what is odd beside the answer. Nobody stores it: whoever asked is told. */
const withOdd = <A>(answer: Effect.Effect<A, SourceError>) =>
  Effect.gen(function* () {
    const outer = yield* SetAside
    const odd: Array<OddRow> = []
    const keep = (rows: ReadonlyArray<OddRow>) =>
      Effect.andThen(
        Effect.sync(() => odd.push(...rows)),
        outer.keep(rows),
      )
    const read = yield* Effect.provideService(answer, SetAside, { ...outer, keep })
    return { read, odd }
  })

const readGames = (name: string, games: Effect.Effect<ReadonlyArray<Game>, SourceError>) =>
  Effect.map(withOdd(games), ({ odd, read }): GamesRead => ({
    games: read.map(tidyGame),
    unread: unreadIn("game", `schedule of ${name}`, odd),
  }))

const readPlayers = (name: string, players: Effect.Effect<ReadonlyArray<GamePlayer>, SourceError>) =>
  Effect.map(withOdd(players), ({ odd, read }): PlayersRead => ({
    players: read.map(tidyPlayer),
    unread: unreadIn("line", `box score of ${name}`, odd),
  }))

/** A source that is asked each thing once, however often it is wanted, for as long as this is held. */
export const askOnce = (source: GameSource) => {
  const lists = new Map<string, Effect.Effect<GamesRead, SourceError>>()
  const once = Effect.fnUntraced(function* (
    key: string,
    ask: Effect.Effect<ReadonlyArray<Game>, SourceError>,
  ) {
    const known = lists.get(key)
    if (known !== undefined) return yield* known
    const answer = yield* Effect.cached(asked(source)(readGames(source.name, ask)))
    // Nobody else has come in between: `cached` waits for nothing.
    lists.set(key, answer)
    return yield* answer
  })
  return {
    name: source.name,
    gamesOn: (type: GameType, day: LocalDate) => once(`${type} ${day}`, source.gamesOn(type, day)),
    seasonGames: (type: GameType, team: string, season: number) =>
      once(`${type} ${season} ${team}`, source.seasonGames(type, team, season)),
    players: (type: GameType, gameId: string) =>
      asked(source)(readPlayers(source.name, source.players(type, gameId))),
  }
}

/** A source as it is asked. */
export type AskedSource = ReturnType<typeof askOnce>

/** What knows the games of each league: the first source that has it, none where nobody has. */
export const askAll = (sources: ReadonlyArray<GameSource>): ((type: GameType) => AskedSource | undefined) => {
  const asking = sources.map((source) => ({ types: source.types, source: askOnce(source) }))
  return (type) => asking.find(({ types }) => types.includes(type))?.source
}
