import { AttendingFeeds, GameSources } from "@daybook/attending"
import { NowPlaying } from "@daybook/listening"
import { Itunes, Lastfm } from "@daybook/sources"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import type { Settings } from "./settings.ts"

/** The configured third-party services, and what asks them live. */
export const layer = ({ itunes, lastfm }: Settings) =>
  NowPlaying.layer.pipe(
    Layer.provideMerge(Lastfm.sources(lastfm)),
    Layer.provideMerge(Lastfm.layerPages),
    Layer.provideMerge(Itunes.layer(itunes)),
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
