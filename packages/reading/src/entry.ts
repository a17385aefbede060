import { type Entry, type EpochMillis, isNoon } from "@daybook/kernel"
import { coverAddress } from "./book.ts"
import type { ArticleSummary } from "./model.ts"

/** A finished article or book as an entry of the journal. Files report books by the day of their end, which is stored as noon. */
export const articleEntry = (
  article: ArticleSummary & { readonly finishedAt: EpochMillis },
): Omit<Entry, "day"> => ({
  id: String(article.id),
  kind: article.kind,
  at: article.finishedAt,
  dayOnly: article.kind === "book" && isNoon(article.finishedAt),
  title: article.title === "" ? article.url : article.title,
  subtitle: article.siteName === "" ? article.author : article.siteName,
  url: article.url,
  imageUrl: coverAddress(article),
  item: { type: article.kind, id: String(article.id) },
  count: 1,
})
