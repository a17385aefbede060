import type { OwnedRecord } from "@daybook/collecting"
import type { Formats } from "../formats.ts"
import { discogsCsv } from "./discogs.ts"

/** The exports of services that keep collections. */
export const collecting: Formats<OwnedRecord> = {
  names: ["Discogs collection (CSV)"],
  csv: [{ name: "Discogs", read: discogsCsv }],
}
