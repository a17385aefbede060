import { both, type Countable, field } from "../../assistants/counts/countable.ts"

/** Plays, as assistants count them. */
export const listeningCounts: ReadonlyArray<Countable> = [
  {
    of: "plays",
    list: { path: "/v1/listening/recent" },
    at: "played_at",
    dimensions: {
      artist: field("artist.name"),
      album: both(field("album.name"), field("artist.name")),
      track: both(field("track.name"), field("artist.name")),
    },
    narrowed: { by: "artist", parameter: "artist_id", ids: "/v1/listening/artists" },
    counted: {
      top: {
        artist: "/v1/listening/top/artists",
        album: "/v1/listening/top/albums",
        track: "/v1/listening/top/tracks",
      },
      trends: "/v1/listening/trends",
      clock: "/v1/listening/clock",
    },
  },
]
