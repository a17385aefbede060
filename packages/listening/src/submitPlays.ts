import { storableText } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import { type Scrobble, normalizeScrobble } from "./model.ts"
import { type PlayDetails, PlayDetailsStore } from "./playDetails.ts"
import { ListeningStore } from "./ports.ts"

/** A play as a player sends it. */
export interface SentPlay extends Scrobble {
  /** The player's name, if it sends one. */
  readonly player?: string | undefined
  /** A JSON object with additional information. */
  readonly details?: string | undefined
}

const maxPlayerLength = 100

/** True for the source of plays that players sent here. */
export const isSent = (source: string): boolean => /^sent( |$)/.test(source)

/**
 * The source of submitted plays. Two players that report the same play are two sources; one of them is shown. Services
 * that receive the same plays have their own names.
 */
const sourceOf = (player: string): string => `sent ${storableText(player.trim(), maxPlayerLength)}`.trim()

/** A player reports plays, with the key of this name. A repeated play changes nothing. */
export const submitPlays = Effect.fnUntraced(function* (plays: ReadonlyArray<SentPlay>, keyName: string) {
  const store = yield* ListeningStore
  const detailsStore = yield* PlayDetailsStore
  const tidy = plays.map(({ details, player, ...play }) => ({
    play: normalizeScrobble(play),
    source: sourceOf(player?.trim() || keyName),
    details,
  }))
  const detailed = tidy.flatMap(
    ({ details, play: { artist, playedAt, track } }): ReadonlyArray<PlayDetails> =>
      details === undefined ? [] : [{ artist, track, playedAt, details }],
  )
  if (detailed.length > 0) yield* detailsStore.put(detailed)
  let stored = 0
  for (const [source, some] of Map.groupBy(tidy, (one) => one.source)) {
    const told = some.map(({ play }) => play)
    stored += yield* store.storeScrobbles(told, undefined, source)
  }
  return stored
})
