import type { WatchingRecord } from "@daybook/watching"
import type { Formats } from "../formats.ts"
import { anilistJson, myAnimeList } from "./animeLists.ts"
import { imdbCsv } from "./imdb.ts"
import { letterboxdCsv } from "./letterboxd.ts"
import { simklCsv, simklJson } from "./simkl.ts"
import { tmdbCsv } from "./tmdb.ts"
import { traktJson } from "./trakt.ts"
import { yamtrackCsv } from "./yamtrack.ts"

/** The exports of services that log films and episodes. */
export const watching: Formats<WatchingRecord> = {
  names: [
    "Letterboxd (diary, reviews, ratings and watched as CSV, or the zip that it gives)",
    "Trakt (JSON, or the zip that it gives)",
    "Simkl (SimklBackup.json, the zip that holds it, or CSV)",
    "IMDb (ratings, lists and check-ins as CSV)",
    "TMDB (ratings as CSV)",
    "Yamtrack (CSV)",
    "MyAnimeList (XML)",
    "AniList (JSON of its interface)",
  ],
  json: [traktJson, simklJson, anilistJson],
  markup: [myAnimeList],
  csv: [
    { name: "Letterboxd", read: letterboxdCsv },
    { name: "Simkl", read: simklCsv },
    { name: "IMDb", read: imdbCsv },
    { name: "TMDB", version: 2, read: tmdbCsv },
    { name: "Yamtrack", read: yamtrackCsv },
  ],
}
