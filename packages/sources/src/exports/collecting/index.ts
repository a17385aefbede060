import type { OwnedFilm, OwnedRecord } from "@daybook/collecting"
import type { Formats } from "../formats.ts"
import { discogsCsv } from "./discogs.ts"
import { traktJson } from "./trakt.ts"

/** The exports of services that keep collections. */
export const collecting: Formats<OwnedFilm | OwnedRecord> = {
  names: ["Discogs collection (CSV)", "Trakt collection of films (JSON, or the zip that it gives)"],
  json: [traktJson],
  csv: [{ name: "Discogs", read: discogsCsv }],
}
