import type { SavedItem } from "@daybook/reading"
import type { Formats } from "../formats.ts"
import { browserPage, instapaperPage, pocketPage, raindropPage } from "./bookmarkPages.ts"
import { bookwyrmCsv } from "./bookwyrm.ts"
import { keepFurthest } from "./furthest.ts"
import { goodreadsCsv } from "./goodreads.ts"
import { hardcoverCsv, hardcoverJson } from "./hardcover.ts"
import { instapaperCsv } from "./instapaper.ts"
import { karakeepJson } from "./karakeep.ts"
import { koreaderJson, koreaderMarkdown } from "./koreader/highlights.ts"
import { koreaderStatistics } from "./koreader/statistics.ts"
import { librarything } from "./librarything.ts"
import { linkwardenJson } from "./linkwarden.ts"
import { matterCsv } from "./matter.ts"
import { omnivoreHighlights, omnivoreJson } from "./omnivore.ts"
import { pinboardJson } from "./pinboard.ts"
import { pocketCsv, pocketJson } from "./pocket.ts"
import { raindropCsv } from "./raindrop.ts"
import { readwiseCsv } from "./readwise.ts"
import { storygraphCsv } from "./storygraph.ts"
import { wallabagCsv, wallabagJson } from "./wallabag.ts"

/** The exports of read-later services and of services for books. */
export const reading: Formats<SavedItem> = {
  names: [
    "Pocket (CSV, the zip that holds it, ril_export.html, or JSON of its interface)",
    "Instapaper (CSV or HTML)",
    "Readwise Reader's library (CSV)",
    "Wallabag (JSON or CSV)",
    "Karakeep (JSON)",
    "Omnivore (the zip that it gave, or its JSON)",
    "Matter (CSV)",
    "Raindrop (CSV or HTML)",
    "Pinboard (JSON or HTML)",
    "Linkwarden (JSON)",
    "Browser bookmarks (HTML)",
    "Goodreads (CSV)",
    "StoryGraph (CSV)",
    "Hardcover (CSV or JSON)",
    "BookWyrm (CSV)",
    "LibraryThing (the table with tabs)",
    "KOReader (statistics.sqlite3; highlights as JSON or Markdown)",
  ],
  json: [pocketJson, wallabagJson, karakeepJson, omnivoreJson, pinboardJson, linkwardenJson, hardcoverJson],
  csv: [
    { name: "Pocket", read: pocketCsv },
    { name: "Instapaper", read: instapaperCsv },
    { name: "Readwise Reader", read: readwiseCsv },
    { name: "Wallabag", read: wallabagCsv },
    { name: "Matter", read: matterCsv },
    { name: "Raindrop", version: 2, read: raindropCsv },
    { name: "Goodreads", version: 2, read: goodreadsCsv },
    { name: "StoryGraph", version: 2, read: storygraphCsv },
    { name: "Hardcover", version: 2, read: hardcoverCsv },
    { name: "BookWyrm", read: bookwyrmCsv },
    librarything,
  ],
  whole: [omnivoreHighlights, koreaderStatistics, koreaderJson, koreaderMarkdown],
  markup: [pocketPage, instapaperPage, raindropPage, browserPage],
  besideOthers: keepFurthest,
}
