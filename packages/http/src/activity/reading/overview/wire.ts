import { Article, ArticleKind } from "@daybook/reading"
import * as Struct from "effect/Struct"
import { comparedFields, manyOf, optionalForm, wireForm } from "../../forRoutes.ts"
import { Books } from "../books/wire.ts"
import { Group, HighlightAnswer, StatsAnswer } from "../lists/wire.ts"
import { Archive, article, hiddenArticle } from "../wire.ts"

const InHand = wireForm(
  {
    kind: ArticleKind,
    ...Struct.pick(article, [
      "id",
      "title",
      "author",
      "siteName",
      "estimatedReadMin",
      "progress",
      "image",
      "startedAt",
    ]),
    pages: Article.fields.pages.annotate({ description: "For books; 0 if unknown" }),
  },
  {},
  hiddenArticle,
)

/** A period of reading compared with the previous one, with articles in progress, a highlight and unread articles. */
export const OverviewAnswer = wireForm({
  ...comparedFields,
  totals: StatsAnswer,
  previousTotals: optionalForm(StatsAnswer),
  inHand: manyOf(InHand),
  shelf: Books,
  kept: optionalForm(HighlightAnswer),
  later: Archive,
  tags: manyOf(Group),
  domains: manyOf(Group),
  authors: manyOf(Group),
})
