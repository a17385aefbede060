import { AttendingStore, type FeedEntry, SourceRowId } from "@daybook/attending"
import type { DataVersions } from "@daybook/kernel"
import { readPages } from "@daybook/kernel/contract"
import { assert, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { entry, event } from "./events.ts"

const pending = Effect.flatMap(AttendingStore, (store) => readPages(store.pendingSources, 2))

const summaries = Effect.map(pending, (rows) =>
  rows.map(({ rawData, sourceRef }) => [sourceRef, rawData["summary"]]),
)

const storeEntries = (entries: ReadonlyArray<FeedEntry>, cursor = "1") =>
  Effect.flatMap(AttendingStore, (store) => store.storeEntries(entries, { source: "calendar", cursor }))

/** Stores an event for the row. */
const promote = (id: SourceRowId) =>
  Effect.flatMap(AttendingStore, (store) =>
    store.change((transaction) =>
      Effect.flatMap(transaction.addEvent(event()), (eventId) =>
        Effect.as(transaction.linkSource(id, eventId), eventId),
      ),
    ),
  )

/** Contract: source rows and the cursors of feeds. */
export const sourcesContract = (fresh: () => Layer.Layer<AttendingStore | DataVersions>): void => {
  const test = (name: string, body: Effect.Effect<void, never, AttendingStore | DataVersions>) =>
    it.effect(name, () => Effect.provide(body, fresh()))

  test(
    "a dismissed row is pending no more, whatever its feed reports, until it is brought back",
    Effect.gen(function* () {
      const store = yield* AttendingStore
      yield* storeEntries([entry("one", "A concert"), entry("two", "A game")])
      const [one] = yield* pending
      if (one === undefined) return assert.fail("two rows are pending")
      assert.isTrue(yield* store.dismissSource(one.id, true))
      assert.deepStrictEqual(yield* summaries, [["two", "A game"]])
      yield* storeEntries([entry("one", "A concert, moved")], "2")
      yield* storeEntries([entry("one", undefined)], "3")
      yield* storeEntries([entry("one", "A concert again")], "4")
      assert.deepStrictEqual(yield* summaries, [["two", "A game"]])
      assert.isTrue(yield* store.dismissSource(one.id, false))
      assert.deepStrictEqual(
        (yield* summaries).map(([ref]) => ref),
        ["one", "two"],
      )
      assert.isFalse(yield* store.dismissSource(SourceRowId.make(one.id + 1_000), true))
      const eventId = yield* promote(one.id)
      assert.isAbove(eventId, 0)
      assert.isFalse(yield* store.dismissSource(one.id, true), "dismissed what is an event")
    }),
  )

  test(
    "a row is returned as it came, and a known reference finds the stored row",
    Effect.gen(function* () {
      const store = yield* AttendingStore
      // All of JSON, including the order of members.
      const rawData = { b: [1.5, null, true, { z: "\u0000 \ud800 ☂" }], a: "" }
      const first = yield* store.addSource({ sourceType: "manual", sourceRef: "one", rawData })
      assert.isTrue(first.added)
      assert.deepStrictEqual(first.row, {
        id: first.row.id,
        sourceType: "manual",
        sourceRef: "one",
        rawData,
        eventId: undefined,
        createdAt: yield* Clock.currentTimeMillis,
      })
      assert.strictEqual(JSON.stringify(first.row.rawData), JSON.stringify(rawData))
      const again = yield* store.addSource({ sourceType: "manual", sourceRef: "one", rawData: {} })
      assert.deepStrictEqual(again, { row: first.row, added: false })
      const other = yield* store.addSource({ sourceType: "mail", sourceRef: "one", rawData: {} })
      assert.isTrue(other.added)
      assert.deepStrictEqual(yield* store.source(first.row.id), Option.some(first.row))
      assert.isTrue(Option.isNone(yield* store.source(SourceRowId.make(other.row.id + 1_000))))
    }),
  )

  test(
    "rows that are not events yet are listed oldest first",
    Effect.gen(function* () {
      const store = yield* AttendingStore
      for (const sourceRef of ["a", "b", "c", "d", "e"])
        yield* store.addSource({ sourceType: "manual", sourceRef, rawData: {} })
      const [, second] = yield* pending
      if (second === undefined) return assert.fail("five rows are pending")
      const eventId = yield* promote(second.id)
      assert.deepStrictEqual(
        (yield* pending).map(({ sourceRef }) => sourceRef),
        ["a", "c", "d", "e"],
      )
      const row = Option.getOrThrow(yield* store.source(second.id))
      assert.strictEqual(row.eventId, eventId)
    }),
  )

  test(
    "entries of a feed are rows once, however often they come, and its cursor is saved with them",
    Effect.gen(function* () {
      const store = yield* AttendingStore
      assert.isTrue(Option.isNone(yield* store.cursor("calendar")))
      assert.strictEqual(yield* storeEntries([entry("a", "A"), entry("b", "B"), entry("a", "A")]), 2)
      assert.strictEqual(yield* storeEntries([entry("b", "B"), entry("a", "A")], "2"), 0)
      assert.deepStrictEqual(yield* summaries, [
        ["a", "A"],
        ["b", "B"],
      ])
      assert.deepStrictEqual(yield* store.cursor("calendar"), Option.some("2"))
      assert.isTrue(Option.isNone(yield* store.cursor("mail")))
      assert.strictEqual(yield* storeEntries([], "3"), 0)
      assert.deepStrictEqual(yield* store.cursor("calendar"), Option.some("3"))
    }),
  )

  test(
    "a pending row follows its entry: it changes with it and goes with it",
    Effect.gen(function* () {
      yield* storeEntries([entry("a", "A"), entry("b", "B")])
      const [before] = yield* pending
      assert.strictEqual(
        yield* storeEntries([entry("a", "A2"), entry("b", undefined), entry("never", undefined)]),
        2,
      )
      const after = yield* pending
      assert.deepStrictEqual(yield* summaries, [["a", "A2"]])
      assert.strictEqual(after[0]?.id, before?.id)
    }),
  )

  test(
    "an event stays as it is when the entry it was made from changes or goes",
    Effect.gen(function* () {
      const store = yield* AttendingStore
      yield* storeEntries([entry("a", "A")])
      const [row] = yield* pending
      if (row === undefined) return assert.fail("a row is pending")
      const eventId = yield* promote(row.id)
      assert.strictEqual(yield* storeEntries([entry("a", "A2"), entry("a", undefined)]), 0)
      assert.deepStrictEqual(yield* store.source(row.id), Option.some({ ...row, eventId }))
      assert.deepStrictEqual(yield* pending, [])
    }),
  )
}
