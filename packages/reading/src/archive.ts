import {
  asksForRange,
  type DateRangeInput,
  everything,
  type PageRequest,
  resolveDateRange,
} from "@daybook/kernel"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { ArticleStore } from "./ports.ts"

/** What is asked of the archive: a page, and when the articles were finished; at any time without a range. */
export interface ArchiveQuery extends DateRangeInput, PageRequest {}

/** Finished articles, the latest first. */
export const readingArchive = Effect.fn("Reading.archive")(function* (query: ArchiveQuery) {
  const store = yield* ArticleStore
  const zone = yield* DateTime.CurrentTimeZone
  const range = asksForRange(query) ? yield* Effect.fromResult(resolveDateRange(query, zone)) : everything
  return yield* store.archive(range, query)
})
