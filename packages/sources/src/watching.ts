import { WatchSources } from "@daybook/watching"
import type * as DateTime from "effect/DateTime"
import type { HttpClient } from "effect/http/HttpClient"
import type * as Layer from "effect/Layer"
import { layerOf, service } from "./services.ts"
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
  layerOf(
    WatchSources,
    service(Letterboxd.settings, letterboxd, Letterboxd.make),
    service(Trakt.settings, trakt, Trakt.makeHistory),
    service(Jellyfin.settings, jellyfin, Jellyfin.makeWatches),
    service(Plex.settings, plex, Plex.makeWatches),
  )
