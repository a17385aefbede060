import { demoTitleDetails, demoWatching } from "@daybook/demo"
import { watchingRoutes } from "@daybook/http"
import { Exports, Letterboxd, MediaServer, Tmdb, Trakt, Watching } from "@daybook/sources"
import { MemoryStorage } from "@daybook/storage-memory"
import { SqlStorage } from "@daybook/storage-postgres"
import { watching as domain, watchingBatches, WatchingStore } from "@daybook/watching"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { storeDemoItems } from "../storeDemoItems.ts"
import { servedDomain } from "../servedDomain.ts"

export const watching = servedDomain({
  domain,
  routes: watchingRoutes,
  storage: { memory: MemoryStorage.Watching.layer, sql: SqlStorage.Watching.layer },
  services: { tmdb: Tmdb.settings, letterboxd: Letterboxd.settings, trakt: Trakt.settings },
  links: ({ trakt }) => [Trakt.link(trakt)],
  sources: ({ letterboxd, tmdb, trakt }, { mediaServerUser }) =>
    Layer.mergeAll(
      Watching.sources({ letterboxd, trakt }),
      Tmdb.layer(tmdb),
      MediaServer.layer({ user: mediaServerUser }),
    ),
  imports: Exports.recordImport(Exports.watching, "watches and ratings", watchingBatches),
  storeDemo: Effect.fnUntraced(function* (until) {
    const { describe, store, titlesToDescribe } = yield* WatchingStore
    yield* storeDemoItems("watches", demoWatching({ until }), (batch) => store(batch))
    const titles = yield* titlesToDescribe(until, 10_000)
    yield* Effect.forEach(titles, (title) => describe(title.id, until, demoTitleDetails(title)), {
      discard: true,
    })
  }),
})
