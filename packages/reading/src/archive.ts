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

/** A request for the archive: a page, and a range for the time of finishing; any time without one. */
export interface ArchiveQuery extends DateRangeInput, PageRequest {}

/** Finished articles, latest first. */
export const readingArchive = Effect.fn("Reading.archive")(function* (query: ArchiveQuery) {
  const store = yield* ArticleStore
  const zone = yield* DateTime.CurrentTimeZone
  const range = asksForRange(query) ? yield* Effect.fromResult(resolveDateRange(query, zone)) : everything
  return yield* store.archive(range, query)
})
