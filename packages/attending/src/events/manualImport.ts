import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { askAll, type AskedSource, type PlayersRead } from "../games/askGames.ts"
import { chooseGame, type NumberedGame } from "../games/chooseGame.ts"
import { gameKind } from "../drafts/eventKind.ts"
import { findEvent } from "./findEvent.ts"
import { gameTitle, openBook, overKnownGame } from "../games/gameBook.ts"
import type { EventFields, GamePlayer, RawData } from "../model.ts"
import { AttendingStore, type AttendingTables, GameSources } from "../ports.ts"
import { type GameEntry, readEntry, type SeasonEntry } from "../games/importEntries.ts"
import { playersOf } from "../games/lookUpGame.ts"
import { isTeam, names } from "../games/sameTeam.ts"
import { homeGames } from "../games/seasonGames.ts"

/** An entry, or a part of one, that no game was found for or that could not be read whole, and why. */
export interface Unmatched {
  readonly entry: RawData
  readonly reason: string
}

/** What an import has done. */
export interface ImportedGames {
  readonly inserted: number
  readonly updated: number
  /** How many of those are not attended. */
  readonly notAttended: number
  readonly unmatched: ReadonlyArray<Unmatched>
}

/** A game that an entry means, before it is stored. */
interface Meant {
  readonly source: AskedSource
  readonly game: NumberedGame
  readonly attended: boolean
  /** A season's shorthand says less than what was said of a game. */
  readonly bySeason: boolean
  readonly notes: string
}

const gamesMeant = Effect.fnUntraced(function* (source: AskedSource, entry: GameEntry | SeasonEntry) {
  if (entry.shape === "season") {
    const { games, unread } = yield* source.seasonGames(entry.type, entry.team, entry.season)
    const { doubts, played } = homeGames(games, entry)
    const exceptions = new Set(entry.exceptions)
    const meant = played.map((game): Meant => ({
      source,
      game,
      attended: !exceptions.has(game.day),
      bySeason: true,
      notes: "",
    }))
    return { meant, doubts: unread === "" ? doubts : [...doubts, unread] }
  }
  const { attended, day, notes, number, opponent, team } = entry
  const read = yield* source.gamesOn(entry.type, day)
  const games = read.games.filter(
    ({ away, home }) =>
      (isTeam(home, team) && (opponent === "" || isTeam(away, opponent))) ||
      (isTeam(away, team) && (opponent === "" || isTeam(home, opponent))),
  )
  const chosen = chooseGame(games, { day, number })
  if (Result.isFailure(chosen)) {
    const reason = read.unread === "" ? chosen.failure : `${chosen.failure}; ${read.unread}`
    return { meant: [], doubts: [reason] }
  }
  const game = chosen.success
  if (game.state !== "final")
    return { meant: [], doubts: [`the game of ${day} is not played to its end yet`] }
  const meant: Meant = { source, game, attended, bySeason: false, notes }
  return { meant: [meant], doubts: [] }
})

/** The event of a game: what is stored of it stays but for what only the provider knows. */
const writeGame = Effect.fnUntraced(function* (
  tables: AttendingTables,
  book: Effect.Success<ReturnType<typeof openBook>>,
  { attended, bySeason, game, notes, source }: Meant,
  players: ReadonlyArray<GamePlayer>,
) {
  const kept = yield* book.keepGame(source.name, game)
  const event: EventFields = {
    title: gameTitle(game),
    ...gameKind(game.type),
    day: game.day,
    startsAt: game.startsAt,
    venueId: kept.venueId,
    attended,
    performers: [],
    game: kept.game,
    notes,
  }
  const known = yield* findEvent(tables, event, (title) => names(title, game.home) && names(title, game.away))
  if (Option.isNone(known)) {
    const id = yield* tables.addEvent(event)
    yield* book.keepPlayers(id, game, kept.game, players)
    return { isNew: true, attended }
  }
  const before = known.value
  const now = bySeason && attended ? before.attended : attended
  yield* tables.putEvent({
    ...event,
    id: before.id,
    game: overKnownGame(before.game, kept.game),
    // The person may have said otherwise in a promotion.
    title: before.title,
    day: before.day,
    startsAt: before.startsAt ?? event.startsAt,
    venueId: before.venueId ?? event.venueId,
    performers: before.performers,
    attended: now,
    notes: notes || before.notes,
  })
  yield* book.keepPlayers(before.id, game, kept.game, players)
  return { isNew: false, attended: now }
})

const keyOf = ({ id, type }: NumberedGame) => `${type} ${id}`

const inOneChange = 100

const chunksOf = <A>(all: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> =>
  Array.from({ length: Math.ceil(all.length / inOneChange) }, (_, index) =>
    all.slice(index * inOneChange, (index + 1) * inOneChange),
  )

/** Games that nobody has to ask for box scores of. */
const needsPlayers = Effect.fnUntraced(function* (meant: ReadonlyArray<Meant>) {
  const store = yield* AttendingStore
  const known = new Map<string, ReadonlySet<string>>()
  const leagueOf = ({ type }: NumberedGame, source: AskedSource) => `${type} ${source.name}`
  for (const { game, source } of meant) {
    const key = leagueOf(game, source)
    if (!known.has(key)) known.set(key, yield* store.gamesWithPlayers(game.type, source.name))
  }
  return ({ attended, game, source }: Meant) =>
    attended && known.get(leagueOf(game, source))?.has(game.id) !== true
})

/**
 * Stores games that were attended, from entries for one game and for all home games of a season, with what the
 * providers of games know of them. One entry that fails stops no other. `report` is told how many of the things to be
 * asked for have been answered.
 */
export const manualImport = Effect.fn("Attending.manualImport")(function* (
  entries: ReadonlyArray<RawData>,
  report: (done: number, all: number) => Effect.Effect<void> = () => Effect.void,
) {
  const store = yield* AttendingStore
  const sourceOf = askAll((yield* GameSources).sources)
  let done = 0
  let all = entries.length
  const count = Effect.suspend(() => report(++done, all))

  const looked = yield* Effect.forEach(
    entries,
    Effect.fnUntraced(function* (entry) {
      const read = readEntry(entry)
      if (Result.isFailure(read)) return { meant: [], doubts: [read.failure] }
      const source = sourceOf(read.success.type)
      if (source === undefined) return { meant: [], doubts: [`no service is asked for ${read.success.type}`] }
      return yield* gamesMeant(source, read.success).pipe(
        Effect.catch((error) => Effect.succeed({ meant: [], doubts: [error.message] })),
        Effect.tap(() => count),
      )
    }),
    { concurrency: "unbounded" },
  )
  const meant = looked.flatMap((one) => one.meant)
  const isNeeded = yield* needsPlayers(meant)
  const boxScores = new Map<string, PlayersRead>()
  const boxScoreOf = ({ game }: Meant) => boxScores.get(keyOf(game))
  const wanted = [...new Map(meant.filter(isNeeded).map((one) => [keyOf(one.game), one]))]
  all += wanted.length
  yield* Effect.forEach(
    wanted,
    ([key, { game, source }]) =>
      playersOf(source, game).pipe(
        Effect.map((players) => void boxScores.set(key, players)),
        // The game counts; an import later asks for its players again.
        Effect.catch((error) => Effect.logWarning(`the players of ${gameTitle(game)} are missing`, error)),
        Effect.tap(() => count),
      ),
    { concurrency: "unbounded", discard: true },
  )
  const written: Array<{ readonly isNew: boolean; readonly attended: boolean }> = []
  for (const chunk of chunksOf(meant)) {
    const some = yield* store.change(
      Effect.fnUntraced(function* (tables) {
        const book = yield* openBook(tables)
        return yield* Effect.forEach(chunk, (one) =>
          writeGame(tables, book, one, boxScoreOf(one)?.players ?? []),
        )
      }),
    )
    written.push(...some)
  }
  const imported: ImportedGames = {
    inserted: written.filter(({ isNew }) => isNew).length,
    updated: written.filter(({ isNew }) => !isNew).length,
    notAttended: written.filter(({ attended }) => !attended).length,
    unmatched: entries.flatMap((entry, index) => {
      const { doubts = [], meant: games = [] } = looked[index] ?? {}
      const unread = games.flatMap((one) => {
        const lines = boxScoreOf(one)?.unread ?? ""
        return lines === "" ? [] : [`${gameTitle(one.game)} on ${one.game.day}: ${lines}`]
      })
      return [...doubts, ...unread].map((reason) => ({ entry, reason }))
    }),
  }
  return imported
})
