import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { kindOfGame } from "../drafts/eventKind.ts"
import { type BoxScore, boxScoreToStore, cachedSources } from "../games/cachedSource.ts"
import { GameSources } from "../games/gameSources.ts"
import { readImportEntry } from "../games/importEntry.ts"
import { gameTitle, keepKnownScores, loadVenuesAndTeams, type VenuesAndTeams } from "../games/storeGame.ts"
import { namesBothTeams } from "../games/teamNames.ts"
import type { EventFields, GamePlayer, RawData } from "../model.ts"
import { storePlayers } from "../players/storePlayers.ts"
import { AttendingStore, type AttendingTransaction } from "../ports.ts"
import { findSameEvent } from "./findSameEvent.ts"
import { type EntryMatch, matchEntry, type MatchedGame, unmatched } from "./matchEntry.ts"

/** An entry whose game was not found or could not be read completely, and the reason. */
export interface Unmatched {
  readonly entry: RawData
  readonly reason: string
}

/** The outcome of an import. */
export interface ImportedGames {
  readonly inserted: number
  readonly updated: number
  /** The missed ones among the inserted and updated. */
  readonly notAttended: number
  readonly unmatched: ReadonlyArray<Unmatched>
}

/** Stores the event of a game. In a known event only the provider's facts change. */
const writeGame = Effect.fnUntraced(function* (
  transaction: AttendingTransaction,
  { storeGame }: VenuesAndTeams,
  { attended, bySeason, game, notes, source }: MatchedGame,
  players: ReadonlyArray<GamePlayer>,
) {
  const stored = yield* storeGame(source.name, game)
  const event: EventFields = {
    title: gameTitle(game),
    ...kindOfGame(game.type),
    day: game.day,
    startsAt: game.startsAt,
    venueId: stored.venueId,
    attended,
    performers: [],
    game: stored.game,
    notes,
  }
  const known = yield* findSameEvent(transaction, event, (title) => namesBothTeams(title, game))
  if (Option.isNone(known)) {
    const id = yield* transaction.addEvent(event)
    yield* storePlayers(transaction, id, game, stored.game, players)
    return { isNew: true, attended }
  }
  const before = known.value
  const attendedNow = bySeason && attended ? before.attended : attended
  yield* transaction.putEvent({
    ...event,
    id: before.id,
    game: keepKnownScores(before.game, stored.game),
    // The owner may have corrected these in a promotion.
    title: before.title,
    day: before.day,
    startsAt: before.startsAt ?? event.startsAt,
    venueId: before.venueId ?? event.venueId,
    performers: before.performers,
    attended: attendedNow,
    notes: notes || before.notes,
  })
  yield* storePlayers(transaction, before.id, game, stored.game, players)
  return { isNew: false, attended: attendedNow }
})

const keyOf = ({ game }: MatchedGame) => `${game.type} ${game.id}`

const inOneChange = 100

const chunksOf = <A>(all: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> =>
  Array.from({ length: Math.ceil(all.length / inOneChange) }, (_, index) =>
    all.slice(index * inOneChange, (index + 1) * inOneChange),
  )

/** The attended games whose players are not stored yet, each once, by their key. */
const withoutPlayers = Effect.fnUntraced(function* (matched: ReadonlyArray<MatchedGame>) {
  const store = yield* AttendingStore
  const known = new Map<string, ReadonlySet<string>>()
  const missing = new Map<string, MatchedGame>()
  for (const one of matched) {
    const { attended, game, source } = one
    const league = `${game.type} ${source.name}`
    const withPlayers = known.get(league) ?? (yield* store.gamesWithPlayers(game.type, source.name))
    known.set(league, withPlayers)
    if (attended && !withPlayers.has(game.id)) missing.set(keyOf(one), one)
  }
  return missing
})

/**
 * Stores attended games, from entries for one game and for all home games of a season, with the providers' records of
 * them. An entry that fails stops no other. `report` is called with the number of finished lookups and of all lookups.
 */
export const manualImport = Effect.fn("Attending.manualImport")(function* (
  entries: ReadonlyArray<RawData>,
  report: (done: number, all: number) => Effect.Effect<void> = () => Effect.void,
) {
  const store = yield* AttendingStore
  const sourceOf = cachedSources(yield* GameSources)
  let done = 0
  let all = entries.length
  const count = Effect.suspend(() => report(++done, all))

  const matches = yield* Effect.forEach(
    entries,
    Effect.fnUntraced(function* (entry): Effect.fn.Return<EntryMatch> {
      const read = readImportEntry(entry)
      if (Result.isFailure(read)) return unmatched(read.failure)
      const source = sourceOf(read.success.type)
      if (source === undefined) return unmatched(`no service is configured for ${read.success.type}`)
      return yield* matchEntry(source, read.success).pipe(
        Effect.catch((error) => Effect.succeed(unmatched(error.message))),
        Effect.tap(() => count),
      )
    }),
    { concurrency: "unbounded" },
  )
  const matched = matches.flatMap((match) => match.matched)
  const missing = yield* withoutPlayers(matched)
  const boxScores = new Map<string, BoxScore>()
  all += missing.size
  yield* Effect.forEach(
    missing,
    ([key, { game, source }]) =>
      boxScoreToStore(source, game).pipe(
        Effect.map((boxScore) => void boxScores.set(key, boxScore)),
        // The game is stored without players; a later import requests them again.
        Effect.catch((error) => Effect.logWarning(`the players of ${gameTitle(game)} are missing`, error)),
        Effect.tap(() => count),
      ),
    { concurrency: "unbounded", discard: true },
  )
  const written: Array<{ readonly isNew: boolean; readonly attended: boolean }> = []
  for (const chunk of chunksOf(matched)) {
    const some = yield* store.change(
      Effect.fnUntraced(function* (transaction) {
        const venuesAndTeams = yield* loadVenuesAndTeams(transaction)
        return yield* Effect.forEach(chunk, (one) =>
          writeGame(transaction, venuesAndTeams, one, boxScores.get(keyOf(one))?.players ?? []),
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
      const match = matches[index]
      const unread = (match?.matched ?? []).flatMap((one) => {
        const lines = boxScores.get(keyOf(one))?.unread ?? ""
        return lines === "" ? [] : [`${gameTitle(one.game)} on ${one.game.day}: ${lines}`]
      })
      return [...(match?.doubts ?? []), ...unread].map((reason) => ({ entry, reason }))
    }),
  }
  return imported
})
