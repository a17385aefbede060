import type { SavedArticle } from "@daybook/reading"
import { instantOf } from "../../instants.ts"
import { table } from "../columns.ts"
import type { ReadCsv } from "../formats.ts"
import { article } from "./saved.ts"

/** `['a', "it's"]`, as Python writes a list. A text without an end takes the rest, so that none is looked through twice. */
const pythonList = (text: string): ReadonlyArray<string> =>
  Array.from(text.matchAll(/'((?:[^'\\]|\\[^]?)*)'?|"((?:[^"\\]|\\[^]?)*)"?/g), ([, single, double]) =>
    (single ?? double ?? "").replace(/\\(.)/g, "$1"),
  )

/**
 * The CSV of Readwise Reader's library: `Title,URL,ID,Document tags,Saved date,Reading progress,Location,Seen`. It
 * has the service's ids, so that a sync finds the articles of a file again.
 */
export const readwiseCsv: ReadCsv<SavedArticle> = table(
  ["title", "url", "id", "saved date", "reading progress", "location"],
  (field) => {
    const savedAt = instantOf(field("saved date"))
    const progress = Number(field("reading progress") || "0")
    if (!(progress >= 0 && progress <= 1))
      return { problem: "a reading progress that is not between 0 and 1" }
    const id = field("id")
    const location = field("location")
    return article({
      source: "readwise",
      sourceId: id,
      url: field("url"),
      title: field("title"),
      readerUrl: id === "" ? "" : `https://read.readwise.io/read/${encodeURIComponent(id)}`,
      readerAppUrl: id === "" ? "" : `wiseread:///read/${encodeURIComponent(id)}`,
      tags: pythonList(field("document tags")),
      savedAt,
      progress,
      archived: location === "archive",
      starred: location === "shortlist",
    })
  },
)
