import { cursorCodec } from "@daybook/kernel"
import * as Schema from "effect/Schema"

/** A walk through a collection, in the order in which records were added, page by page. */
export const Walk = Schema.Struct({
  user: Schema.String,
  nextPage: Schema.Int.check(Schema.isGreaterThanOrEqualTo(1)),
  /** The size of the collection when the last page came. */
  items: Schema.optionalKey(Schema.Natural),
  /** The number of pages that the walk may still request, so that a list that never settles cannot hold it forever. */
  pagesLeft: Schema.optionalKey(Schema.Int),
})
export type Walk = typeof Walk.Type

/** The collection was walked to its end. */
export const Walked = Schema.Struct({ user: Schema.String })
export type Walked = typeof Walked.Type

export const cursors = cursorCodec(Schema.Union([Walk, Walked]))

export const isWalk = (position: Walk | Walked): position is Walk => "nextPage" in position

export const startWalk = (user: string): Walk => ({ user, nextPage: 1 })

/** The walk from its beginning again: its page lies behind the end now, so all pages have moved. */
export const startAgain = ({ pagesLeft = 20, user }: Walk): Walk => ({
  user,
  nextPage: 1,
  pagesLeft: pagesLeft - 1,
})

/** The size of the whole collection, as a page states it. */
export interface PageSize {
  readonly items: number
  readonly pages: number
  readonly perPage: number
}

/**
 * The walk's position after a page. New records come at the end. Records removed since the page before have pulled
 * later ones forward, by as many places as the collection shrank, so the walk goes back by that many.
 */
export const afterPage = (walk: Walk, { items, pages, perPage }: PageSize): Walk | Walked => {
  const pagesLeft = (walk.pagesLeft ?? 2 * pages + 20) - 1
  const pagesBack = Math.ceil(Math.max(0, (walk.items ?? 0) - items) / Math.max(1, perPage))
  const nextPage = Math.max(1, walk.nextPage + (pagesBack === 0 ? 1 : -pagesBack))
  return nextPage > pages || pagesLeft <= 0
    ? { user: walk.user }
    : { user: walk.user, nextPage, items, pagesLeft }
}
