import { cursorCodec } from "@daybook/kernel"
import * as Schema from "effect/Schema"
import { pageSize } from "./lists.ts"

const Millis = Schema.Int

/** A walk through one of the two histories between two moments, newest first, page by page. */
const Walk = Schema.Struct({
  /** Unset when it returns to the beginning. */
  from: Schema.optionalKey(Millis),
  /** Fixed when the walk starts, so that new watches do not shift its pages. */
  to: Millis,
  page: Schema.Int.check(Schema.isGreaterThanOrEqualTo(1)),
  /** The number of watches in the window when the last page came. */
  total: Schema.optionalKey(Schema.Natural),
  /** The number of pages that it may still request, so that a list that never settles cannot hold it forever. */
  pagesLeft: Schema.optionalKey(Schema.Int),
  /** True for the repetition of a walk that was incomplete. */
  again: Schema.optionalKey(Schema.Boolean),
})
export type Walk = typeof Walk.Type

/** Everything up to `through` was walked. */
const Walked = Schema.Struct({
  through: Millis,
  /** The number of watches before the beginning of the next walk; undefined where Trakt does not say. */
  older: Schema.optionalKey(Schema.Natural),
  /** The walk was incomplete: everything is to be walked again. */
  again: Schema.optionalKey(Schema.Boolean),
})
export type Walked = typeof Walked.Type

/** The position of the reading of an account. */
export const Position = Schema.Struct({
  movies: Schema.optionalKey(Schema.Union([Walk, Walked])),
  episodes: Schema.optionalKey(Schema.Union([Walk, Walked])),
  /** The time of the latest rating read. */
  rated: Schema.optionalKey(Millis),
  /** A digest of the ratings at their last complete reading. */
  ratings: Schema.optionalKey(Schema.String),
  /** The time when shows' numbers of episodes were read. */
  counted: Schema.optionalKey(Millis),
})
export type Position = typeof Position.Type

export const cursors = cursorCodec(Position)

export const isWalk = (position: Walk | Walked): position is Walk => "page" in position

/** The size of the list, as a page states it. */
export interface PageOfHistory {
  readonly items: number
  readonly pages: number | undefined
  readonly total: number | undefined
}

// Players that were offline report late, as with scrobbles; storing a watch again changes nothing.
const lateMillis = 14 * 86_400_000

/** The beginning of the walk after this one. */
export const nextFrom = (through: number): number => through - lateMillis

/**
 * The walk after the last one. People mark films as watched years later: where the number of watches older than the
 * walk has changed, everything is walked again.
 */
export const startWalk = (last: Walked | undefined, older: number | undefined, now: number): Walk =>
  last === undefined || last.again === true || last.older !== older
    ? { to: now, page: 1, ...(last?.again === true ? { again: true } : {}) }
    : { from: nextFrom(Math.min(last.through, now)), to: now, page: 1 }

/**
 * The walk's position after a page; undefined at its end. Watches removed since the page before have pulled later
 * ones forward, by at most as many places as the total shrank, so the walk goes back by that many. Late watches push
 * others to later pages: those are seen twice, which is harmless.
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
