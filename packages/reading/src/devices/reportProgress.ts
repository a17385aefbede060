import { storableText } from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { bookKey, bookSource } from "../book.ts"
import type { DeviceProgress } from "./devices.ts"
import { unknownArticle } from "../model.ts"
import { ArticleStore } from "../ports.ts"
import { articleBatches } from "../syncReading.ts"
import { line } from "../articles/normalizeArticle.ts"

/** A book counts as read from this part on: the rest is its last page. */
export const bookFinishedFrom = 0.99

/** Progress that a device sends, with title and author if its owner shares them. */
export interface ReportedProgress extends Omit<DeviceProgress, "updatedAt"> {
  readonly title: string
  /** The first of several before a comma. */
  readonly author: string
}

const maxText = 1_000

/**
 * Stores a device's progress, and what it says about the book: one with a title, or one whose file an import has named. A
 * document of an unknown book is only returned to other devices. Returns the time of storing.
 */
export const reportProgress = Effect.fn("Reading.reportProgress")(function* (reported: ReportedProgress) {
  const { devices } = yield* ArticleStore
  const now = yield* Clock.currentTimeMillis
  const { author, title, ...progress } = reported
  yield* devices.storeProgress({
    document: storableText(progress.document, maxText),
    progress: storableText(progress.progress, maxText),
    percentage: progress.percentage,
    device: storableText(progress.device, maxText),
    deviceId: storableText(progress.deviceId, maxText),
    updatedAt: now,
  })
  const known = yield* devices.bookOf(progress.document)
  const name = line(title)
  if (known === "" && name === "") return now
  const isFinished = progress.percentage >= bookFinishedFrom
  const { store } = yield* articleBatches
  const book = {
    ...unknownArticle,
    kind: "book",
    source: bookSource,
    sourceId: known === "" ? bookKey(name, line(author)) : known,
    document: progress.document,
    url: "",
    title: name,
    author: line(author),
    status: isFinished ? "finished" : "reading",
    progress: isFinished ? 1 : progress.percentage,
    timesRead: isFinished ? 1 : 0,
    firstOpenedAt: now,
    lastOpenedAt: now,
    movedAt: isFinished ? now : undefined,
  } as const
  yield* store([book], { source: bookSource, cursor: "" })
  return now
})
