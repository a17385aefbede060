import { NowPlaying } from "@daybook/listening"
import { Foursquare, Google, Itunes, Lastfm } from "@daybook/sources"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import type { Settings } from "./settings.ts"

/** The configured third-party services, and what asks them live. */
export const layer = ({ foursquare, google, itunes, lastfm }: Settings) =>
  NowPlaying.layer.pipe(
    Layer.provideMerge(Lastfm.sources(lastfm)),
    Layer.provideMerge(Lastfm.layerPages),
    Layer.provideMerge(Foursquare.sources(foursquare)),
    Layer.provideMerge(Google.layer(google)),
    Layer.provideMerge(Itunes.layer(itunes)),
    Layer.provide(FetchHttpClient.layer),
  )
