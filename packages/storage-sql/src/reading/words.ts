import type { Article, ArticleId, SearchWord } from "@daybook/reading"
import type * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"

/** An article with its new text. */
export interface Texted {
  readonly article: Article
  readonly text: string
}

/** The words of articles, for search: each database has its own index for them. */
export interface Words {
  /** Indexes the words of all fields but the text. The words of the text stay. */
  readonly writeHeads: (articles: ReadonlyArray<Article>) => Effect.Effect<unknown, SqlError>
  /** Indexes all words of articles. */
  readonly writeWords: (articles: ReadonlyArray<Texted>) => Effect.Effect<unknown, SqlError>
  /** The articles that have all of the words, best first. */
  readonly articlesWith: (
    words: ReadonlyArray<SearchWord>,
    limit: number,
  ) => Effect.Effect<ReadonlyArray<ArticleId>, SqlError>
  /** A row for each tag of an article, as a `from` clause, with its name and its key. */
  readonly tags: { readonly from: string; readonly name: string; readonly key: string }
}
