import { type BatchStore, type EventTiming, storeBatches, syncDomain } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import { Scrobble, normalizeScrobble } from "./model.ts"
import { ListeningStore, ScrobbleSources } from "./ports.ts"

const happened: EventTiming<Scrobble> = {
  at: ({ playedAt }) => playedAt,
  ref: ({ artist, playedAt, track }) => JSON.stringify([playedAt, artist, track]),
  schema: Scrobble,
}

/** The source's name in plays. A file's fingerprint is too long to read. */
const nameOf = (source: string): string => source.replace(/^(import [0-9a-f]{8})[0-9a-f]+$/, "$1")

/** The storing of scrobbles, as syncs and imports use it. */
export const scrobbleBatches = Effect.map(ListeningStore, (store): BatchStore<Scrobble> => ({
  happened,
  cursor: store.cursor,
  store: (scrobbles, cursor) =>
    store.storeScrobbles(scrobbles.map(normalizeScrobble), cursor, nameOf(cursor.source)),
}))

/** Brings in the plays since the last sync, from every configured source. */
export const syncScrobbles = Effect.gen(function* () {
  const store = yield* scrobbleBatches
  return yield* syncDomain("listening", yield* ScrobbleSources, (source, report) =>
    storeBatches(store, source, source.scrobbles, report),
  )
})
