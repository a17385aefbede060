import { ArticleGroup, Article, ArticleId, Highlight, ReadMonth, StatusCounts } from "@daybook/reading"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { hiddenAs, InstantOrEmpty, listOf, manyOf, optionalForm, wireForm } from "../../forRoutes.ts"
import { ItemImage } from "../../../wire/itemImage.ts"
import { article, ArticleAnswer, hiddenArticle } from "../wire.ts"

export const ReadArticles = listOf(
  wireForm(
    {
      ...article,
      lastReadAt: InstantOrEmpty.annotate({
        description: "The last opening or the finish, whichever is later",
      }),
    },
    {},
    hiddenArticle,
  ),
)

const hiddenHighlight = hiddenAs("reading", "highlight")

const highlight = {
  ...Struct.pick(Highlight.fields, ["id", "text"]),
  note: Highlight.fields.note.annotate({
    description: "Your note on it; empty if there is none",
  }),
  source: Highlight.fields.source,
  highlightedAt: InstantOrEmpty,
}

export const HighlightAnswer = wireForm(
  {
    ...highlight,
    article: wireForm(
      {
        id: ArticleId,
        kind: Article.fields.kind.annotate({ description: "A book has its own page" }),
        ...Struct.pick(Article.fields, ["title", "author", "url"]),
        domain: Schema.String,
        siteName: Article.fields.siteName,
      },
      {},
      hiddenArticle,
    ),
    image: Schema.optionalKey(ItemImage),
  },
  {},
  hiddenHighlight,
)

export const Highlights = listOf(HighlightAnswer)

export const WholeArticleAnswer = wireForm(
  {
    ...article,
    body: Schema.String.annotate({
      description:
        "Its text as the reading service has it: paragraphs without markup, an empty line between two, up to 1,000,000 " +
        "characters; empty if no service has it",
    }),
    bodyHtml: Schema.String.annotate({
      description:
        "The same as HTML that a page may show as it is: without scripts, styles, frames, forms and trackers; links are " +
        "whole addresses. Its first 100 images are our own copies, as in image; one without a copy yet has no src",
    }),
    highlights: manyOf(wireForm(highlight, {}, hiddenHighlight)),
  },
  {},
  hiddenArticle,
)

export const Group = wireForm({
  id: ArticleGroup.fields.id.annotate({
    description: "The name without case and accents; the list of articles takes it",
  }),
  name: ArticleGroup.fields.name.annotate({
    description: "In the spelling that most of its articles have",
  }),
  count: ArticleGroup.fields.count.annotate({ description: "Articles, finished or not" }),
  finished: ArticleGroup.fields.finished,
})

export const Groups = listOf(Group)

export const StatsAnswer = wireForm(
  {
    saved: Schema.Int.annotate({ description: "Articles saved in the range: the sum of by_status" }),
    byStatus: wireForm(StatusCounts.fields),
    articles: Schema.Int.annotate({ description: "Articles finished in the range" }),
    words: Schema.Int.annotate({ description: "In finished articles" }),
    minutes: Schema.Int.annotate({ description: "Total estimated_read_min of finished articles" }),
    books: Schema.Int.annotate({ description: "Books finished in the range; nothing else here counts them" }),
    pages: Schema.Int.annotate({ description: "In finished books" }),
    highlights: Schema.Int.annotate({ description: "Passages highlighted in the range" }),
    longest: optionalForm(ArticleAnswer),
    mostReadDomain: Schema.String.annotate({
      description: "The domain of most finished articles; empty without any",
    }),
    months: manyOf(
      wireForm(
        {
          start: Schema.String.annotate({ description: "YYYY-MM" }),
          articles: ReadMonth.fields.articles,
          words: ReadMonth.fields.words,
        },
        { start: "month" },
      ),
    ),
  },
  { months: "by_month" },
)
