import { type AttendingFeed, AttendingFeeds, AttendingStore, syncAttending } from "@daybook/attending"
import { Sqlite, SqliteStorage } from "@daybook/storage-sqlite"
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"

const entries = ["a", "b", "c"].map((sourceRef) => ({
  sourceType: "calendar" as const,
  sourceRef,
  rawData: { summary: sourceRef, start: { date: "2024-05-06" } },
}))

/** A calendar of three entries, one a batch, that starts over at an unknown cursor. */
const calendar = () => {
  const cursors: Array<string | undefined> = []
  const feed: AttendingFeed = {
    name: "calendar",
    entries: (cursor) => {
      const from = Option.getOrUndefined(cursor)
      cursors.push(from)
      const start = from === undefined || from === "stale" ? 0 : Number(from)
      return Stream.fromIterable(
        entries.slice(start).map((entry, index) => ({ items: [entry], cursor: String(start + index + 1) })),
      )
    },
  }
  return { feed, cursors }
}

const stores = (feeds: ReadonlyArray<AttendingFeed>) =>
  Layer.mergeAll(
    SqliteStorage.layer().pipe(
      Layer.provide([Sqlite.layerMemory, DateTime.layerCurrentZoneNamed("UTC")]),
      Layer.orDie,
    ),
    Layer.succeed(AttendingFeeds, { configured: feeds, settings: "CALENDAR_TOKEN" }),
  )

const pending = Effect.flatMap(AttendingStore, (store) =>
  Effect.map(store.pendingSources({ page: 1, limit: 100 }), ({ items }) =>
    items.map(({ sourceRef }) => sourceRef),
  ),
)

describe("a sync of attending", () => {
  it.effect("stores a calendar's entries as pending rows, later only new ones", () => {
    const { cursors, feed } = calendar()
    return Effect.gen(function* () {
      assert.strictEqual((yield* syncAttending).itemsSynced, 3)
      assert.deepStrictEqual(yield* pending, ["a", "b", "c"])
      assert.strictEqual((yield* syncAttending).itemsSynced, 0)
      assert.deepStrictEqual(cursors, [undefined, "3"])
    }).pipe(Effect.provide(stores([feed])))
  })

  it.effect("a calendar that starts over duplicates nothing", () => {
    const { cursors, feed } = calendar()
    return Effect.gen(function* () {
      yield* syncAttending
      yield* (yield* AttendingStore).storeEntries([], { source: "calendar", cursor: "stale" })
      assert.strictEqual((yield* syncAttending).itemsSynced, 0)
      assert.deepStrictEqual(cursors, [undefined, "stale"])
      assert.deepStrictEqual(yield* pending, ["a", "b", "c"])
    }).pipe(Effect.provide(stores([feed])))
  })

  it.effect("without a feed names the settings", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(syncAttending)
      assert.match(error.message, /set CALENDAR_TOKEN/)
    }).pipe(Effect.provide(stores([]))),
  )
})
