import { NowPlaying } from "@daybook/listening"
import { LocalEmbedder, ReadingSources } from "@daybook/reading"
import { Embeddings, Instapaper, Itunes, Lastfm, Readwise } from "@daybook/sources"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
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
export const layer = ({ embeddings, instapaper, itunes, lastfm, readwise }: Settings) =>
  NowPlaying.layer.pipe(
    Layer.provideMerge(Lastfm.sources(lastfm)),
    Layer.provideMerge(Lastfm.layerPages),
    Layer.provideMerge(Itunes.layer(itunes)),
    Layer.provideMerge(readingSources({ instapaper, readwise })),
    Layer.provideMerge(embeddings === undefined ? LocalEmbedder : Embeddings.layer(embeddings)),
    Layer.provide(FetchHttpClient.layer),
  )
