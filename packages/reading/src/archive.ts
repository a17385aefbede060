import { resolveRange, type DateRangeInput, type PageRequest } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import { ArticleStore } from "./ports.ts"

/** A request for the archive: a page, and a range for the time of finishing; any time without one. */
export interface ArchiveQuery extends DateRangeInput, PageRequest {}

/** Finished articles, latest first. */
export const readingArchive = Effect.fn("Reading.archive")(function* (query: ArchiveQuery) {
  const store = yield* ArticleStore
  return yield* store.archive(yield* resolveRange(query), query)
})
