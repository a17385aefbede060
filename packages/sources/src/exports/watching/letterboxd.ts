import { type ExportReading, type FileHead, isLocalDate, storableText } from "@daybook/kernel"
import { onDay, ratingOf, unknownTime, type WatchingRecord } from "@daybook/watching"
import { reviewInExport } from "../../letterboxd/reviewText.ts"
import type { ReadCsv } from "../formats.ts"

type Kind = "diary" | "reviews" | "ratings" | "watched"

/** The kind of export file with this header. */
const kindOf = (header: ReadonlyArray<string>): Kind | undefined => {
  const has = (name: string) => header.includes(name)
  if (!["Date", "Name", "Year", "Letterboxd URI"].every(has)) return undefined
  if (has("Review")) return "reviews"
  if (has("Watched Date")) return "diary"
  if (has("Rating")) return "ratings"
  return header.length === 4 ? "watched" : undefined
}

/**
 * True for a file that counts. Other folders of the archive hold files of the same form: deleted entries, liked
 * films, and `watchlist.csv`, whose content looks like `watched.csv`.
 */
const counts = ({ name, packed }: Pick<FileHead, "name" | "packed">): boolean =>
  packed
    ? /(^|\/)(diary|reviews|ratings|watched)\.csv$/.test(name) &&
      !/(^|\/)(deleted|orphaned|likes|lists)\//.test(name)
    : !/(^|[/\\])watchlist[^/\\]*\.csv$/i.test(name)

/** Reads the rows of a file of Letterboxd's export; undefined for any other file. */
export const letterboxdCsv: ReadCsv<WatchingRecord> = ([first = []], file) => {
  const header = first.map((name) => name.replace(/^\uFEFF/, "").trim())
  const kind = kindOf(header)
  if (kind === undefined || !counts(file)) return undefined
  const field = (row: ReadonlyArray<string>, name: string): string =>
    storableText(row[header.indexOf(name)] ?? "").trim()

  return (row): ExportReading<WatchingRecord> | undefined => {
    if (row[header.indexOf("Name")] === "Name" && field(row, "Year") === "Year") return undefined
    if (row.length !== header.length) return { problem: `${row.length} fields instead of ${header.length}` }
    const title = field(row, "Name")
    const year = field(row, "Year")
    const logged = field(row, "Date")
    const watched = field(row, "Watched Date")
    const stars = field(row, "Rating")
    if (title === "") return { problem: "no name" }
    if (!/^(\d{4})?$/.test(year)) return { problem: "a year that cannot be read" }
    if (!isLocalDate(logged) || (watched !== "" && !isLocalDate(watched)))
      return { problem: "a date that cannot be read" }
    if (!/^([0-5](\.\d+)?)?$/.test(stars)) return { problem: "a rating that cannot be read" }
    const item = { kind: "film" as const, title, year: Number(year), ids: {} }
    const rating = ratingOf(Number(stars), 5)
    if (kind === "ratings")
      return { item: { type: "rated", source: "letterboxd", at: onDay(logged).at, item, rating } }
    const uri = field(row, "Letterboxd URI")
    return {
      item: {
        type: "watched",
        source: "letterboxd",
        // The link is the entry's own in the diary and the reviews, and the film's in older exports.
        ref: [kind, watched, uri === "" ? `${title} ${year}` : uri].join(" "),
        item,
        ...(kind === "watched" ? unknownTime : onDay(watched === "" ? logged : watched)),
        rating,
        review: kind === "reviews" ? reviewInExport(field(row, "Review")) : "",
        imageUrl: "",
      },
    }
  }
}
