import { MusicFactSources } from "@daybook/listening"
import * as Effect from "effect/Effect"
import type { HttpClient } from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Itunes from "./itunes/index.ts"
import * as Lastfm from "./lastfm/index.ts"

/** The configured services that tell facts of music. */
export interface Config {
  readonly itunes: Itunes.Config | undefined
  readonly lastfm: Lastfm.FactsConfig | undefined
}

/** Last.fm, whose listeners tell more genres, then iTunes, as far as they are configured. */
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
