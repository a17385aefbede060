import type { SavedItem } from "@daybook/reading"
import { instantOf } from "../../instants.ts"
import { table } from "../columns.ts"
import type { ReadCsv } from "../formats.ts"
import { highlight } from "./highlights.ts"
import { article, readIfArchived, tagsIn } from "./saved.ts"

/** The passages of a cell: one in each line, or, if they are named, each with its note. */
const passagesIn = (cell: string): ReadonlyArray<{ readonly text: string; readonly note: string }> => {
  const lines = cell
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "")
  if (!/^highlight:/i.test(lines[0] ?? "")) return lines.map((text) => ({ text, note: "" }))
  const passages: Array<{ text: string; note: string }> = []
  let to: "text" | "note" = "text"
  for (const line of lines) {
    const [, label = "", words = line] = /^(highlight|note):(.*)$/is.exec(line) ?? []
    if (label.toLowerCase() === "highlight") passages.push({ text: "", note: "" })
    if (label !== "") to = label.toLowerCase() === "note" ? "note" : "text"
    const last = passages.at(-1)
    const more = words.trim()
    if (last !== undefined && more !== "") last[to] = last[to] === "" ? more : `${last[to]}\n${more}`
  }
  return passages.filter(({ text }) => text !== "")
}

/**
 * Raindrop's CSV. It does not record reading: links in a collection called "Archive" count as read. Any other
 * collection is a tag.
 */
export const raindropCsv: ReadCsv<SavedItem> = table<SavedItem>(
  ["id", "title", "excerpt", "url", "folder", "tags", "created"],
  (field) => {
    const folder = field("folder")
    const isArchive = /^archived?$/i.test(folder)
    const id = field("id")
    const saved = article({
      source: "raindrop",
      sourceId: id,
      url: field("url"),
      title: field("title"),
      description: field("excerpt") || field("note"),
      tags: [
        ...tagsIn(field("tags"), ","),
        ...(isArchive || folder === "" || /^unsorted$/i.test(folder) ? [] : [folder]),
      ],
      starred: /^true$/i.test(field("favorite")),
      imageUrl: field("cover"),
      savedAt: instantOf(field("created")),
      ...readIfArchived(isArchive),
    })
    if (!("item" in saved) || id === "") return saved
    const passages = passagesIn(field("highlights"))
    return [
      saved,
      ...passages.map((passage) => highlight({ source: "raindrop", articleSourceId: id, ...passage })),
    ]
  },
)
