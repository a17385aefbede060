import { cursorCodec } from "@daybook/kernel"
import * as Schema from "effect/Schema"
import { pageSize } from "./lists.ts"

const Millis = Schema.Int

/** A walk through one of the two histories between two moments, newest first, page by page. */
const Walk = Schema.Struct({
  /** Unset where it goes back to the beginning. */
  from: Schema.optionalKey(Millis),
  /** Fixed when the walk starts, so that what is watched meanwhile does not shift its pages. */
  to: Millis,
  page: Schema.Int.check(Schema.isGreaterThanOrEqualTo(1)),
  /** How many watches the window held when the last page came. */
  total: Schema.optionalKey(Schema.Natural),
  /** How many more pages it may ask for, so that pages that never settle cannot keep it for ever. */
  pagesLeft: Schema.optionalKey(Schema.Int),
  /** Whether it goes over what a walk before it has not seen whole. */
  again: Schema.optionalKey(Schema.Boolean),
})
export type Walk = typeof Walk.Type

/** Everything up to `through` was walked. */
const Walked = Schema.Struct({
  through: Millis,
  /** How many watches there were then before the next walk begins; undefined where Trakt does not say. */
  older: Schema.optionalKey(Schema.Natural),
  /** Not all of it was seen: everything is to be walked again. */
  again: Schema.optionalKey(Schema.Boolean),
})
export type Walked = typeof Walked.Type

/** Where the reading of an account stands. */
export const Position = Schema.Struct({
  movies: Schema.optionalKey(Schema.Union([Walk, Walked])),
  episodes: Schema.optionalKey(Schema.Union([Walk, Walked])),
  /** The latest rating that was read. */
  rated: Schema.optionalKey(Millis),
  /** A digest of the ratings when they were last read whole. */
  ratings: Schema.optionalKey(Schema.String),
  /** When shows' numbers of episodes were read. */
  counted: Schema.optionalKey(Millis),
})
export type Position = typeof Position.Type

export const cursors = cursorCodec(Position)

export const isWalk = (position: Walk | Walked): position is Walk => "page" in position

/** What a page says of its list. */
export interface PageOfHistory {
  readonly items: number
  readonly pages: number | undefined
  readonly total: number | undefined
}

// Players that were offline report late, as with scrobbles; storing a watch again changes nothing.
const lateMillis = 14 * 86_400_000

/** From when the walk after this one goes. */
export const nextFrom = (through: number): number => through - lateMillis

/**
 * The walk after the last one. People mark as watched what they saw years ago: where the number of what is older than
 * the walk has changed since, everything is walked again.
 */
export const startWalk = (last: Walked | undefined, older: number | undefined, now: number): Walk =>
  last === undefined || last.again === true || last.older !== older
    ? { to: now, page: 1, ...(last?.again === true ? { again: true } : {}) }
    : { from: nextFrom(Math.min(last.through, now)), to: now, page: 1 }

/**
 * Where the walk stands after a page; undefined at its end. What was removed since the page before has pulled later
 * watches forward, at most as many places as the total shrank by, so the walk goes back by that many. What came late
 * pushes others to later pages: those are seen twice, which is harmless.
 */
export const afterPage = (walk: Walk, { items, pages, total }: PageOfHistory): Walk | undefined => {
  const pagesLeft = (walk.pagesLeft ?? 2 * (pages ?? 10_000) + 100) - 1
  const shrunkBy = Math.max(0, (walk.total ?? 0) - (total ?? Infinity))
  const page = Math.max(1, walk.page + (shrunkBy === 0 ? 1 : -Math.ceil(shrunkBy / pageSize)))
  const isLast = pages === undefined ? items < pageSize : page > pages
  if (isLast || pagesLeft <= 0) return undefined
  const { total: _, ...rest } = walk
  return { ...rest, page, pagesLeft, ...(total === undefined ? {} : { total }) }
}
