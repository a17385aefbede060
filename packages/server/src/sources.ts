import { GameSources } from "@daybook/attending"
import { Setting } from "@daybook/kernel"
import { NowPlaying } from "@daybook/listening"
import { LocalEmbedder, ReadingSources } from "@daybook/reading"
import {
  Discogs,
  Embeddings,
  Espn,
  Foursquare,
  Google,
  Instapaper,
  Itunes,
  Lastfm,
  MediaServer,
  Mlb,
  Readwise,
  Strava,
  Tmdb,
  Trakt,
  Watching,
} from "@daybook/sources"
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
        settings: Setting.neededInWords(Readwise.settings, Instapaper.settings),
      }
    }),
  )

// ESPN has baseball as well: it is asked for the players' ids, the league itself for the games.
const games = ({ espn, mlb }: Settings) =>
  espn === undefined || mlb === undefined
    ? Layer.effect(GameSources, GameSources.make([]))
    : Layer.effect(
        GameSources,
        Effect.gen(function* () {
          const athletes = yield* Espn.make(espn)
          return yield* GameSources.make([yield* Mlb.make(mlb), athletes], athletes)
        }),
      )

/** The configured third-party services, and what asks them live; a later one adds a line. */
export const layer = (settings: Settings) =>
  NowPlaying.layer.pipe(
    Layer.provideMerge(
      Layer.mergeAll(
        Lastfm.sources(settings.lastfm),
        Lastfm.layerPages,
        Itunes.layer(settings.itunes),
        readingSources(settings),
        settings.embeddings === undefined ? LocalEmbedder : Embeddings.layer(settings.embeddings),
        Watching.sources(settings),
        Tmdb.layer(settings.tmdb),
        MediaServer.layer({ user: settings.mediaServerUser }),
        Layer.provide(Strava.sources(settings.strava), SealingKey.layer(settings)),
        Discogs.collections(settings.discogs),
        Trakt.collections(settings.trakt),
        Foursquare.sources(settings.foursquare),
        games(settings),
        Google.feeds(settings.google),
        Google.layer(settings.google),
      ),
    ),
    Layer.provide(FetchHttpClient.layer),
  )
