import { Setting } from "@daybook/kernel"
import { WatchSources } from "@daybook/watching"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { HttpClient } from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Jellyfin from "./jellyfin/index.ts"
import * as Letterboxd from "./letterboxd/index.ts"
import * as Plex from "./plex/index.ts"
import * as Trakt from "./trakt/index.ts"

/** The configured services that log watches. */
export interface Config {
  readonly letterboxd: Letterboxd.Config | undefined
  readonly trakt: Trakt.Config | undefined
  readonly jellyfin?: Jellyfin.Config | undefined
  readonly plex?: Plex.Config | undefined
}

/** Letterboxd, Trakt, Jellyfin and Plex, as far as they are configured. */
export const sources = ({
  jellyfin,
  letterboxd,
  plex,
  trakt,
}: Config): Layer.Layer<WatchSources, never, HttpClient | DateTime.CurrentTimeZone> =>
  Layer.effect(
    WatchSources,
    Effect.gen(function* () {
      const configured = [
        ...(letterboxd === undefined ? [] : [yield* Letterboxd.make(letterboxd)]),
        ...(trakt === undefined ? [] : [yield* Trakt.makeHistory(trakt)]),
        ...(jellyfin === undefined ? [] : [yield* Jellyfin.makeWatches(jellyfin)]),
        ...(plex === undefined ? [] : [yield* Plex.makeWatches(plex)]),
      ]
      return WatchSources.of({
        configured,
        settings: Setting.neededInWords(
          Letterboxd.settings,
          Trakt.settings,
          Jellyfin.settings,
          Plex.settings,
        ),
      })
    }),
  )
