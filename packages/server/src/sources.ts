import { GameSources } from "@daybook/attending"
import { NowPlaying } from "@daybook/listening"
import { Discogs, Espn, Google, Itunes, Lastfm, Mlb, Trakt, Strava, Tmdb, Watching } from "@daybook/sources"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as SealingKey from "./sealingKey.ts"
import type { Settings } from "./settings.ts"

// ESPN has baseball as well: it is asked for the players' ids, the league itself for the games.
const games = ({ espn, mlb }: Settings) =>
  espn === undefined || mlb === undefined
    ? Layer.succeed(GameSources, GameSources.none)
    : Layer.effect(
        GameSources,
        Effect.gen(function* () {
          const athletes = yield* Espn.make(espn)
          return GameSources.of({ sources: [yield* Mlb.make(mlb), athletes], athletes })
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
    Layer.provideMerge(games(settings)),
    Layer.provideMerge(Google.feeds(settings.google)),
    Layer.provide(FetchHttpClient.layer),
  )
