import type { ExportReading } from "@daybook/kernel"
import type { SavedHighlight } from "@daybook/reading"
import { digestOf } from "../../digest.ts"

/** The fields of a passage that a file knows. */
interface FileFields
  extends
    Pick<SavedHighlight, "source" | "articleSourceId" | "text">,
    Partial<Pick<SavedHighlight, "highlightedAt" | "note">> {}

/** A passage without an id: its article and its words identify it. */
export const highlight = ({
  highlightedAt,
  note = "",
  ...fields
}: FileFields): ExportReading<SavedHighlight> & { readonly item: SavedHighlight } => ({
  item: {
    ...fields,
    sourceId: `${fields.articleSourceId} ${digestOf(fields.text).slice(0, 32)}`,
    note,
    highlightedAt,
  },
  skipped: keptWithArticles,
})

/** Highlights are not counted: articles are. */
export const keptWithArticles = "highlights, which are stored with their articles"
