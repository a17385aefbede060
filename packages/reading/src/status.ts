import type { EpochMillis } from "@daybook/kernel"
import type { ReadingStatus, SavedArticle } from "./model.ts"

/** The fields with which a service reports progress. */
export type ReadingSignals = Pick<
  SavedArticle,
  "status" | "progress" | "archived" | "savedAt" | "firstOpenedAt" | "lastOpenedAt" | "movedAt" | "changedAt"
>

/** The state derived from them. */
export interface ReadingHistory {
  readonly status: ReadingStatus
  readonly startedAt: EpochMillis | undefined
  readonly finishedAt: EpochMillis | undefined
}

/** Beyond this part an article counts as read: the rest is mostly comments and footers. */
const finishedFrom = 0.75

/** The reading status of an article. */
export const deriveStatus = ({
  archived,
  progress,
}: Pick<ReadingSignals, "archived" | "progress">): ReadingStatus => {
  if (progress >= finishedFrom) return "finished"
  if (archived) return progress > 0 ? "abandoned" : "skipped"
  return progress > 0 ? "reading" : "unread"
}

/**
 * An article's status, and the times when it was started and finished. No service reports when an article was finished:
 * it is the move to the archive, else the last opening, else the last change, else the saving, else `now`, so that a
 * finished article always has a time. Both times come from the first sync that finds them; the store keeps the ones it
 * has. A source that reports the status itself reports the times too, or they are unknown.
 */
export const deriveHistory = (signals: ReadingSignals, now: EpochMillis): ReadingHistory => {
  const { firstOpenedAt, movedAt, status: told } = signals
  if (told !== undefined)
    return { status: told, startedAt: firstOpenedAt, finishedAt: told === "finished" ? movedAt : undefined }
  const status = deriveStatus(signals)
  const archivedAt = signals.archived ? movedAt : undefined
  return {
    status,
    startedAt: firstOpenedAt,
    finishedAt:
      status === "finished"
        ? (archivedAt ?? signals.lastOpenedAt ?? signals.changedAt ?? signals.savedAt ?? now)
        : undefined,
  }
}
