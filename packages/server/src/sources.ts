import { AttendingFeeds, GameSources } from "@daybook/attending"
import { NowPlaying } from "@daybook/listening"
import { Discogs, Itunes, Lastfm, Trakt, Strava, Tmdb, Watching } from "@daybook/sources"
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
    // No service of games, calendars or mails has an adapter yet.
    Layer.provideMerge(Layer.succeed(GameSources, GameSources.none)),
    Layer.provideMerge(
      Layer.succeed(AttendingFeeds, {
        configured: [],
        settings: "GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET and GOOGLE_REFRESH_TOKEN",
      }),
    ),
    Layer.provide(FetchHttpClient.layer),
  )
