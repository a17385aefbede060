import { InvalidInput } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { fuseRanks, type Scored } from "./fuseRanks.ts"
import { findArticle } from "../lists.ts"
import type { Article, ArticleId } from "../model.ts"
import { ArticleStore, Embedder, VectorIndex } from "../ports.ts"
import { searchWords } from "./words.ts"

/** An article with its score: higher is better. */
export interface FoundArticle extends Article {
  readonly score: number
}

const maxQueryLength = 500

/** The number of candidates ranked by words, and also by meaning, before the two rankings are fused. */
const candidates = 50

const embedderTimeout = "2 seconds"

const isArticle = ({ kind }: Article): boolean => kind === "article"

/** The scores of articles; books are left out. */
const withScores = Effect.fnUntraced(function* (found: ReadonlyArray<Scored<ArticleId>>) {
  const store = yield* ArticleStore
  const articles = yield* store.find(found.map(({ id }) => id))
  const scores = new Map(found.map(({ id, score }) => [id, score]))
  return articles
    .filter(isArticle)
    .map((article): FoundArticle => ({ ...article, score: scores.get(article.id) ?? 0 }))
})

/** The articles near in meaning to the query, nearest first; none if the embedder fails or is slow, which is logged. */
export const articlesByMeaning = Effect.fnUntraced(function* (query: string, limit: number) {
  const embedder = yield* Embedder
  const index = yield* VectorIndex
  const mayBeNear = yield* index.prepare(embedder.model)
  // A model takes a tenth of a second to load, and 45 MB. A model that may lack files reports it when it is used.
  if (!mayBeNear && embedder.missing === undefined) return []
  const answer = yield* Effect.result(Effect.timeoutOption(embedder.embed([query]), embedderTimeout))
  if (Result.isFailure(answer) || Option.isNone(answer.success)) {
    const reason = Result.isFailure(answer) ? answer.failure : `no response within ${embedderTimeout}`
    yield* Effect.logWarning("a search used keywords only: the embedder failed", reason)
    return []
  }
  const [vector] = answer.success.value.vectors
  if (vector === undefined) return []
  const found = yield* index.nearest(embedder.model, vector, limit)
  const { nearFrom = 0 } = embedder
  // Nothing is near to nonsense, however few are nearer.
  return found.filter(({ score }) => score > 0 && score >= nearFrom).map(({ id }) => id)
})

/**
 * Finds articles by their words, which must all match, and by their meaning, and fuses the two rankings. All articles
 * are searched, finished or not; books are in the search over everything.
 */
export const searchArticles = Effect.fn("Reading.searchArticles")(function* (query: string, limit: number) {
  const asked = query.trim()
  const unfit = (what: string) => new InvalidInput({ field: "q", message: `q: ${what}` })
  if (asked === "") return yield* unfit("must not be empty; send the words to search for")
  if (asked.length > maxQueryLength) return yield* unfit(`must have at most ${maxQueryLength} characters`)
  const store = yield* ArticleStore
  const most = Math.max(candidates, 2 * limit)
  const lists = yield* Effect.all(
    [store.matching(searchWords(asked), most), articlesByMeaning(asked, most)],
    {
      concurrency: 2,
    },
  )
  // Some of these may be books, or have been removed manually.
  return (yield* withScores(fuseRanks(lists))).slice(0, limit)
})

/** The number of books, and of articles removed manually, that may rank before the related ones. */
const spare = 50

/** The articles nearest in meaning to one; none while it has no vector of the current model. */
export const relatedArticles = Effect.fn("Reading.relatedArticles")(function* (
  asked: ArticleId,
  limit: number,
) {
  const index = yield* VectorIndex
  const { model } = yield* Embedder
  const { id } = yield* findArticle(asked)
  const vector = Option.getOrUndefined(yield* index.vectorOf(model, id))
  if (vector === undefined) return []
  const near = yield* index.nearest(model, vector, 2 * limit + spare)
  return (yield* withScores(near.filter((one) => one.id !== id))).slice(0, limit)
})
