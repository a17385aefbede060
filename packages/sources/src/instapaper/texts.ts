import { type SourceError, RejectedRows } from "@daybook/kernel"
import type { SavedArticle } from "@daybook/reading"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { articleOf, type Bookmark } from "./bookmarks.ts"

/** A bookmark with its folder. */
export interface Filed {
  readonly folder: string
  readonly bookmark: Bookmark
  /** Set for one of an earlier day that was stored without its text. */
  readonly lacks?: "text"
}

/** Fetches the HTML of an article; "" if the service has none. */
export type FetchText = (bookmark: Bookmark) => Effect.Effect<string, SourceError>

// Failed texts are tried again after this time.
const retryAfter = Duration.toMillis("1 day")

// Failures of the account or the hour, not of one article.
const concernsAll = ({ failure }: SourceError): boolean =>
  failure === "unauthorized" || failure === "rate limited"

/** Of a bookmark that lacks its text only the text counts: the stored state may be more recent. */
const articleWith = ({ bookmark, folder, lacks }: Filed, text: string | undefined): SavedArticle => {
  const article = articleOf(bookmark, folder, text)
  return lacks === undefined ? article : { ...article, tags: [], fillsOnly: true }
}

/** Sets an article's text aside: the article is stored without it. */
const setTextAside = Effect.fnUntraced(function* ({ bookmark, folder }: Filed, error: SourceError) {
  const now = yield* Clock.currentTimeMillis
  const { keep } = yield* RejectedRows
  yield* keep([
    {
      source: "instapaper",
      ref: `text ${bookmark.bookmark_id}`,
      kind: "row",
      raw: JSON.stringify({ folder, bookmark, lacks: "text" }),
      reason: `its text: ${error.message}`,
      tryAt: now + retryAfter,
    },
  ])
})

/**
 * Articles with their texts. An article whose text fails is stored without it, and the text is rejected. If several
 * were requested and none arrived, the service is failing, and so does the sync.
 */
export const withTexts = Effect.fnUntraced(function* (
  filed: ReadonlyArray<Filed>,
  fetchText: FetchText,
): Effect.fn.Return<ReadonlyArray<SavedArticle>, SourceError> {
  const texts = yield* Effect.forEach(filed, ({ bookmark }) => Effect.result(fetchText(bookmark)), {
    concurrency: 4,
  })
  const failures = texts.flatMap((text) => (Result.isFailure(text) ? [text.failure] : []))
  const forAll =
    failures.find(concernsAll) ??
    (failures.length === filed.length && filed.length > 1 ? failures[0] : undefined)
  if (forAll !== undefined) return yield* Effect.fail(forAll)
  return yield* Effect.forEach(filed, (one, index) => {
    const text = texts[index]
    if (text !== undefined && Result.isFailure(text)) {
      return Effect.as(setTextAside(one, text.failure), articleWith(one, undefined))
    }
    return Effect.succeed(articleWith(one, text?.success))
  })
})
