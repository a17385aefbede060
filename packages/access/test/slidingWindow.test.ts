import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import { allowanceOf, SlidingWindow, SlidingWindows, windowMillis } from "../src/index.ts"

const within = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

/** Times that mostly share a window, with repeats of the same millisecond and the window's own edge among them. */
const steps = Arbitrary.array(
  Arbitrary.map(
    Arbitrary.schema(Schema.Struct({ kind: within(0, 3), millis: within(1, 30_000) })),
    ({ kind, millis }) => [0, millis, Math.ceil(millis / 100), windowMillis - 1][kind] ?? 0,
  ),
  { maxLength: 60 },
)

const start = Date.UTC(2024, 4, 6)

/** The reference for the window: a plain list of times. */
class PlainWindow {
  times: ReadonlyArray<number> = []
  add(now: number) {
    this.times = [...this.times, now]
  }
  counted(now: number) {
    return this.times.filter((time) => now < time + windowMillis)
  }
}

/** Plays the steps on a window and on its model, and looks at both after each. */
const onBoth = (
  millis: ReadonlyArray<number>,
  peek: (window: SlidingWindow, plain: PlainWindow, now: number) => void,
) => {
  const window = new SlidingWindow()
  const plain = new PlainWindow()
  let now = start
  for (const step of millis) {
    now += step
    window.add(now)
    plain.add(now)
    peek(window, plain, now)
  }
  for (const later of [1, 29_999, windowMillis - 1, windowMillis, 2 * windowMillis])
    peek(window, plain, now + later)
}

describe("a sliding window", () => {
  it.prop("counts the requests of the last 60 seconds, each from its own time", [steps], ([millis]) => {
    onBoth(millis, (window, plain, now) => assert.strictEqual(window.count(now), plain.counted(now).length))
  })

  it.prop(
    "is reset when the oldest request that counts leaves it; now when none counts",
    [steps],
    ([millis]) => {
      onBoth(millis, (window, plain, now) => {
        window.count(now)
        const oldest = plain.counted(now)[0]
        assert.strictEqual(window.resetAt(now), oldest === undefined ? now : oldest + windowMillis)
      })
    },
  )

  it.prop("is never reset in the past, counted before or not", [steps], ([millis]) => {
    onBoth(millis, (window, _, now) => assert.isAtLeast(window.resetAt(now), now))
  })

  it.prop(
    "when it is full is free at the first millisecond at which fewer than the limit count",
    [steps, within(1, 8)],
    ([millis, limit]) => {
      onBoth(millis, (window, plain, now) => {
        if (plain.counted(now).length < limit) return
        const free = window.freeAt(now, limit)
        assert.isBelow(plain.counted(free).length, limit)
        assert.isAtLeast(plain.counted(free - 1).length, limit)
      })
    },
  )

  it.prop("is free now when it is not full", [steps], ([millis]) => {
    onBoth(millis, (window, plain, now) => {
      assert.strictEqual(window.freeAt(now, plain.counted(now).length + 1), now)
    })
  })

  it.prop(
    "counts nothing for longer than 60 seconds after the latest time seen, even if the clock is set back",
    [Arbitrary.array(Arbitrary.schema(within(0, 200_000)), { maxLength: 40 })],
    ([times]) => {
      const window = new SlidingWindow()
      for (const time of times) window.add(start + time)
      const latest = start + Math.max(0, ...times)
      assert.strictEqual(window.count(latest + windowMillis), 0)
    },
  )

  it.prop(
    "is free when fewer than the limit count, though the clock was set back in between",
    [Arbitrary.array(Arbitrary.schema(within(0, 50_000)), { minLength: 1, maxLength: 20 }), within(1, 4)],
    ([times, limit]) => {
      const window = new SlidingWindow()
      for (const time of times) window.add(start + time)
      const latest = start + Math.max(...times)
      if (window.count(latest) < limit) return
      const free = window.freeAt(latest, limit)
      assert.isAtLeast(window.count(free - 1), limit)
      assert.isBelow(window.count(free), limit)
    },
  )

  it("stays right over more requests than it keeps entries of the past", () => {
    const steps = Array.from({ length: 3_000 }, (_, at) => (at % 3 === 0 ? 0 : 90))
    onBoth(steps, (window, plain, now) => {
      plain.times = plain.counted(now)
      assert.strictEqual(window.count(now), plain.times.length)
    })
  })
})

describe("an allowance", () => {
  it.prop(
    "is never exceeded in any 60 seconds, and refuses no one needlessly",
    [steps, within(1, 8)],
    ([millis, limit]) => {
      const window = new SlidingWindow()
      const plain = new PlainWindow()
      let now = start
      for (const step of millis) {
        now += step
        const { remaining, retryAfter } = allowanceOf(window, true, limit, { now: now, wall: now })
        assert.strictEqual(remaining, limit - plain.counted(now).length)
        if (remaining > 0) {
          window.add(now)
          plain.add(now)
        } else {
          assert.isAtLeast(retryAfter, 1)
          assert.isBelow(plain.counted(now + retryAfter * 1000).length, limit)
        }
      }
    },
  )

  it("leaves out the parts of other servers, and is never negative", () => {
    const window = new SlidingWindow()
    window.add(start)
    const clocks = { now: start, wall: start }
    assert.strictEqual(allowanceOf(window, true, 10, clocks, [{ slots: 4, until: start + 1 }]).remaining, 5)
    assert.strictEqual(allowanceOf(window, true, 10, clocks, [{ slots: 12, until: start + 1 }]).remaining, 0)
    assert.deepStrictEqual(allowanceOf(window, false, 1, { now: start + 500, wall: start + 500 }), {
      allowed: false,
      limit: 1,
      remaining: 0,
      resetAt: start + windowMillis,
      retryAfter: 60,
    })
  })
})

describe("the windows of all subjects", () => {
  it("keep subjects apart", () => {
    const windows = new SlidingWindows()
    windows.window("one", start).add(start)
    assert.strictEqual(windows.window("one", start).count(start), 1)
    assert.strictEqual(windows.window("other", start).count(start), 0)
  })

  it("forget subjects that were idle for a minute, and no other", () => {
    const windows = new SlidingWindows()
    const idle = windows.window("idle", start)
    idle.add(start)
    const busy = windows.window("busy", start)
    busy.add(start + windowMillis - 1)
    windows.window("another", start + windowMillis)
    assert.notStrictEqual(windows.window("idle", start + windowMillis), idle)
    assert.strictEqual(windows.window("busy", start + windowMillis), busy)
  })

  it("do not forget a subject that still counts, however often others come", () => {
    const windows = new SlidingWindows()
    const mine = windows.window("mine", start)
    for (let second = 0; second < 600; second++) {
      const now = start + second * 1000
      if (second % 59 === 0) windows.window("mine", now).add(now)
      windows.window(`visitor ${second}`, now).add(now)
    }
    assert.strictEqual(windows.window("mine", start + 600_000), mine)
  })
})
