import { ratingOf, type WatchingRecord } from "@daybook/watching"
import { table } from "../columns.ts"
import type { ReadCsv } from "../formats.ts"
import { countedEpisodes, watchOf, watchTime } from "./watches.ts"

/** Yamtrack's CSV: a row for each film and each episode, and for an anime the number of its episodes. */
export const yamtrackCsv: ReadCsv<WatchingRecord> = table<WatchingRecord>(
  ["media_id", "source", "media_type", "title", "season_number", "episode_number", "status", "end_date"],
  (field) => {
    const [id, type, title, end] = [field("media_id"), field("media_type"), field("title"), field("end_date")]
    if (type === "tv" || type === "season") return { skipped: "a show or season: its episodes are rows" }
    if (type === "anime")
      return countedEpisodes("yamtrack", `${type} ${id}`, {
        title,
        year: 0,
        watched: Number(field("progress")),
        startedOn: field("start_date"),
        finishedOn: field("status") === "Completed" ? end : "",
      })
    if (type !== "movie" && type !== "episode") return { skipped: "no film or episode" }
    if (type === "movie" && field("status") !== "Completed") return { skipped: "on a list, not watched" }
    const time = watchTime(end)
    const [season, episode] = [Number(field("season_number")), Number(field("episode_number"))]
    if (title === "") return { problem: "no title" }
    if (time === undefined) return { problem: "a date that cannot be read" }
    if (!(season >= 0 && episode >= 0)) return { problem: "a season or episode that is not a number" }
    const ids = field("source") === "tmdb" && /^[1-9]\d{0,8}$/.test(id) ? { tmdb: Number(id) } : {}
    return watchOf("yamtrack")({
      ref: [type, field("source"), id, season, episode, end].join(" "),
      item:
        type === "movie"
          ? { kind: "film", title, year: 0, ids }
          : {
              kind: "episode",
              show: title,
              showYear: 0,
              showIds: ids,
              season,
              episode,
              title: "",
              episodeIds: {},
            },
      ...time,
      rating: ratingOf(Number(field("score")) || 0, 10),
    })
  },
)
