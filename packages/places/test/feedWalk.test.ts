import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Schema from "effect/Schema"
import { TestClock } from "effect/testing"
import { call, Feed, Kept, outage } from "./feed.ts"

const share = Schema.Literals([0, 0.1, 0.3, 0.5, 0.7, 0.9, 1])

/** The events that may happen before a page gets a response, while it is stored, or between two calls. */
const Event = Schema.Struct({
  kind: Schema.Literals([
    "nothing",
    "nothing",
    "add",
    "add",
    "delete",
    "fail",
    "killed before the response",
    "killed before the commit",
    "killed after the commit",
  ]),
  count: Schema.Literals([1, 1, 2, 3, 9]),
  /** Seconds between added check-ins: some share one. */
  apart: Schema.Literals([0, 0, 1, 60]),
  where: share,
})
type Event = typeof Event.Type

const History = Schema.Struct({
  pageSize: Schema.Literals([3, 4, 5, 8]),
  callPages: Schema.Literals([1, 2, 4]),
  latestFirst: Schema.Boolean,
  miscount: Schema.Literals([0, 0, 0, 1, 3, 12, -1, -3]),
  start: Schema.Literals([0, 1, 2, 5, 12, 40]),
  apart: Schema.Literals([0, 1, 60]),
  rejectedEvery: Schema.Literals([0, 0, 1, 2, 5]),
  events: Schema.Array(Event).check(Schema.isBetweenLength(0, 40)),
})
type History = typeof History.Type

const killed = Effect.die("killed")

/** Runs the events, one at each page and one between calls, then undisturbed calls until nothing remains. */
const live = Effect.fnUntraced(function* (
  history: Omit<History, "miscount"> & { readonly miscount: number },
  /** Another kind of addition. */
  add: (feed: Feed, event: Event) => void,
  /** Called each time that nothing remains. */
  onDone: (feed: Feed, kept: Kept) => void,
  {
    callItems = history.pageSize * history.callPages,
    maxSynced = callItems,
    changesWithinCalls = history.miscount === 0,
  }: { callItems?: number; maxSynced?: number; changesWithinCalls?: boolean } = {},
) {
  const { events, pageSize } = history
  const feed = new Feed(history.latestFirst)
  const kept = new Kept()
  feed.miscount = history.miscount
  feed.rejectedEvery = history.rejectedEvery
  // More than these do not fit on a page that overlaps the one before.
  feed.maxPerSecond = pageSize - 2
  feed.grow(history.start, history.apart)
  const left = [...events]
  const change = (event: Event | undefined) => {
    if (event?.kind === "add") add(feed, event)
    if (event?.kind === "delete") feed.remove(Math.floor(event.where * feed.checkIns.length), event.count)
  }
  let next: Event | undefined
  feed.before = Effect.suspend(() => {
    next = left.shift()
    // Where the count is wrong the end of the feed is looked at by its own call, and what is added as it is called
    // for is added after the page that it belongs to.
    if (changesWithinCalls) change(next)
    if (next?.kind === "fail") return Effect.fail(outage)
    return next?.kind === "killed before the response" ? killed : Effect.void
  })
  kept.before = Effect.suspend(() => (next?.kind === "killed before the commit" ? killed : Effect.void))
  kept.after = Effect.suspend(() => (next?.kind === "killed after the commit" ? killed : Effect.void))

  const bounds = { pageSize, callItems }
  let calls = 0
  let peace = 0
  while (true) {
    const troubled = left.length > 0
    const end = yield* Effect.exit(call(feed, kept, bounds))
    calls += 1
    if (Exit.isSuccess(end)) {
      assert.isAtMost(end.value.itemsSynced, maxSynced, "one call brought too many")
      if (end.value.remaining === 0) onDone(feed, kept)
      if (!troubled && end.value.remaining === 0) return { feed, kept, calls }
    } else {
      // A fault of the test itself, or of the walk, must not pass for one of the history's.
      const reason = end.cause.reasons[0]
      if (reason !== undefined && Cause.isDieReason(reason)) assert.strictEqual(reason.defect, "killed")
    }
    yield* TestClock.adjust("1 second")
    if (!troubled) assert.isBelow((peace += 1), 200, "the walk comes to no end")
    change(left.shift())
  }
})

const grow = (feed: Feed, { apart, count }: Event) => feed.grow(count, apart)

const growAnywhere = (feed: Feed, event: Event) => {
  const oldest = (feed.checkIns.at(-1)?.checkedInAt ?? 0) / 1000
  const second = Math.floor(oldest + event.where * (feed.newest - oldest))
  for (let index = 0; index < event.count; index++) feed.add(second - event.apart)
}

const many = { timeout: 120_000, arbitrary: { runs: 1_000, size: 60 } }

describe("a walk over a feed", () => {
  it.effect.prop(
    "has stored the whole feed once nothing remains, whatever was added or deleted, and wherever it was cut",
    [History],
    ([history]) => live(history, grow, (feed, kept) => assert.deepStrictEqual(kept.missing(feed), [])),
    many,
  )

  it.effect.prop(
    "has also stored what was added with an older date, if nothing is deleted",
    [History],
    ([history]) =>
      live(
        {
          ...history,
          miscount: Math.abs(history.miscount),
          events: history.events.map((event) =>
            event.kind === "delete" ? { ...event, kind: "add" } : event,
          ),
        },
        (feed, event) => (event.where < 0.5 ? growAnywhere(feed, event) : grow(feed, event)),
        (feed, kept) => assert.deepStrictEqual(kept.missing(feed), []),
        // Older ones that were added are stored next to the ones that are walked over.
        { maxSynced: Infinity },
      ),
    many,
  )

  it.effect.prop(
    "has stored all in one call, whatever was added with whatever date, or deleted, before it, if a call can walk it all",
    [History],
    ([history]) =>
      live(
        history,
        (feed, event) => (event.where < 0.5 ? growAnywhere(feed, event) : grow(feed, event)),
        (feed, kept) => assert.deepStrictEqual(kept.missing(feed), []),
        { callItems: 1_000, changesWithinCalls: false },
      ),
    many,
  )
})
