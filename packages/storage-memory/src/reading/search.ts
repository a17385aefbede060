import { searchableOf } from "@daybook/kernel"
import type { Article, ArticleKind, Highlight } from "@daybook/reading"

/** An article with the excerpt of its text. */
interface ArticleWithExcerpt {
  readonly article: Article
  readonly excerpt: string | undefined
}

const known = (texts: ReadonlyArray<string>, separator: string) =>
  texts.filter((text) => text !== "").join(separator)

/** The names beside the title of an article. */
export const namesBeside = ({ author, siteName }: Pick<Article, "author" | "siteName">): string =>
  known([author, siteName], ", ")

/** The title under which an article is found. */
export const foundTitle = ({ title, url }: Pick<Article, "title" | "url">): string =>
  title === "" ? url : title

/** The text of a passage by which it is found. */
export const passageOf = ({ note, text }: Pick<Highlight, "note" | "text">): string =>
  known([text, note], "\n")

const ofArticle = (article: Highlight["article"]) => ({
  title: foundTitle(article),
  subtitle: namesBeside(article),
  url: article.url,
  imageUrl: article.imageUrl,
})

const ofKind = (articles: Iterable<ArticleWithExcerpt>, kind: ArticleKind) =>
  [...articles].filter(({ article }) => article.kind === kind)

/** Articles, books and highlights as items that a search finds. */
export const readingSearch = (
  version: () => number,
  articles: () => Iterable<ArticleWithExcerpt>,
  highlights: () => Iterable<Highlight>,
) =>
  searchableOf(
    version,
    {
      article: () =>
        ofKind(articles(), "article").map(({ article, excerpt = "" }) => ({
          ...ofArticle(article),
          id: article.id,
          at: article.finishedAt ?? article.savedAt,
          text: known([article.description, excerpt], " "),
        })),
      book: () =>
        ofKind(articles(), "book").map(
          ({ article: { author, finishedAt, id, imageUrl, review, savedAt, title, url } }) => ({
            id,
            title,
            subtitle: author,
            url,
            imageUrl,
            at: finishedAt ?? savedAt,
            text: review,
          }),
        ),
    },
    {
      highlight: () =>
        Array.from(highlights(), ({ article, ...highlight }) => ({
          ...ofArticle(article),
          id: highlight.id,
          at: highlight.highlightedAt,
          text: passageOf(highlight),
        })),
    },
  )
