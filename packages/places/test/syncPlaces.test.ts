import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import { call, checkInAt, Feed, Kept, outage } from "./feed.ts"

const bounds = { pageSize: 250, callItems: 1_000 }

/** Calls until nothing remains. Returns the items stored and remaining of each call. */
const callToTheEnd = Effect.fnUntraced(function* (feed: Feed, kept: Kept, some = bounds) {
  const calls: Array<readonly [itemsSynced: number, remaining: number]> = []
  while (calls.at(-1)?.[1] !== 0) {
    const { itemsSynced, remaining } = yield* call(feed, kept, some)
    calls.push([itemsSynced, remaining])
    assert.isBelow(calls.length, 50, "it comes to no end")
  }
  return calls
})

const walked = Effect.fnUntraced(function* (count: number) {
  const feed = new Feed()
  const kept = new Kept()
  feed.grow(count)
  yield* callToTheEnd(feed, kept)
  feed.asked.length = 0
  return { feed, kept }
})

describe("a sync of places", () => {
  it.effect("walks from the oldest check-in to the newest, over 1,000 a call", () =>
    Effect.gen(function* () {
      const feed = new Feed()
      const kept = new Kept()
      feed.grow(2_500)
      const { itemsSynced, remaining } = yield* call(feed, kept, bounds)
      assert.deepStrictEqual([itemsSynced, remaining], [1_000, 1_500])
      assert.deepStrictEqual(
        [...kept.checkIns.keys()].sort(),
        feed.checkIns
          .slice(1_500)
          .map(({ id }) => id)
          .sort(),
      )
      assert.deepStrictEqual(yield* callToTheEnd(feed, kept), [
        [1_000, 500],
        [500, 0],
      ])
      assert.strictEqual(kept.checkIns.size, 2_500)
      // The first call calls again, for how many there are.
      assert.isAtMost(feed.asked.length, 14)
      assert.isTrue(feed.asked.every(([, limit]) => limit === 250))
    }),
  )

  it.effect("calls once where little or nothing is new, and for all of a feed that fits into one call", () =>
    Effect.gen(function* () {
      const { feed, kept } = yield* walked(1_500)
      assert.deepStrictEqual(yield* callToTheEnd(feed, kept), [[0, 0]])
      feed.grow(3)
      assert.deepStrictEqual(yield* callToTheEnd(feed, kept), [[3, 0]])
      assert.deepStrictEqual(feed.asked, [
        [0, 250],
        [0, 250],
      ])
      const small = yield* walked(900)
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual(yield* callToTheEnd(small.feed, small.kept), [[0, 0]])
      assert.lengthOf(small.feed.asked, 5)
    }),
  )

  it.effect("of the owner without check-ins is at its end at once", () =>
    Effect.gen(function* () {
      const feed = new Feed()
      const kept = new Kept()
      assert.deepStrictEqual(yield* callToTheEnd(feed, kept), [[0, 0]])
      feed.grow(1)
      assert.deepStrictEqual(yield* callToTheEnd(feed, kept), [[1, 0]])
    }),
  )

  it.effect("continues where a call failed, and keeps earlier items", () =>
    Effect.gen(function* () {
      const feed = new Feed()
      const kept = new Kept()
      feed.grow(1_200)
      feed.before = Effect.suspend(() => (feed.asked.length === 3 ? Effect.fail(outage) : Effect.void))
      const failed = yield* Effect.flip(call(feed, kept, bounds))
      assert.strictEqual(failed.message, "feed: is down")
      assert.strictEqual(kept.checkIns.size, 249 + 248)
      feed.before = Effect.void
      assert.deepStrictEqual(yield* callToTheEnd(feed, kept), [[703, 0]])
    }),
  )

  it.effect("keeps deleted check-ins, and continues", () =>
    Effect.gen(function* () {
      const { feed, kept } = yield* walked(900)
      feed.remove(100, 30)
      feed.remove(0, 5)
      assert.deepStrictEqual(yield* callToTheEnd(feed, kept), [[0, 0]])
      feed.grow(300)
      assert.deepStrictEqual(yield* callToTheEnd(feed, kept), [[300, 0]])
      assert.strictEqual(kept.checkIns.size, 1_200)
    }),
  )

  it.effect("of a feed that changes too fast to be found in it again says that some remain", () =>
    Effect.gen(function* () {
      const { feed, kept } = yield* walked(1_500)
      feed.before = Effect.sync(() => feed.grow(260))
      const { itemsSynced, remaining } = yield* call(feed, kept, bounds)
      assert.strictEqual(itemsSynced, 0)
      assert.isAbove(remaining, 260)
      assert.isBelow(feed.asked.length, 25)
      feed.before = Effect.void
      yield* callToTheEnd(feed, kept)
      assert.deepStrictEqual(kept.missing(feed), [])
    }),
  )

  it.effect("finds a check-in that was added with an older date, by the count", () =>
    Effect.gen(function* () {
      const { feed, kept } = yield* walked(1_500)
      feed.add((feed.checkIns[1_200]?.checkedInAt ?? 0) / 1000 + 1)
      assert.deepStrictEqual(yield* callToTheEnd(feed, kept), [
        [1, 501],
        [0, 0],
      ])
      assert.deepStrictEqual(kept.missing(feed), [])
    }),
  )

  it.effect(
    "finds one that took the place of another at once, of the older ones of a long feed in a week",
    () =>
      Effect.gen(function* () {
        const exchange = (feed: Feed, index: number) => {
          const second = (feed.checkIns[index]?.checkedInAt ?? 0) / 1000
          feed.remove(index)
          feed.add(second + 1)
        }
        const { feed, kept } = yield* walked(1_500)
        const small = yield* walked(900)
        yield* TestClock.adjust("1 hour")
        exchange(small.feed, 800)
        assert.deepStrictEqual(yield* callToTheEnd(small.feed, small.kept), [[1, 0]])
        exchange(feed, 200)
        assert.deepStrictEqual(yield* callToTheEnd(feed, kept), [[1, 0]])
        exchange(feed, 800)
        assert.deepStrictEqual(yield* callToTheEnd(feed, kept), [[0, 0]])
        yield* TestClock.adjust("7 days")
        assert.deepStrictEqual(yield* callToTheEnd(feed, kept), [
          [1, 500],
          [0, 0],
        ])
        assert.deepStrictEqual(kept.missing(feed), [])
      }),
  )

  it.effect("skips more check-ins of one second than a page holds", () =>
    Effect.gen(function* () {
      const feed = new Feed()
      const kept = new Kept()
      feed.grow(10)
      feed.grow(40, 0)
      feed.grow(10)
      yield* callToTheEnd(feed, kept, { pageSize: 8, callItems: 20 })
      assert.deepStrictEqual(kept.missing(feed), [])
      assert.strictEqual((yield* call(feed, kept, { pageSize: 8, callItems: 20 })).remaining, 0)
    }),
  )

  it.effect("starts again with another account, and if its cursor cannot be read", () =>
    Effect.gen(function* () {
      const { feed, kept } = yield* walked(300)
      const other = new Feed()
      other.account = "someone else"
      other.checkIns = [
        checkInAt("long ago", 1),
        ...Array.from({ length: 299 }, (_, at) => checkInAt(`o${at}`, 0)),
      ]
      assert.deepStrictEqual(yield* callToTheEnd(other, kept), [[300, 0]])
      kept.cursors.set("feed", "?")
      feed.grow(1)
      assert.deepStrictEqual(yield* callToTheEnd(feed, kept), [[1, 0]])
    }),
  )

  it.effect("stores texts and positions that every store can keep", () =>
    Effect.gen(function* () {
      const feed = new Feed()
      const kept = new Kept()
      const position = { lat: 91, lng: 0 }
      feed.checkIns = [
        checkInAt("odd", 1, { venueName: `${"🎸".repeat(600)}`, shout: "a\0b\ud800", position }),
      ]
      yield* callToTheEnd(feed, kept)
      const odd = kept.checkIns.get("odd")
      assert.deepStrictEqual(
        [odd?.venueName, odd?.shout, odd?.position],
        ["🎸".repeat(250), "ab\ufffd", undefined],
      )
    }),
  )
})
