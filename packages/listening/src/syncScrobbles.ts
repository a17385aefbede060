import { syncDomain } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { tidyScrobble } from "./model.ts"
import { ListeningStore, ScrobbleSources } from "./ports.ts"

/** Brings in what was played since the last sync, from every configured source. */
export const syncScrobbles = Effect.gen(function* () {
  const store = yield* ListeningStore
  return yield* syncDomain("listening", yield* ScrobbleSources, (source, report) =>
    Effect.gen(function* () {
      const cursor = yield* store.cursor(source.name)
      yield* Stream.runForEach(source.scrobbles(cursor), ({ items, cursor: next }) =>
        store
          .storeScrobbles(items.map(tidyScrobble), { source: source.name, cursor: next })
          .pipe(Effect.flatMap(report)),
      )
      return 0
    }),
  )
})
