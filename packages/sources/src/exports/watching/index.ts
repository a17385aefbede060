import type { WatchingRecord } from "@daybook/watching"
import type { Formats } from "../formats.ts"
import { letterboxdCsv } from "./letterboxd.ts"

/** The exports of services that log films and episodes. */
export const watching: Formats<WatchingRecord> = {
  names: ["Letterboxd (diary, reviews, ratings and watched as CSV, or the zip that it gives)"],
  csv: [{ name: "Letterboxd", read: letterboxdCsv }],
}
