import { type EpisodeRef, onDay, type WatchRecord } from "@daybook/watching"

/** A watch of a film of 1999 on a day. */
export const filmOn = (title: string, day: string, more: Partial<WatchRecord> = {}): WatchRecord => ({
  type: "watched",
  source: "letterboxd",
  ref: `${title} ${day}`,
  item: { kind: "film", title, year: 1999, ids: { tmdb: title.length } },
  ...onDay(day),
  rating: 0,
  review: "",
  imageUrl: "",
  ...more,
})

/** A watch of an episode of a first season at a moment. */
export const episodeAt = (
  show: string,
  number: number,
  at: string,
  more: Partial<EpisodeRef> = {},
): WatchRecord => ({
  type: "watched",
  source: "trakt",
  ref: `${show} ${number} ${at}`,
  item: {
    kind: "episode",
    show,
    showYear: 0,
    showIds: {},
    season: 1,
    episode: number,
    title: "",
    episodeIds: {},
    ...more,
  },
  at: Date.parse(at),
  precision: "moment",
  rating: 0,
  review: "",
  imageUrl: "",
})
