import { demoScrobbles } from "@daybook/demo"
import { listeningRoutes } from "@daybook/http"
import { listening as domain, ListeningStore, NowPlaying, scrobbleBatches } from "@daybook/listening"
import { Exports, Itunes, Lastfm } from "@daybook/sources"
import { MemoryStorage } from "@daybook/storage-memory"
import { SqlStorage } from "@daybook/storage-postgres"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { storeDemoItems } from "../storeDemoItems.ts"
import { servedDomain } from "../servedDomain.ts"

export const listening = servedDomain({
  domain,
  routes: listeningRoutes,
  storage: { memory: MemoryStorage.Listening.layer, sql: SqlStorage.Listening.layer },
  services: { lastfm: Lastfm.settings, itunes: Itunes.settings },
  sources: ({ itunes, lastfm }) =>
    Layer.provideMerge(
      NowPlaying.layer,
      Layer.mergeAll(Lastfm.sources(lastfm), Lastfm.layerPages, Itunes.layer(itunes)),
    ),
  imports: Exports.recordImport(Exports.listening, "plays", scrobbleBatches),
  storeDemo: (until) =>
    Effect.flatMap(ListeningStore, ({ storeScrobbles }) =>
      storeDemoItems("scrobbles", demoScrobbles({ until }), (batch) => storeScrobbles(batch)),
    ),
})
