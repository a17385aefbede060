import { NowPlaying } from "@daybook/listening"
import { Discogs, Itunes, Lastfm, Trakt, Strava, Tmdb, Watching, MediaServer } from "@daybook/sources"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as SealingKey from "./sealingKey.ts"
import type { Settings } from "./settings.ts"

/** The configured third-party services, and what asks them live. */
export const layer = (settings: Settings) =>
  NowPlaying.layer.pipe(
    Layer.provideMerge(Lastfm.sources(settings.lastfm)),
    Layer.provideMerge(Lastfm.layerPages),
    Layer.provideMerge(Discogs.collections(settings.discogs)),
    Layer.provideMerge(Trakt.collections(settings.trakt)),
    Layer.provideMerge(Itunes.layer(settings.itunes)),
    Layer.provideMerge(Layer.provide(Strava.sources(settings.strava), SealingKey.layer(settings))),
    Layer.provideMerge(Watching.sources(settings)),
    Layer.provideMerge(Tmdb.layer(settings.tmdb)),
    Layer.provideMerge(MediaServer.layer({ user: settings.mediaServerUser })),
    Layer.provide(FetchHttpClient.layer),
  )
