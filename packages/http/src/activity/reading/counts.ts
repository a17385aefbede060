import { type Countable, each, field, numberAt } from "../../assistants/counts/countable.ts"

/** Reading, as assistants count it. */
export const readingCounts: ReadonlyArray<Countable> = [
  {
    of: "articles",
    list: { path: "/v1/reading/archive" },
    at: "finished_at",
    dimensions: {
      author: field("author"),
      site: field("domain"),
      tag: each("tags"),
      starred: field("starred"),
    },
    measures: { words: numberAt("word_count"), minutes: numberAt("estimated_read_min") },
  },
  {
    of: "books",
    list: { path: "/v1/reading/books", query: { status: "finished" } },
    at: "finished_at",
    dimensions: {
      title: field("title"),
      author: field("author"),
      tag: each("tags"),
      published: field("year"),
    },
    measures: { pages: numberAt("pages"), rating: numberAt("rating") },
  },
  {
    of: "highlights",
    list: { path: "/v1/reading/highlights" },
    at: "highlighted_at",
    dimensions: {
      article: field("article.title"),
      author: field("article.author"),
      site: field("article.domain"),
    },
  },
]
