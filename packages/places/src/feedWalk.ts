import { cursorCodec, type EpochMillis } from "@daybook/kernel"
import * as Schema from "effect/Schema"
import type { FeedPage } from "./ports.ts"

/**
 * The state of a walk over a newest-first feed, from its end, the oldest check-in, to its head. Times mark the walked
 * part, since offsets shift with each check-in that is added or deleted.
 */
export const Walk = Schema.Struct({
  account: Schema.String,
  /** The time when the walk began. */
  began: Schema.Finite,
  /** The feed's count on the latest page. */
  total: Schema.Int,
  /** Everything older than this instant is walked. Unset before the first page. */
  before: Schema.optionalKey(Schema.Finite),
  /** The walked check-ins at exactly this instant. The next page may hold more of them. */
  edge: Schema.Array(Schema.String),
  /** The number of older check-ins by the feed's own count. */
  below: Schema.Int,
  /** The excess of the feed's length over its count, as seen at its end. */
  miscount: Schema.Int,
  /** True where check-ins were added to the walked part, so that another walk must follow this one. */
  again: Schema.Boolean,
  /** True at the head of the feed. */
  done: Schema.Boolean,
})
export type Walk = typeof Walk.Type

export const cursors = cursorCodec(Walk)

/** A new walk from the end of a feed with this count. */
export const startWalk = (account: string, began: EpochMillis, total: number): Walk => ({
  account,
  began,
  total,
  edge: [],
  below: 0,
  miscount: 0,
  again: false,
  done: false,
})

/** The number of check-ins still to walk. */
export const remainingOf = ({ below, done, edge, total }: Walk): number =>
  done ? 0 : Math.max(1, total - below - edge.length)

/** True if the check-ins of one instant can fill a whole page. */
const isCrowded = ({ edge }: Walk, pageSize: number): boolean => edge.length >= pageSize - 1

/**
 * The offset of the walk's next page. Its last place is for the newest check-in older than the edge: finding it there
 * shows that nothing between was missed. At the end of the feed that place is empty, which shows the end.
 */
export const nextOffset = (walk: Walk, pageSize: number): number => {
  const overlapped = isCrowded(walk, pageSize) ? walk.below + walk.edge.length : walk.below
  return Math.max(0, walk.total - overlapped - pageSize + 1)
}

/** A page with its offset. */
export interface PageRead extends FeedPage {
  readonly offset: number
  /** True if no check-in of the feed is older than the page. */
  readonly reachesEnd: boolean
}

export type Step =
  | {
      readonly kind: "forward"
      readonly walk: Walk
      /** The check-ins to store. */
      readonly checkIns: FeedPage["checkIns"]
      /** The number of new ones. */
      readonly fresh: number
    }
  /** Others may lie between the page and the walked part. */
  | { readonly kind: "gap" }
  /** The page contains only walked check-ins and is not at the head. */
  | { readonly kind: "behind" }

/** The step that a page allows: forward if it overlaps the walked part, by no more than `most` check-ins. */
export const stepOver = (walk: Walk, page: PageRead, pageSize: number, most: number): Step => {
  const { before = -Infinity } = walk
  const { checkIns, offset, reachesEnd, total } = page
  /** The number of check-ins older than the page's item at an index. */
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
    // The count exceeds the feed's length.
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
