import { isLocalDate } from "@daybook/kernel"
import { onDay, ratingOf, type WatchingRecord } from "@daybook/watching"
import type { ReadCsv } from "../formats.ts"
import { table } from "../columns.ts"
import { watchOf } from "./watches.ts"

// "Movie" and "movie", "TV Special" and "tvSpecial": IMDb changed its words in 2024.
const film = /^(tv)?(movie|short|special)$|^video$/

/** A list of check-ins looks like any list of IMDb's: its name identifies it. */
const isCheckIns = (name: string): boolean => /check-?_?ins?[^/\\]*$/i.test(name)

/**
 * IMDb's CSV of ratings or of a list. A rating does not count as a watch. A list has titles and when they were added:
 * in a list of check-ins that is the day of the watch.
 */
export const imdbCsv: ReadCsv<WatchingRecord> = table<WatchingRecord>(
  ["const", "title", "title type", "year"],
  (field, { has, name }) => {
    const imdb = field("const")
    const year = field("year")
    if (!/^tt\d{5,12}$/.test(imdb)) return { problem: "no id of a title" }
    if (!/^(\d{4})?$/.test(year)) return { problem: "a year that cannot be read" }
    const type = field("title type").toLowerCase().replace(/\s/g, "")
    if (type === "tvepisode") return { skipped: "an episode: the file does not say which of its show" }
    if (!film.test(type)) return { skipped: "no film: a whole show, a game or a podcast" }
    const item = { kind: "film" as const, title: field("title"), year: Number(year), ids: { imdb } }
    if (has("created") && isCheckIns(name)) {
      const day = field("created")
      if (!isLocalDate(day)) return { problem: "a date that cannot be read" }
      return watchOf("imdb")({ ref: `check-in ${imdb} ${day}`, item, ...onDay(day) })
    }
    const stars = field("your rating")
    const rated = field("date rated")
    if (stars === "") return { skipped: "on a list, neither watched nor rated" }
    if (!/^([1-9]|10)$/.test(stars)) return { problem: "a rating that cannot be read" }
    if (!isLocalDate(rated)) return { problem: "a date that cannot be read" }
    return {
      item: { type: "rated", source: "imdb", at: onDay(rated).at, item, rating: ratingOf(Number(stars), 10) },
    }
  },
)
