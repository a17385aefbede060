import { cursorCodec } from "@daybook/kernel"
import * as Schema from "effect/Schema"

const Seconds = Schema.Natural

/** The stretch of time still to be read, and its next page. */
export const Window = Schema.Struct({
  after: Seconds,
  before: Schema.optionalKey(Seconds),
  page: Schema.Int.check(Schema.isGreaterThanOrEqualTo(1)),
})
export type Window = typeof Window.Type

/**
 * Raised where more is read of each activity: an earlier cursor then reads everything again. Since 2 names, lines, heart
 * rates and shoes are read, since 3 all sports.
 */
export const reads = 3

const Read = { setting: Schema.String, reads: Schema.Literal(reads) }

/** The first reading of all activities until it `began`. */
const Walk = Schema.Struct({ ...Read, began: Seconds, window: Window })

/** Everything was read, last at `through`. */
const Walked = Schema.Struct({ ...Read, through: Seconds })

/** `setting` identifies the configured refresh token that the cursor belongs to. */
export const cursors = cursorCodec(Schema.Union([Walk, Walked]))

const orderOf = (starts: ReadonlyArray<number>): "rising" | "falling" | "none" => {
  const steps = starts.slice(1).map((start, at) => start - (starts[at] ?? start))
  if (steps.some((step) => step > 0)) return steps.some((step) => step < 0) ? "none" : "rising"
  return steps.some((step) => step < 0) ? "falling" : "none"
}

/**
 * The rest of the window after a page with activities that started at `starts`, in their order. Strava documents no
 * order: with only `after` clients find the oldest first, with `before` the newest. The window closes from the side
 * that the page has covered, up to its last activity, since another may have started in the same second. So additions
 * and deletions between two calls hide nothing, as they would with page numbers. These serve if a window cannot
 * close: all of a page started in one second, or is in no order.
 */
export const afterPage = (window: Window, starts: ReadonlyArray<number>): Window => {
  const last = starts.at(-1)
  const order = orderOf(starts)
  if (last !== undefined && order === "rising" && last - 1 > window.after) {
    return { ...window, after: last - 1, page: 1 }
  }
  if (last !== undefined && order === "falling" && last + 1 < (window.before ?? Infinity)) {
    return { ...window, before: last + 1, page: 1 }
  }
  return { ...window, page: window.page + 1 }
}
