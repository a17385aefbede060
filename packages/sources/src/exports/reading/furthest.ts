import {
  deriveStatus,
  isArticle,
  type ReadingStatus,
  type SavedArticle,
  type SavedItem,
} from "@daybook/reading"
import type { BesideOthers } from "../formats.ts"

const ranks: Readonly<Record<ReadingStatus, number>> = {
  unread: 0,
  reading: 1,
  skipped: 2,
  abandoned: 2,
  finished: 3,
}

type Reading = Pick<
  SavedArticle,
  "archived" | "firstOpenedAt" | "lastOpenedAt" | "movedAt" | "progress" | "status"
>

const rankOf = (reading: Reading): number => ranks[reading.status ?? deriveStatus(reading)]

/** True if one of two rows reports less progress. */
const isBehind = (one: Reading, other: Reading): boolean =>
  rankOf(one) - rankOf(other) < 0 || (rankOf(one) === rankOf(other) && one.progress < other.progress)

/**
 * Reads the items of one file such that none goes back: a book may have a row for each edition, one read and one on the list
 * of those to read, in any order. A later row of an article or a book keeps the furthest reading of those before it.
 */
export const keepFurthest = (): BesideOthers<SavedItem> => {
  const furthest = new Map<string, Reading>()
  const of = (item: SavedItem): SavedItem => {
    if (!isArticle(item)) return item
    const { archived, firstOpenedAt, lastOpenedAt, movedAt, progress, status } = item
    const key = JSON.stringify([item.source, item.sourceId === "" ? item.url : item.sourceId])
    const known = furthest.get(key)
    if (known !== undefined && isBehind(item, known)) return { ...item, ...known }
    furthest.set(key, { archived, firstOpenedAt, lastOpenedAt, movedAt, progress, status })
    return item
  }
  return { of }
}
