import type { OwnedRecord } from "@daybook/collecting"
import { artistName } from "../../discogs/artistName.ts"
import { table } from "../columns.ts"
import type { ReadCsv } from "../formats.ts"
import { parseTime } from "../times.ts"

/** "2xLP, Album" is Vinyl: the file names the disc's format where the API names its material. */
const formatOf = (text: string): string => {
  const kind = (text.split(/,| \+ /)[0] ?? "").trim().replace(/^\d+\s*x\s*/i, "")
  if (/^(LP|\d+")$/i.test(kind)) return "Vinyl"
  return kind === "Cass" ? "Cassette" : kind
}

/** "Ida (2), Zoo (3)", with each artist's spoken name. */
const artistsOf = (text: string): string =>
  /, the$/i.test(text) ? artistName(text) : text.split(", ").map(artistName).join(", ")

const yearOf = (released: string): number => Number(/^\d{4}/.exec(released)?.[0] ?? 0)

/** A time, or noon UTC of a day. */
const timeOf = (text: string): number | undefined =>
  parseTime(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text} 12:00:00` : text)

/** Discogs' CSV of a collection. */
export const discogsCsv: ReadCsv<OwnedRecord> = table(
  ["artist", "title", "format", "released", "release_id", "date added"],
  (field) => {
    const releaseId = field("release_id")
    if (!/^[1-9]\d{0,14}$/.test(releaseId)) return { problem: "no release_id" }
    return {
      item: {
        source: "discogs",
        instanceId: 0,
        releaseId: Number(releaseId),
        title: field("title"),
        artist: artistsOf(field("artist")),
        year: yearOf(field("released")),
        format: formatOf(field("format")),
        imageUrl: "",
        addedAt: timeOf(field("date added")),
        mediaCondition: field("collection media condition"),
        sleeveCondition: field("collection sleeve condition"),
      },
    }
  },
)
