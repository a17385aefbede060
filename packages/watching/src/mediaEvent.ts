import type { EpochMillis } from "@daybook/kernel"

/** The numbers under which film databases know a film, an episode or a show. */
export interface MediaIds {
  readonly imdb?: string
  readonly tmdb?: number
  readonly tvdb?: number
  /** Of a series that is logged as one work, like a film: the film database's number of the show. It has no film's number. */
  readonly series?: number
}

/** A film, as a service names it; the year is 0 where it is not known. */
export interface FilmRef {
  readonly kind: "film"
  readonly title: string
  readonly year: number
  readonly ids: MediaIds
}

/** An episode, as a service names it; the title is "" and the year 0 where they are not known. */
export interface EpisodeRef {
  readonly kind: "episode"
  readonly show: string
  readonly showYear: number
  readonly showIds: MediaIds
  readonly season: number
  readonly episode: number
  readonly title: string
  /** Of the episode itself, never taken for the show's. */
  readonly episodeIds: MediaIds
}

/** What a media server tells of its person: something was watched to its end, or rated. */
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
      /** 0 to 5 in halves; 0 where a rating was taken back. */
      readonly rating: number
    }
