export * from "./domain.ts"
export * from "./archive.ts"
export * from "./articles/article.ts"
export * from "./search/bodyExcerpts.ts"
export * from "./book.ts"
export * from "./books.ts"
export { cleanArticles, imagesIn, withImages } from "./articles/cleanArticles.ts"
export * from "./devices/devices.ts"
export * from "./search/embedArticles.ts"
export { articleKeys, ArticleKeys, keyOf } from "./keys.ts"
export * from "./lists.ts"
export * from "./readingLists.ts"
export * from "./articles/readingTime.ts"
export * from "./devices/reportProgress.ts"
export { type ReadingReview, readingReview } from "./review.ts"
export { type ReadingStats, readingStats } from "./stats.ts"
export { bookEditFields, editedBooks } from "./editBooks.ts"
export {
  articleEditFields,
  EditedHighlight,
  editedArticles,
  editedHighlights,
  manualSource,
  highlightByHand,
  noSuchArticle,
} from "./edits.ts"
export { articleEntry } from "./entry.ts"
export * from "./errors.ts"
export * from "./search/exactVectors.ts"
export * from "./search/fuseRanks.ts"
export * from "./search/localEmbedder.ts"
export * from "./model.ts"
export * from "./overview.ts"
export * from "./ports.ts"
export * from "./search/search.ts"
export * from "./articles/mergeArticles.ts"
export * from "./articles/savePage.ts"
export * from "./mergeHighlights.ts"
export * from "./status.ts"
export * from "./syncReading.ts"
export * from "./search/fillExcerptsAndVectors.ts"
export * from "./articles/normalizeArticle.ts"
export * from "./search/words.ts"
