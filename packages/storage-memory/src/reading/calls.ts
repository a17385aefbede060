import { ArticleStore, VectorIndex } from "@daybook/reading"
import { recorderOf, writeEdits } from "../calls/recorder.ts"

/** The calls that write articles and their vectors. An index that is put in order holds the same. */
export const calls = [
  recorderOf(ArticleStore)<
    | "archive"
    | "cleaned"
    | "contents"
    | "cursor"
    | "find"
    | "journal"
    | "leadsTo"
    | "lists"
    | "matching"
    | "searchable"
    | "sums"
    | "texts"
    | "toClean"
    | "toExcerpt"
    | "withText"
  >((recording) => ({
    storeArticles: recording.write(({ storeArticles }) => storeArticles),
    storeHighlights: recording.write(({ storeHighlights }) => storeHighlights),
    storeExcerpts: recording.write(({ storeExcerpts }) => storeExcerpts),
    storeCleaned: recording.write(({ storeCleaned }) => storeCleaned),
    edits: writeEdits(recording),
  })),
  recorderOf(VectorIndex)<"nearest" | "prepare" | "settle" | "textHashes" | "vectorOf">(({ write }) => ({
    store: write(({ store }) => store),
  })),
]
