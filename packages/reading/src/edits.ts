import {
  type ByHand,
  type EditedItem,
  type EditFields,
  type EpochMillis,
  handUrl,
  handFlag,
  handNames,
  handNumber,
  handText,
  handTime,
  handWhole,
  InvalidInput,
  mergeKnown,
  optionalField,
  unknownItem,
  withFields,
} from "@daybook/kernel"
import * as Schema from "effect/Schema"
import { Article, ArticleId, HighlightId, ReadingStatus, SavedHighlight } from "./model.ts"
import { maxPassageLength, normalizeEdited, normalizeHighlight } from "./articles/normalizeArticle.ts"

/** The source of articles and highlights that were added manually. */
export const manualSource = "manual"

const maxDescriptionLength = 5_000

export const statusByHand = ReadingStatus.annotate({
  message: `must be one of ${ReadingStatus.literals.join(", ")}`,
})

/** The editable fields of an article. */
export const articleEditFields = {
  type: "article",
  needed: { url: handUrl },
  optional: {
    title: handText(),
    author: handText(),
    site_name: handText(),
    description: handText(maxDescriptionLength),
    word_count: handWhole(0, 2_000_000_000),
    status: statusByHand,
    progress: handNumber(0, 1).annotate({ description: "The part that was read, 0 to 1" }),
    starred: handFlag,
    rating: handWhole(0, 5).annotate({ description: "1 to 5; 0 where unrated" }),
    tags: handNames,
    saved_at: handTime,
    started_at: handTime,
    finished_at: handTime.annotate({
      description: "Marks it as finished; a finished article without one gets its latest known time",
    }),
  },
  times: ["saved_at", "started_at", "finished_at"],
  addedAt: "saved_at",
  example: {
    url: "https://example.org/sorrel",
    title: "Sorrel in spring",
    status: "finished",
    tags: ["herbs"],
  },
} satisfies ByHand

/** The editable fields of a highlight. */
export const highlightByHand = {
  type: "highlight",
  needed: {
    article_id: handWhole(1, 999_999_999).annotate({ description: "The id of its article" }),
    text: handText(maxPassageLength).check(
      Schema.makeFilter((text: string) => text.trim() !== "" || "must not be empty"),
    ),
  },
  optional: {
    note: handText(maxPassageLength).annotate({ description: "Your note on it" }),
    highlighted_at: handTime,
  },
  times: ["highlighted_at"],
  addedAt: "highlighted_at",
  example: { article_id: 7, text: "Sorrel is sour.", note: "Try it" },
} satisfies ByHand

export const timeOf = (value: unknown): EpochMillis => Date.parse(String(value))

/** The finish of an article that is only said to be finished: its last known time. */
const lastKnown = ({ finishedAt, lastOpenedAt, savedAt, startedAt }: Article) =>
  finishedAt ?? lastOpenedAt ?? startedAt ?? savedAt

/** Status and finish say one thing: the time of a finish makes an article finished, and another status has no such time. */
const finishOf = (article: Article, { finished_at: at, status }: EditFields): Partial<Article> => {
  if (status === undefined) return at === undefined ? {} : { status: "finished", finishedAt: timeOf(at) }
  if (status !== "finished") return { status: status as ReadingStatus, finishedAt: undefined }
  return { status, finishedAt: at === undefined ? lastKnown(article) : timeOf(at) }
}

const correctArticle = (article: Article, fields: EditFields): Article => {
  const corrected = normalizeEdited(withFields(articleEditFields, {}, article, fields))
  return { ...corrected, ...finishOf(corrected, fields) }
}

/** An article that was read to its end under one of two addresses was read. */
export const joinArticles = (article: Article, part: Article): Article => {
  const filled = {
    ...mergeKnown(part, article),
    starred: article.starred || part.starred,
  }
  const { finishedAt, progress, status } = article
  if (status === "finished") return { ...filled, progress }
  return part.status === "finished"
    ? { ...filled, status: part.status, progress: part.progress }
    : { ...filled, progress, finishedAt }
}

/** An article without any known fields yet, under the store's new id. */
export const articleByHandOf = (given: string | undefined): Article =>
  unknownItem(Article, {
    id: ArticleId.make(Number(given ?? 0)),
    kind: "article",
    source: manualSource,
    status: "unread",
  })

/** Articles as they are edited. The store assigns ids to manual ones. */
export const editedArticles: EditedItem<Article> = {
  type: "article",
  schema: Schema.toType(Article),
  idOf: ({ id }) => String(id),
  make: (fields, given) => correctArticle(articleByHandOf(given), fields),
  correct: correctArticle,
  // The store has merged both.
  combine: (_known, told) => told,
  join: joinArticles,
  own: ["id", "kind", "source", "sourceId"],
}

/** A highlight with its article, which may be one that is not shown. */
export const EditedHighlight = Schema.Struct({
  id: HighlightId,
  ...SavedHighlight.fields,
  articleId: optionalField(ArticleId),
})
export type EditedHighlight = typeof EditedHighlight.Type

const correctHighlight = (highlight: EditedHighlight, fields: EditFields): EditedHighlight => {
  const corrected = withFields(highlightByHand, {}, highlight, fields)
  return { ...corrected, ...normalizeHighlight(corrected) }
}

/** Highlights as they are edited. The store assigns ids to manual ones. */
export const editedHighlights: EditedItem<EditedHighlight> = {
  type: "highlight",
  schema: Schema.toType(EditedHighlight),
  idOf: ({ id }) => String(id),
  make: (fields, given = "0") =>
    correctHighlight(
      unknownItem(EditedHighlight, {
        id: HighlightId.make(Number(given)),
        source: manualSource,
        sourceId: given,
      }),
      fields,
    ),
  correct: correctHighlight,
  combine: mergeKnown,
  own: ["id", "source", "sourceId", "articleSourceId", "articleId"],
}

/** The refusal of a highlight of an article that is not there. */
export const noSuchArticle = (id: number): InvalidInput =>
  new InvalidInput({
    field: "article_id",
    message: `article_id: there is no article ${id}; /v1/reading/articles has the ids`,
  })
