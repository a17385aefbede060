import { NowPlaying } from "@daybook/listening"
import {
  Discogs,
  Itunes,
  Lastfm,
  Trakt,
  Strava,
  Tmdb,
  Watching,
  MediaServer,
  Embeddings,
  Instapaper,
  Readwise,
} from "@daybook/sources"
import { LocalEmbedder, ReadingSources } from "@daybook/reading"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as SealingKey from "./sealingKey.ts"
import type { Settings } from "./settings.ts"

/** Each reading service that is configured: one, both or none. */
const readingSources = ({ instapaper, readwise }: Pick<Settings, "instapaper" | "readwise">) =>
  Layer.effect(
    ReadingSources,
    Effect.gen(function* () {
      return {
        configured: [
          ...(readwise === undefined ? [] : [yield* Readwise.make(readwise)]),
          ...(instapaper === undefined ? [] : [yield* Instapaper.make(instapaper)]),
        ],
        settings: `${Readwise.settings}, or ${Instapaper.settings}`,
      }
    }),
  )

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
    Layer.provideMerge(readingSources(settings)),
    Layer.provideMerge(
      settings.embeddings === undefined ? LocalEmbedder : Embeddings.layer(settings.embeddings),
    ),
    Layer.provide(FetchHttpClient.layer),
  )
