import {
  type BoundedRow,
  type DueRows,
  maxRejectedRows,
  RejectedRowId,
  RejectedRowStore,
} from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { TestClock } from "effect/testing"
import { readPages } from "./pages.ts"

const rejected = (ref: string, more: Partial<BoundedRow> = {}): BoundedRow => ({
  source: "lastfm",
  ref,
  kind: "row",
  raw: `{"name":"${ref}"}`,
  whole: true,
  reason: "artist: Missing key",
  ...more,
})

const everything = { page: 1, limit: 100 }

/** The contract of a `RejectedRowStore`. `fresh` returns a layer with nothing set aside, built again for each test. */
export const setAsideContract = (adapter: string, fresh: () => Layer.Layer<never>): void => {
  const test = (name: string, body: Effect.Effect<void>) =>
    it.effect(name, () => Effect.provide(body, fresh()))

  const due = (more: Partial<DueRows> = {}) =>
    Effect.gen(function* () {
      const store = yield* RejectedRowStore
      const asked = {
        domain: "listening",
        source: "lastfm",
        version: "1",
        now: 0,
        after: 0,
        limit: 100,
      } as const
      return (yield* store.due({ ...asked, ...more })).map(({ ref }) => ref)
    })

  describe(`${adapter}: rows that are set aside`, () => {
    test(
      "are listed with everything known of them, the newest first, by page",
      Effect.gen(function* () {
        const store = yield* RejectedRowStore
        assert.deepStrictEqual(yield* store.list(everything), { items: [], total: 0 })
        yield* TestClock.setTime(60_123)
        const hostile = rejected("🎧\u200f", { raw: '{"name":"é🎧\\u0000\\ud83d"}', reason: "naïve 🎧" })
        assert.strictEqual(yield* store.keep("listening", "lastfm", "1", [rejected("a"), hostile]), 0)
        yield* store.keep("reading", "readwise", "1", [
          rejected("a", { source: "readwise", kind: "item", tryAt: 90_456 }),
        ])
        const listed = yield* readPages(store.list, 2)
        const [last, second] = listed
        assert.deepStrictEqual(
          listed.map(({ domain, ref }) => `${domain} ${ref}`),
          ["reading a", "listening 🎧\u200f", "listening a"],
        )
        assert.deepStrictEqual(last, {
          ...rejected("a", { source: "readwise", kind: "item", tryAt: 90_456 }),
          id: last?.id ?? 0,
          domain: "reading",
          version: "1",
          firstSeenAt: 60_123,
          lastSeenAt: 60_123,
          tries: 1,
        })
        assert.strictEqual(second?.raw, hostile.raw)
        assert.isAbove(last?.id ?? 0, second?.id ?? 0)
      }),
    )

    test(
      "are stored once by domain, source and ref: again they count a try more and take what is new",
      Effect.gen(function* () {
        const store = yield* RejectedRowStore
        yield* TestClock.setTime(1_000)
        yield* store.keep("listening", "lastfm", "1", [
          rejected("a", { tryAt: 5_000 }),
          rejected("a", { tryAt: 6_000 }),
        ])
        yield* store.keep("listening", "other", "1", [rejected("a", { source: "other" })])
        yield* TestClock.setTime(9_000)
        yield* store.keep("listening", "lastfm", "2", [
          rejected("a", { raw: "{}", reason: "name: Missing key" }),
        ])
        const { items, total } = yield* store.list(everything)
        assert.strictEqual(total, 2)
        const again = items.find(({ source }) => source === "lastfm")
        assert.deepStrictEqual(again, {
          ...rejected("a", { raw: "{}", reason: "name: Missing key" }),
          id: again?.id ?? 0,
          domain: "listening",
          version: "2",
          firstSeenAt: 1_000,
          lastSeenAt: 9_000,
          tries: 2,
        })
      }),
    )

    test(
      "are bounded: past the bound new ones are counted as lost, and known ones still taken",
      Effect.gen(function* () {
        const store = yield* RejectedRowStore
        const rows = Array.from({ length: maxRejectedRows + 7 }, (_, index) => rejected(String(index)))
        assert.strictEqual(yield* store.keep("listening", "lastfm", "1", rows.slice(0, 600)), 0)
        assert.strictEqual(yield* store.keep("listening", "lastfm", "1", rows), 7)
        assert.strictEqual(yield* store.keep("listening", "lastfm", "1", rows.slice(0, 3)), 0)
        assert.strictEqual((yield* store.list(everything)).total, maxRejectedRows)
        assert.strictEqual((yield* store.refs("listening", "lastfm")).size, maxRejectedRows)
        // Another source has its own space.
        assert.strictEqual(
          yield* store.keep("listening", "other", "1", [rejected("a", { source: "other" })]),
          0,
        )
      }),
    )

    test(
      "leave by domain, source and ref",
      Effect.gen(function* () {
        const store = yield* RejectedRowStore
        yield* store.keep("listening", "lastfm", "1", [rejected("a"), rejected("b"), rejected("c")])
        yield* store.keep("reading", "lastfm", "1", [rejected("a")])
        yield* store.remove("listening", "lastfm", ["a", "c", "unknown"])
        yield* store.remove("listening", "lastfm", [])
        assert.deepStrictEqual([...(yield* store.refs("listening", "lastfm"))], ["b"])
        assert.deepStrictEqual([...(yield* store.refs("reading", "lastfm"))], ["a"])
        assert.deepStrictEqual([...(yield* store.refs("listening", "other"))], [])
      }),
    )

    test(
      "are due when another version could not read them, or their time has come, unless they are cut",
      Effect.gen(function* () {
        const store = yield* RejectedRowStore
        yield* store.keep("listening", "lastfm", "1", [
          rejected("a"),
          rejected("b", { tryAt: 5_000 }),
          rejected("c", { whole: false }),
        ])
        yield* store.keep("listening", "lastfm", "0", [rejected("d"), rejected("e", { whole: false })])
        assert.deepStrictEqual(yield* due(), ["d"])
        assert.deepStrictEqual(yield* due({ now: 4_999 }), ["d"])
        assert.deepStrictEqual(yield* due({ now: 5_000 }), ["b", "d"])
        assert.deepStrictEqual(yield* due({ version: "2", limit: 2 }), ["a", "b"])
        assert.deepStrictEqual(yield* due({ domain: "reading", version: "2" }), [])
        assert.deepStrictEqual(yield* due({ source: "other", version: "2" }), [])
        const [first] = yield* store.due({
          domain: "listening",
          source: "lastfm",
          version: "2",
          now: 0,
          after: 0,
          limit: 1,
        })
        assert.deepStrictEqual(yield* due({ version: "2", after: first?.id ?? 0 }), ["b", "d"])
      }),
    )

    test(
      "are due when somebody requests all or for some, until they were tried",
      Effect.gen(function* () {
        const store = yield* RejectedRowStore
        yield* TestClock.setTime(1_000)
        yield* store.keep("listening", "lastfm", "1", [
          rejected("a"),
          rejected("b"),
          rejected("c", { whole: false }),
        ])
        const { items } = yield* store.list(everything)
        const [b] = items.filter(({ ref }) => ref === "b").map(({ id }) => id)
        assert.strictEqual(yield* store.retry([b, 999_999].map((id) => RejectedRowId.make(id ?? 0))), 1)
        assert.deepStrictEqual(yield* due({ now: 1_000 }), ["b"])
        assert.strictEqual(yield* store.retry(undefined), 2)
        assert.deepStrictEqual(yield* due({ now: 1_000 }), ["a", "b"])
        yield* store.keep("listening", "lastfm", "1", [rejected("a")])
        assert.deepStrictEqual(yield* due({ now: 1_000 }), ["b"])
        assert.strictEqual(yield* store.retry([]), 0)
      }),
    )

    test(
      "that are doubtful items are never tried, are found by their ids, and are long",
      Effect.gen(function* () {
        const store = yield* RejectedRowStore
        const raw = JSON.stringify({ track: "é🎧".repeat(20_000) })
        const item = { source: "GPX", kind: "doubtful" as const, tryAt: 0 }
        yield* store.keep("running", "GPX", "0", [
          rejected("a", { ...item, raw }),
          rejected("b", item),
          rejected("c", { ...item, whole: false }),
          rejected("d", { source: "GPX" }),
        ])
        assert.deepStrictEqual(yield* due({ domain: "running", source: "GPX", now: 1 }), ["d"])
        assert.strictEqual(yield* store.retry(undefined), 1)
        const { items } = yield* store.list(everything)
        const ids = items.map(({ id }) => id)
        assert.strictEqual(yield* store.retry(ids), 1)
        const found = yield* store.doubtful([...ids, RejectedRowId.make(999_999)])
        assert.deepStrictEqual(
          found.map(({ ref }) => ref),
          ["a", "b"],
        )
        assert.strictEqual(found[0]?.raw, raw)
        assert.deepStrictEqual(yield* store.doubtful(ids.slice(-1)), found.slice(0, 1))
        assert.deepStrictEqual(yield* store.doubtful([]), [])
        yield* store.remove("running", "GPX", ["a"])
        assert.lengthOf(yield* store.doubtful(ids), 1)
      }),
    )
  })
}
