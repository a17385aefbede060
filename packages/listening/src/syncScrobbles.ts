import { type BatchStore, storeBatches, syncDomain } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import { type Scrobble, tidyScrobble } from "./model.ts"
import { ListeningStore, ScrobbleSources } from "./ports.ts"

/** How scrobbles are stored, from wherever they come: what syncs and imports stand on. */
export const scrobbleBatches = Effect.map(ListeningStore, (store): BatchStore<Scrobble> => ({
  cursor: store.cursor,
  store: (scrobbles, cursor) => store.storeScrobbles(scrobbles.map(tidyScrobble), cursor),
}))

/** Brings in what was played since the last sync, from every configured source. */
export const syncScrobbles = Effect.gen(function* () {
  const store = yield* scrobbleBatches
  return yield* syncDomain("listening", yield* ScrobbleSources, (source, report) =>
    storeBatches(store, source.name, source.scrobbles, report),
  )
})
