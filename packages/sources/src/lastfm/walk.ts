import { cursorCodec } from "@daybook/kernel"
import * as Schema from "effect/Schema"
import type { HistoryPage } from "./recentTracks.ts"

const Seconds = Schema.Natural

/** A walk through the history between two moments, newest first, page by page. */
export const Walk = Schema.Struct({
  user: Schema.String,
  /** Unset on the first walk, which goes back to the beginning. */
  from: Schema.optionalKey(Seconds),
  /** Fixed when the walk starts, so that new scrobbles do not shift its pages. */
  to: Seconds,
  nextPage: Schema.Int.check(Schema.isGreaterThanOrEqualTo(1)),
  /** The number of scrobbles in the window when the last page came. */
  total: Schema.optionalKey(Schema.Natural),
  /** The number of pages that the walk may still request, so that a list that never settles cannot hold it forever. */
  pagesLeft: Schema.optionalKey(Schema.Int),
  /** The oldest play so far, where the number of pages is unknown. */
  oldest: Schema.optionalKey(Seconds),
})
export type Walk = typeof Walk.Type

/** Everything up to `through` was walked. */
export const Walked = Schema.Struct({ user: Schema.String, through: Seconds })
export type Walked = typeof Walked.Type

export const cursors = cursorCodec(Schema.Union([Walk, Walked]))

export const isWalk = (position: Walk | Walked): position is Walk => "nextPage" in position

/**
 * Last.fm accepts scrobbles up to 14 days late, from players that were offline. So each walk starts that long before
 * the end of the last one; storing a scrobble again changes nothing. The overlap also covers a scrobble in the very
 * second in which a walk ends, whether or not Last.fm includes `to`.
 */
const lateSeconds = 14 * 86_400

/** The walk after the last one. A `through` ahead of the clock was written by a wrong clock. */
export const startWalk = (user: string, last: Walked | undefined, now: number): Walk => ({
  user,
  ...(last === undefined ? {} : { from: Math.max(0, Math.min(last.through, now) - lateSeconds) }),
  to: now,
  nextPage: 1,
})

/** The walk's position after a page of a history of unknown length: it ends when nothing older comes. */
const afterPageOfUnknownLength = (walk: Walk, { isEmpty, scrobbles }: HistoryPage): Walk | Walked => {
  const { from, nextPage, to, user } = walk
  const oldest = Math.min(...scrobbles.map(({ playedAt }) => playedAt / 1000))
  return isEmpty || oldest >= (walk.oldest ?? Infinity)
    ? { user, through: to }
    : { user, ...(from === undefined ? {} : { from }), to, nextPage: nextPage + 1, oldest }
}

/**
 * The walk's position after a page. Scrobbles deleted since the page before have pulled later ones forward, by at
 * most as many places as `total` shrank, so the walk goes back by that many. Late scrobbles push others to later
 * pages: those are seen twice, which is harmless.
 */
export const afterPage = (walk: Walk, page: HistoryPage): Walk | Walked => {
  const { totalPages } = page
  if (totalPages === undefined) return afterPageOfUnknownLength(walk, page)
  const pagesLeft = (walk.pagesLeft ?? 2 * totalPages + 100) - 1
  const shrunkBy = Math.max(0, (walk.total ?? 0) - (page.total ?? Infinity))
  const pagesBack = Math.ceil(shrunkBy / Math.max(1, page.perPage ?? 1))
  const nextPage = Math.max(1, walk.nextPage + (pagesBack === 0 ? 1 : -pagesBack))
  if (nextPage > totalPages || pagesLeft <= 0) return { user: walk.user, through: walk.to }
  const { total: _, ...rest } = walk
  return { ...rest, nextPage, pagesLeft, ...(page.total === undefined ? {} : { total: page.total }) }
}
