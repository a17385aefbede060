import type { Article } from "@daybook/reading"
import { searchableOf } from "@daybook/kernel"

/** An article with the excerpt of its text. */
interface ArticleWithExcerpt {
  readonly article: Article
  readonly excerpt: string | undefined
}

const known = (texts: ReadonlyArray<string>, separator: string) =>
  texts.filter((text) => text !== "").join(separator)

/** Articles as items that a search finds. */
export const readingSearch = (version: () => number, all: () => Iterable<ArticleWithExcerpt>) =>
  searchableOf(version, {
    article: () =>
      Array.from(all(), ({ article, excerpt = "" }) => ({
        id: article.id,
        title: article.title === "" ? article.url : article.title,
        subtitle: known([article.author, article.siteName], ", "),
        at: article.finishedAt ?? article.savedAt,
        url: article.url,
        imageUrl: article.imageUrl,
        text: known([article.description, excerpt], " "),
      })),
  })
