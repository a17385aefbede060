import type { EpochMillis } from "@daybook/kernel"

/** The ids of a film, an episode or a show in film databases. */
export interface MediaIds {
  readonly imdb?: string
  readonly tmdb?: number
  readonly tvdb?: number
  /** The TMDB id of the show, for a series logged as one work like a film. It has no film's id. */
  readonly series?: number
}

/** A film as a service names it. An unknown year is 0. */
export interface FilmRef {
  readonly kind: "film"
  readonly title: string
  readonly year: number
  readonly ids: MediaIds
}

/** An episode as a service names it. An unknown title is "", an unknown year 0. */
export interface EpisodeRef {
  readonly kind: "episode"
  readonly show: string
  readonly showYear: number
  readonly showIds: MediaIds
  readonly season: number
  readonly episode: number
  readonly title: string
  /** The ids of the episode itself, never the show's. */
  readonly episodeIds: MediaIds
}

/** An event at a media server: the person watched something to its end, or rated it. */
export type MediaEvent =
  | {
      readonly type: "watched"
      readonly source: "plex" | "jellyfin" | "emby"
      readonly at: EpochMillis
      readonly item: FilmRef | EpisodeRef
    }
  | {
      readonly type: "rated"
      readonly source: "plex" | "jellyfin" | "emby"
      readonly at: EpochMillis
      readonly item: FilmRef | EpisodeRef
      /** 0 to 5 in halves; 0 for a removed rating. */
      readonly rating: number
    }
