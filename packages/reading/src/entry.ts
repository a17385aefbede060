import type { Entry, EpochMillis } from "@daybook/kernel"
import type { Article } from "./model.ts"

/** A finished article as an entry of the journal. */
export const articleEntry = (
  article: Pick<Article, "id" | "title" | "author" | "siteName" | "url" | "imageUrl"> & {
    readonly finishedAt: EpochMillis
  },
): Omit<Entry, "day"> => ({
  id: String(article.id),
  kind: "article",
  at: article.finishedAt,
  dayOnly: false,
  title: article.title === "" ? article.url : article.title,
  subtitle: article.siteName === "" ? article.author : article.siteName,
  url: article.url,
  imageUrl: article.imageUrl,
  item: { type: "article", id: String(article.id) },
  count: 1,
})
