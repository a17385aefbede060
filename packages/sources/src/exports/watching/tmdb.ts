import { ratingOf, type WatchingRecord } from "@daybook/watching"
import { instantOf } from "../../instants.ts"
import type { ReadCsv } from "../formats.ts"
import { table } from "../columns.ts"

const isImdb = (id: string): boolean => /^tt\d+$/.test(id)

/**
 * TMDB's CSV of ratings; its watchlist and its favorites look the same, without ratings. A rating does not count as a
 * watch.
 */
export const tmdbCsv: ReadCsv<WatchingRecord> = table<WatchingRecord>(
  ["tmdb id", "imdb id", "type", "name", "your rating", "date rated"],
  (field) => {
    const tmdb = field("tmdb id")
    const imdb = field("imdb id")
    const stars = field("your rating")
    if (!/^[1-9]\d{0,8}$/.test(tmdb)) return { problem: "no id of a title" }
    const type = field("type")
    const [season, episode] = [field("season number"), field("episode number")].map((text) =>
      /^\d{1,4}$/.test(text) ? Number(text) : undefined,
    )
    const isEpisode = season !== undefined && episode !== undefined
    if (type !== "movie" && !isEpisode) return { skipped: "no film: a whole show or season" }
    // It may be the show's number or the episode's.
    if (isEpisode && !isImdb(imdb)) return { skipped: "an episode whose show is unknown without an IMDb id" }
    if (stars === "") return { skipped: "on a list, neither watched nor rated" }
    if (!/^\d{1,2}(\.\d+)?$/.test(stars) || Number(stars) > 10)
      return { problem: "a rating that cannot be read" }
    const rated = field("date rated")
    // The service says midnight of the day.
    const at = instantOf(`${rated.slice(0, 10)}T12:00:00Z`)
    if (at === undefined) return { problem: "a date that cannot be read" }
    return {
      item: {
        type: "rated",
        source: "tmdb",
        at,
        item: isEpisode
          ? {
              kind: "episode",
              show: "",
              showYear: 0,
              showIds: {},
              season,
              episode,
              title: field("name"),
              episodeIds: { imdb },
            }
          : {
              kind: "film",
              title: field("name"),
              year: Number(/^\d{4}/.exec(field("release date"))?.[0] ?? 0),
              ids: { tmdb: Number(tmdb), ...(isImdb(imdb) ? { imdb } : {}) },
            },
        rating: ratingOf(Number(stars), 10),
      },
    }
  },
)
