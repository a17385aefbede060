import { MusicFactSources, ScrobbleSources } from "@daybook/listening"
import * as Effect from "effect/Effect"
import type { HttpClient } from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import { layerOf, service } from "./services.ts"
import * as Itunes from "./itunes/index.ts"
import * as Jellyfin from "./jellyfin/index.ts"
import * as Lastfm from "./lastfm/index.ts"
import * as ListenBrainz from "./listenbrainz/index.ts"
import * as Plex from "./plex/index.ts"
import * as Spotify from "./spotify/index.ts"

/** The configured services with music metadata. */
export interface Config {
  readonly itunes: Itunes.Config | undefined
  readonly lastfm: Lastfm.FactsConfig | undefined
}

/** Last.fm, whose listeners know more genres, then iTunes, as far as they are configured. */
export const facts = ({ itunes, lastfm }: Config): Layer.Layer<never, never, HttpClient> =>
  Layer.effect(
    MusicFactSources,
    Effect.gen(function* () {
      const configured = [
        ...(lastfm === undefined ? [] : [yield* Lastfm.makeFacts(lastfm)]),
        ...(itunes === undefined ? [] : [yield* Itunes.makeFacts(itunes)]),
      ]
      return { configured }
    }),
  )

/** The configured services with plays. */
export interface PlaysConfig {
  readonly lastfm?: Lastfm.Config | undefined
  readonly listenbrainz?: ListenBrainz.Config | undefined
  readonly spotify?: Spotify.Config | undefined
  readonly jellyfin?: Jellyfin.Config | undefined
  readonly plex?: Plex.Config | undefined
}

/** Last.fm, ListenBrainz, Spotify, Jellyfin and Plex, as far as they are configured. */
export const sources = ({
  jellyfin,
  lastfm,
  listenbrainz,
  plex,
  spotify,
}: PlaysConfig): Layer.Layer<ScrobbleSources, never, HttpClient> =>
  layerOf(
    ScrobbleSources,
    service(Lastfm.settings, lastfm, Lastfm.make),
    service(ListenBrainz.settings, listenbrainz, ListenBrainz.make),
    service(Spotify.settings, spotify, Spotify.make),
    service(Jellyfin.settings, jellyfin, Jellyfin.makePlays),
    service(Plex.settings, plex, Plex.makePlays),
  )
