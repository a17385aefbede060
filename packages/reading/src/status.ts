import type { EpochMillis } from "@daybook/kernel"
import type { ReadingStatus, SavedArticle } from "./model.ts"

/** What a service tells of how an article was read. */
export type ReadingSigns = Pick<
  SavedArticle,
  "progress" | "archived" | "savedAt" | "firstOpenedAt" | "lastOpenedAt" | "movedAt" | "changedAt"
>

/** What follows of it. */
export interface ReadingLife {
  readonly status: ReadingStatus
  readonly startedAt: EpochMillis | undefined
  readonly finishedAt: EpochMillis | undefined
}

/** From here on an article counts as read: what follows is mostly comments and footers. */
const readThrough = 0.75

/** Where an article is in its life. */
export const deriveStatus = ({
  archived,
  progress,
}: Pick<ReadingSigns, "archived" | "progress">): ReadingStatus => {
  if (progress >= readThrough) return "finished"
  if (archived) return progress > 0 ? "abandoned" : "skipped"
  return progress > 0 ? "reading" : "unread"
}

/**
 * An article's status, when it was begun and when it was finished. No service tells when something was finished: it is
 * the move to the archive, else the last opening, else the last change; where none of these is known, when it was
 * saved, else `now`, so that a finished article always has a time. Both times are those of the sync that first finds
 * them; the store keeps what it has.
 */
export const deriveLife = (signs: ReadingSigns, now: EpochMillis): ReadingLife => {
  const status = deriveStatus(signs)
  const archivedAt = signs.archived ? signs.movedAt : undefined
  return {
    status,
    startedAt: signs.firstOpenedAt,
    finishedAt:
      status === "finished"
        ? (archivedAt ?? signs.lastOpenedAt ?? signs.changedAt ?? signs.savedAt ?? now)
        : undefined,
  }
}
