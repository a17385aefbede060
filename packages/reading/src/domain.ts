import { describeDomain, journalEvents } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Duration from "effect/Duration"
import { bookEditFields } from "./editBooks.ts"
import { articleEditFields, highlightByHand } from "./edits.ts"
import { hiddenWithArticles } from "./hiddenHighlights.ts"
import { ArticleStore, Embedder, ReadingSources } from "./ports.ts"
import { readingReview } from "./review.ts"
import { searchableArticles } from "./articles/searchableArticles.ts"
import { syncReading } from "./syncReading.ts"
import { fillExcerptsAndVectors } from "./search/fillExcerptsAndVectors.ts"

const journal = Effect.map(ArticleStore, ({ journal }) => journal)

/** Reading as hosts see it. */
export const reading = describeDomain({
  name: "reading",
  dataVersions: ["reading", "reading-vectors"],
  journal,
  events: [journalEvents("article.finished", journal)],
  review: readingReview,
  searchable: searchableArticles,
  warning: Effect.flatMap(Embedder, ({ missing = Effect.undefined }) =>
    Effect.map(missing, (sentence) => sentence && `searches know no meaning: ${sentence}`),
  ),
  edited: [articleEditFields, bookEditFields, highlightByHand],
  edits: Effect.map(ArticleStore, ({ edits }) => edits),
  hiddenWith: hiddenWithArticles,
  sync: {
    run: syncReading,
    sources: ReadingSources,
    every: Duration.minutes(30),
    afterwards: fillExcerptsAndVectors,
  },
})
