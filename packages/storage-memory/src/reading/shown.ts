import type { StandingEdits } from "@daybook/kernel"
import {
  type Article,
  ArticleId,
  type EditedHighlight,
  type Highlight,
  type SavedHighlight,
} from "@daybook/reading"
import * as Struct from "effect/Struct"

/** The content of an article as a source tells it, with its text. */
export interface FreshContent {
  readonly content: string
  readonly text: string | undefined
}

/** An article with its content, words and revision. */
export interface StoredArticle {
  /** As it is shown, or as it was shown last. */
  readonly article: Article
  readonly content: string | undefined
  readonly revision: number
  excerpt: string | undefined
  cleaned: { readonly rules: number; readonly html: string } | undefined
  /** The weight of each word, by its place in the article. */
  readonly words: ReadonlyMap<string, number>
  readonly bodyWords: ReadonlySet<string>
  /** True where an edit by hand hides it. */
  readonly isHidden: boolean
}

/** A highlight; one without an article has that of its source. */
export interface StoredHighlight extends EditedHighlight {
  readonly isRemoved: boolean
}

/** The articles and highlights of a memory. */
export interface Memory {
  /** In the order of their ids. */
  readonly articles: Map<ArticleId, StoredArticle>
  /** By `keyOfSource`. */
  readonly highlights: Map<string, StoredHighlight>
  lastArticle: number
  lastHighlight: number
}

export const keyOfSource = ({ source, sourceId }: Pick<SavedHighlight, "source" | "sourceId">) =>
  `${source}\n${sourceId}`

export const isSameHighlight = (one: SavedHighlight, other: SavedHighlight): boolean =>
  one.articleSourceId === other.articleSourceId &&
  one.text === other.text &&
  one.note === other.note &&
  one.highlightedAt === other.highlightedAt

/** The articles that no edit by hand hides. */
export const shownArticles = ({ articles }: Memory): ReadonlyArray<StoredArticle> =>
  [...articles.values()].filter(({ isHidden }) => !isHidden)

const articleOfHighlight = ["id", "title", "author", "url", "siteName", "imageUrl"] as const

/** The highlights whose article and text are known. */
export const shownHighlights = (memory: Memory, edits: StandingEdits): ReadonlyArray<Highlight> => {
  const homes = new Map(
    [...memory.articles.values()].flatMap(({ article }) =>
      article.sourceId === "" ? [] : [[keyOfSource(article), article.id] as const],
    ),
  )
  return [...memory.highlights.values()].flatMap(
    ({ articleId, articleSourceId, isRemoved, sourceId: _sourceId, ...highlight }) => {
      const home =
        articleId ?? homes.get(keyOfSource({ source: highlight.source, sourceId: articleSourceId }))
      if (home === undefined || isRemoved || highlight.text === "") return []
      const known = memory.articles.get(ArticleId.make(Number(edits.rootOf("article", String(home)))))
      if (known === undefined || known.isHidden) return []
      return [{ ...highlight, article: Struct.pick(known.article, articleOfHighlight) }]
    },
  )
}
