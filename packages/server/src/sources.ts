import { NowPlaying } from "@daybook/listening"
import { Discogs, Itunes, Lastfm, Trakt } from "@daybook/sources"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import type { Settings } from "./settings.ts"

/** The configured third-party services, and what asks them live. */
export const layer = ({ discogs, itunes, lastfm, trakt }: Settings) =>
  NowPlaying.layer.pipe(
    Layer.provideMerge(Lastfm.sources(lastfm)),
    Layer.provideMerge(Lastfm.layerPages),
    Layer.provideMerge(Itunes.layer(itunes)),
    Layer.provideMerge(Discogs.collections(discogs)),
    Layer.provideMerge(Trakt.collections(trakt)),
    Layer.provide(FetchHttpClient.layer),
  )
