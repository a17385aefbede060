import type { OwnedRecord } from "@daybook/collecting"
import { type ExportReading, storableText } from "@daybook/kernel"
import { artistName } from "../../discogs/artistName.ts"
import { parseTime } from "../times.ts"

const columns = ["artist", "title", "format", "released", "release_id", "date added"] as const

/** Columns that a file may lack. */
const conditions = ["collection media condition", "collection sleeve condition"] as const

type Column = (typeof columns)[number] | (typeof conditions)[number]

/** "2xLP, Album" is Vinyl: the file names the disc's format where the API names its material. */
const formatOf = (text: string): string => {
  const kind = (text.split(/,| \+ /)[0] ?? "").trim().replace(/^\d+\s*x\s*/i, "")
  if (/^(LP|\d+")$/i.test(kind)) return "Vinyl"
  return kind === "Cass" ? "Cassette" : kind
}

/** "Ida (2), Zoo (3)", with each artist's name as people say it. */
const artistsOf = (text: string): string =>
  /, the$/i.test(text) ? artistName(text) : text.split(", ").map(artistName).join(", ")

const yearOf = (released: string): number => Number(/^\d{4}/.exec(released)?.[0] ?? 0)

/** A time, or noon UTC of a day. */
const timeOf = (text: string): number | undefined =>
  parseTime(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text} 12:00:00` : text)

/** Reads the rows of Discogs' export of a collection; undefined for any other file. */
export const discogsCsv = ([header = []]: ReadonlyArray<ReadonlyArray<string>>):
  | ((row: ReadonlyArray<string>) => ExportReading<OwnedRecord> | undefined)
  | undefined => {
  const names = header.map((name) =>
    name
      .replace(/^\uFEFF/, "")
      .trim()
      .toLowerCase(),
  )
  const places = new Map<Column, number>(
    [...columns, ...conditions].map((column) => [column, names.indexOf(column)]),
  )
  if (columns.some((column) => places.get(column) === -1)) return undefined
  return (row) => {
    const field = (column: Column) => storableText(row[places.get(column) ?? -1] ?? "").trim()
    const releaseId = field("release_id")
    if (releaseId.toLowerCase() === "release_id") return undefined
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
  }
}
