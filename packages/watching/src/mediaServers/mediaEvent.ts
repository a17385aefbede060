import { EpochMillis, Year } from "@daybook/kernel"
import * as Schema from "effect/Schema"

/** The ids of a film, an episode or a show in film databases. */
export const MediaIds = Schema.Struct({
  imdb: Schema.optionalKey(Schema.String),
  tmdb: Schema.optionalKey(Schema.Int),
  tvdb: Schema.optionalKey(Schema.Int),
  /** The TMDB id of the show, for a series logged as one work like a film. It has no film's id. */
  series: Schema.optionalKey(Schema.Int),
})
export type MediaIds = typeof MediaIds.Type

/** A film as a service names it. An unknown year is 0. */
export const FilmRef = Schema.Struct({
  kind: Schema.Literal("film"),
  title: Schema.String,
  year: Year,
  ids: MediaIds,
})
export type FilmRef = typeof FilmRef.Type

/** An episode as a service names it. An unknown title is "", an unknown year 0. */
export const EpisodeRef = Schema.Struct({
  kind: Schema.Literal("episode"),
  show: Schema.String,
  showYear: Year,
  showIds: MediaIds,
  season: Schema.Int,
  episode: Schema.Int,
  title: Schema.String,
  /** The ids of the episode itself, never the show's. */
  episodeIds: MediaIds,
})
export type EpisodeRef = typeof EpisodeRef.Type

/** A film or an episode as a service names it. */
export const ItemRef = Schema.Union([FilmRef, EpisodeRef])
export type ItemRef = typeof ItemRef.Type

/** The media servers and players whose events are understood. */
export const MediaServer = Schema.Literals(["plex", "jellyfin", "emby", "kodi"])
export type MediaServer = typeof MediaServer.Type

const event = { source: MediaServer, at: EpochMillis, item: ItemRef }

/** An event at a media server: the owner watched something to its end, or rated it. */
export const MediaEvent = Schema.Union([
  Schema.Struct({ type: Schema.Literal("watched"), ...event }),
  Schema.Struct({
    type: Schema.Literal("rated"),
    ...event,
    /** 0 to 5 in halves; 0 for a removed rating. */
    rating: Schema.Finite,
  }),
])
export type MediaEvent = typeof MediaEvent.Type
