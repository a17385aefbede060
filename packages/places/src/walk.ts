import { cursorCodec, type EpochMillis } from "@daybook/kernel"
import * as Schema from "effect/Schema"
import type { FeedPage } from "./ports.ts"

/**
 * Where a walk over a newest-first feed stands, which goes from its end, the oldest check-in, to its head. What was
 * walked is told by time and not by an offset: offsets shift with each check-in that is added or deleted.
 */
export const Walk = Schema.Struct({
  account: Schema.String,
  /** When it set out from the end. */
  began: Schema.Finite,
  /** How many check-ins the feed held when its last page came. */
  total: Schema.Int,
  /** Everything older than this instant was walked. Unset at the end of the feed, where nothing was yet. */
  before: Schema.optionalKey(Schema.Finite),
  /** The check-ins of this very instant that were walked: the next page may hold more of them. */
  edge: Schema.Array(Schema.String),
  /** How many the feed held that are older. Goes by the feed's own count, whatever that counts. */
  below: Schema.Int,
  /** How many more the feed holds than it counts, as its end has shown. */
  miscount: Schema.Int,
  /** Whether some were added since among those that were walked: then it must set out again once it is at the head. */
  again: Schema.Boolean,
  /** Whether it is at the head. */
  done: Schema.Boolean,
})
export type Walk = typeof Walk.Type

export const cursors = cursorCodec(Walk)

/** A walk that sets out from the end of a feed of so many. */
export const setOut = (account: string, began: EpochMillis, total: number): Walk => ({
  account,
  began,
  total,
  edge: [],
  below: 0,
  miscount: 0,
  again: false,
  done: false,
})

/** How many there are still to walk. */
export const remainingOf = ({ below, done, edge, total }: Walk): number =>
  done ? 0 : Math.max(1, total - below - edge.length)

/** One instant has so many check-ins that a page could hold nothing but them. */
const isCrowded = ({ edge }: Walk, pageSize: number): boolean => edge.length >= pageSize - 1

/**
 * The offset of the page that the walk needs next. The last place of that page is for the newest check-in that is older
 * than the edge: where it is there, nothing between can have been missed. At the end of the feed that place stays empty,
 * which shows that it is the end.
 */
export const nextOffset = (walk: Walk, pageSize: number): number => {
  const overlapped = isCrowded(walk, pageSize) ? walk.below + walk.edge.length : walk.below
  return Math.max(0, walk.total - overlapped - pageSize + 1)
}

/** A page as it came. */
export interface PageRead extends FeedPage {
  readonly offset: number
  /** Nothing of the feed is older than what is on the page. */
  readonly reachesEnd: boolean
}

export type Step =
  | {
      readonly kind: "forward"
      readonly walk: Walk
      /** What to store. */
      readonly checkIns: FeedPage["checkIns"]
      /** How many of them were not walked before. */
      readonly fresh: number
    }
  /** Between the page and what was walked there may be others. */
  | { readonly kind: "gap" }
  /** The page holds nothing that was not walked, and is not at the head. */
  | { readonly kind: "behind" }

/**
 * The step that a page allows: forward where the page and what was walked overlap, and over no more than `most` check-ins.
 */
export const stepOver = (walk: Walk, page: PageRead, pageSize: number, most: number): Step => {
  const { before = -Infinity } = walk
  const { checkIns, offset, reachesEnd, total } = page
  /** How many of the feed are older than the page's item at the index. */
  const olderThan = (index: number) => total - offset - index
  const firstOlder = checkIns.findIndex((checkIn) => checkIn.checkedInAt < before)
  const isOnEdge = isCrowded(walk, pageSize) && walk.edge.includes(checkIns.at(-1)?.id ?? "")
  if (firstOlder < 0 && !reachesEnd && !isOnEdge) return { kind: "gap" }

  const newSide = firstOlder < 0 ? checkIns : checkIns.slice(0, firstOlder)
  if (newSide.length === 0 && offset > 0 && walk.before !== undefined) return { kind: "behind" }
  const knowsBelow = firstOlder >= 0 || reachesEnd
  const below = knowsBelow ? olderThan(newSide.length) : walk.below
  const miscount = reachesEnd && checkIns.length > 0 ? -olderThan(checkIns.length) : walk.miscount
  const again = walk.again || (walk.before !== undefined && below > walk.below)

  const walked = new Set(walk.edge)
  const fresh = newSide.filter(({ id }) => !walked.has(id))
  const taken = fresh.slice(Math.max(0, fresh.length - most))
  const [newest = checkIns[0]] = taken.length < fresh.length ? taken : checkIns
  if (newest === undefined) {
    // The count was higher than the feed is long.
    return {
      kind: "forward",
      walk: { ...walk, total, below: olderThan(0), again, done: offset === 0 },
      checkIns: [],
      fresh: 0,
    }
  }
  const top = checkIns.indexOf(newest)
  const edgeAt = newest.checkedInAt
  const belowEdge = checkIns.findIndex((checkIn) => checkIn.checkedInAt < edgeAt)
  const onEdge = checkIns.slice(top, belowEdge < 0 ? undefined : belowEdge).map(({ id }) => id)
  return {
    kind: "forward",
    walk: {
      account: walk.account,
      began: walk.began,
      total,
      before: edgeAt,
      edge: edgeAt === before && !knowsBelow ? [...new Set([...onEdge, ...walk.edge])] : onEdge,
      below: belowEdge >= 0 ? olderThan(belowEdge) : reachesEnd ? olderThan(checkIns.length) : below,
      miscount,
      again,
      done: offset + top === 0,
    },
    checkIns: checkIns.slice(top),
    fresh: taken.length,
  }
}
