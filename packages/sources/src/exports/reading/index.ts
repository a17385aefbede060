import type { SavedArticle } from "@daybook/reading"
import type { Formats } from "../formats.ts"
import { instapaperPage, pocketPage } from "./bookmarkPages.ts"
import { goodreadsCsv } from "./goodreads.ts"
import { hardcoverCsv } from "./hardcover.ts"
import { instapaperCsv } from "./instapaper.ts"
import { pocketCsv, pocketJson } from "./pocket.ts"
import { readwiseCsv } from "./readwise.ts"
import { storygraphCsv } from "./storygraph.ts"

/** The exports of read-later services and of services for books. */
export const reading: Formats<SavedArticle> = {
  names: [
    "Pocket (CSV, the zip that holds it, ril_export.html, or JSON of its interface)",
    "Instapaper (CSV or HTML)",
    "Readwise Reader's library (CSV)",
    "Goodreads (CSV)",
    "StoryGraph (CSV)",
    "Hardcover (CSV)",
  ],
  json: [pocketJson],
  csv: [
    { name: "Pocket", read: pocketCsv },
    { name: "Instapaper", read: instapaperCsv },
    { name: "Readwise Reader", read: readwiseCsv },
    { name: "Goodreads", read: goodreadsCsv },
    { name: "StoryGraph", read: storygraphCsv },
    { name: "Hardcover", read: hardcoverCsv },
  ],
  markup: [pocketPage, instapaperPage],
}
