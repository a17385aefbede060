import { Setting } from "@daybook/kernel"
import { WatchSources } from "@daybook/watching"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { HttpClient } from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Letterboxd from "./letterboxd/index.ts"
import * as Trakt from "./trakt/index.ts"

/** The configured services that log watches. */
export interface Config {
  readonly letterboxd: Letterboxd.Config | undefined
  readonly trakt: Trakt.Config | undefined
}

/** Letterboxd and Trakt, as far as they are configured. */
export const sources = ({
  letterboxd,
  trakt,
}: Config): Layer.Layer<WatchSources, never, HttpClient | DateTime.CurrentTimeZone> =>
  Layer.effect(
    WatchSources,
    Effect.gen(function* () {
      const configured = [
        ...(letterboxd === undefined ? [] : [yield* Letterboxd.make(letterboxd)]),
        ...(trakt === undefined ? [] : [yield* Trakt.makeHistory(trakt)]),
      ]
      return WatchSources.of({
        configured,
        settings: Setting.neededInWords(Letterboxd.settings, Trakt.settings),
      })
    }),
  )
