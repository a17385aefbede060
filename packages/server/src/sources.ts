import { NowPlaying } from "@daybook/listening"
import { Itunes, Lastfm, MediaServer } from "@daybook/sources"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import type { Settings } from "./settings.ts"

/** The configured third-party services, and what asks them live. */
export const layer = ({ itunes, lastfm, mediaServerUser }: Settings) =>
  NowPlaying.layer.pipe(
    Layer.provideMerge(Lastfm.sources(lastfm)),
    Layer.provideMerge(Lastfm.layerPages),
    Layer.provideMerge(Itunes.layer(itunes)),
    Layer.provideMerge(MediaServer.layer({ user: mediaServerUser })),
    Layer.provide(FetchHttpClient.layer),
  )
