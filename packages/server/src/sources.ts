import { NowPlaying } from "@daybook/listening"
import { Itunes, Lastfm, Tmdb, Watching } from "@daybook/sources"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import type { Settings } from "./settings.ts"

/** The configured third-party services, and what asks them live. */
export const layer = ({ itunes, lastfm, letterboxd, tmdb, trakt }: Settings) =>
  NowPlaying.layer.pipe(
    Layer.provideMerge(Lastfm.sources(lastfm)),
    Layer.provideMerge(Lastfm.layerPages),
    Layer.provideMerge(Itunes.layer(itunes)),
    Layer.provideMerge(Watching.sources({ letterboxd, trakt })),
    Layer.provideMerge(Tmdb.layer(tmdb)),
    Layer.provide(FetchHttpClient.layer),
  )
