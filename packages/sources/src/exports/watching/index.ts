import type { WatchingRecord } from "@daybook/watching"
import type { Formats } from "../formats.ts"
import { imdbCsv } from "./imdb.ts"
import { letterboxdCsv } from "./letterboxd.ts"
import { simklCsv, simklJson } from "./simkl.ts"
import { tmdbCsv } from "./tmdb.ts"
import { traktJson } from "./trakt.ts"

/** The exports of services that log films and episodes. */
export const watching: Formats<WatchingRecord> = {
  names: [
    "Letterboxd (diary, reviews, ratings and watched as CSV, or the zip that it gives)",
    "Trakt (JSON, or the zip that it gives)",
    "Simkl (SimklBackup.json, the zip that holds it, or CSV)",
    "IMDb (ratings, lists and check-ins as CSV)",
    "TMDB (ratings as CSV)",
  ],
  json: [traktJson, simklJson],
  csv: [
    { name: "Letterboxd", read: letterboxdCsv },
    { name: "Simkl", read: simklCsv },
    { name: "IMDb", read: imdbCsv },
    { name: "TMDB", version: 2, read: tmdbCsv },
  ],
}
