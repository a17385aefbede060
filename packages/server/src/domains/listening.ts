import { demoScrobbles, demoSeconds, demoTags, demoYear } from "@daybook/demo"
import { listeningRoutes } from "@daybook/http"
import type { EpochMillis } from "@daybook/kernel"
import {
  CatalogStore,
  factsOf,
  type ItemToDescribe,
  listening as domain,
  ListeningStore,
  type MusicFacts,
  NowPlaying,
  PlayedKind,
  scrobbleBatches,
} from "@daybook/listening"
import { Exports, Itunes, Jellyfin, Lastfm, ListenBrainz, Listening, Plex, Spotify } from "@daybook/sources"
import { SqliteStorage } from "@daybook/storage-sqlite"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { storeDemoItems } from "../storeDemoItems.ts"
import { onPostgres } from "../onPostgres.ts"
import { servedDomain } from "../serving/servedDomain.ts"

/** Makes up the facts of everything played. */
const storeDemoFacts = Effect.fnUntraced(function* (until: EpochMillis) {
  const store = yield* CatalogStore
  // Everything was out when the eight years of plays began.
  const lastYear = new Date(until).getUTCFullYear() - 8
  const madeUp: Record<PlayedKind, (item: ItemToDescribe) => MusicFacts> = {
    artist: ({ name }) => factsOf.artist(name, demoTags(name)),
    album: ({ artist, name }) => factsOf.album(demoYear(artist, name, lastYear)),
    track: ({ artist, name }) => factsOf.track(demoSeconds(artist, name)),
  }
  for (const kind of PlayedKind.literals) {
    const items = yield* store.itemsToDescribe(kind, until, 1_000_000)
    yield* storeDemoItems(`facts of ${kind}s`, items, (batch) =>
      store.storeFacts(kind, until, new Map(batch.map((item) => [item.id, madeUp[kind](item)]))),
    )
  }
})

export const listening = servedDomain({
  domain,
  routes: listeningRoutes,
  storage: {
    sqlite: SqliteStorage.Listening.layer(),
    postgres: onPostgres(({ SqlStorage }) => SqlStorage.Listening.layer()),
  },
  services: {
    lastfm: Lastfm.settings,
    listenbrainz: ListenBrainz.settings,
    spotify: Spotify.settings,
    jellyfin: Jellyfin.settings,
    plex: Plex.settings,
    itunes: Itunes.settings,
  },
  links: ({ spotify }) => [Spotify.link(spotify)],
  sources: ({ itunes, jellyfin, lastfm, listenbrainz, plex, spotify }, { mediaServerUser }) =>
    Layer.provideMerge(
      NowPlaying.layer,
      Layer.mergeAll(
        Listening.sources({
          jellyfin,
          lastfm,
          listenbrainz,
          plex: plex && { ...plex, user: plex.user ?? mediaServerUser },
          spotify,
        }),
        Lastfm.layerPages,
        Itunes.layer(itunes),
        Listening.facts({ itunes, lastfm }),
      ),
    ),
  imports: Exports.recordImport(Exports.listening, "plays", scrobbleBatches),
  storeDemo: Effect.fnUntraced(function* (until) {
    const { storeScrobbles } = yield* ListeningStore
    yield* storeDemoItems("scrobbles", demoScrobbles({ until }), (batch) => storeScrobbles(batch))
    yield* storeDemoFacts(until)
  }),
})
