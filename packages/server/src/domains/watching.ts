import { demoTitleDetails, demoWatching } from "@daybook/demo"
import { watchingRoutes } from "@daybook/http"
import {
  Exports,
  Jellyfin,
  Letterboxd,
  MediaServer,
  Plex,
  Tmdb,
  Trakt,
  Watching,
  Wikidata,
} from "@daybook/sources"
import { SqliteStorage } from "@daybook/storage-sqlite"
import { watching as domain, watchingBatches, WatchingStore } from "@daybook/watching"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { storeDemoItems } from "../storeDemoItems.ts"
import { onPostgres } from "../onPostgres.ts"
import { servedDomain } from "../serving/servedDomain.ts"

export const watching = servedDomain({
  domain,
  routes: watchingRoutes,
  storage: {
    sqlite: SqliteStorage.Watching.layer(),
    postgres: onPostgres(({ SqlStorage }) => SqlStorage.Watching.layer()),
  },
  services: {
    tmdb: Tmdb.settings,
    letterboxd: Letterboxd.settings,
    trakt: Trakt.settings,
    jellyfin: Jellyfin.settings,
    plex: Plex.settings,
    wikidata: Wikidata.settings,
  },
  links: ({ trakt }) => [Trakt.link(trakt)],
  sources: ({ jellyfin, letterboxd, plex, tmdb, trakt, wikidata }, { mediaServerUser }) =>
    Layer.mergeAll(
      Watching.sources({
        jellyfin,
        letterboxd,
        plex: plex && { ...plex, user: plex.user ?? mediaServerUser },
        trakt,
      }),
      Tmdb.layer(tmdb),
      Wikidata.layer(wikidata),
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
