import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { TestClock } from "effect/testing"
import {
  type BatchStore,
  type BoundedRow,
  ReaderVersion,
  RejectedRows,
  RejectedRowId,
  type StoredRejectedRow,
  RejectedRowStore,
  storeBatches,
  syncDomain,
  SyncRunId,
  SyncRuns,
} from "../../src/index.ts"

/** The stored rows, and all that happened to them and to the domain's own store, in order. */
const makeStores = (cursor?: string) => {
  const log: Array<string> = []
  const rows = new Map<string, StoredRejectedRow>()
  const tell = (text: string) => Effect.sync(() => void log.push(text))
  const keepOne = (row: BoundedRow, version: string) =>
    rows.set(row.ref, {
      ...row,
      id: RejectedRowId.make(rows.size + 1),
      domain: "listening",
      version,
      firstSeenAt: 0,
      lastSeenAt: 0,
      tries: 1,
    })
  const setAside: (typeof RejectedRowStore)["Service"] = {
    keep: (_domain, _source, version, rejected) =>
      Effect.as(
        Effect.andThen(
          tell(`keep ${rejected.map(({ ref }) => ref).join(" ")}`),
          Effect.sync(() => rejected.forEach((row) => keepOne(row, version))),
        ),
        0,
      ),
    refs: () => Effect.sync(() => new Set(rows.keys())),
    remove: (_domain, _source, refs) =>
      Effect.andThen(
        tell(`remove ${refs.join(" ")}`),
        Effect.sync(() => refs.forEach((ref) => rows.delete(ref))),
      ),
    due: ({ after, version }) =>
      Effect.sync(() => [...rows.values()].filter((row) => row.id > after && row.version !== version)),
    doubtful: () => Effect.succeed([]),
    retry: () => Effect.succeed(0),
    list: () => Effect.succeed({ items: [], total: 0 }),
  }
  const store: BatchStore<number> = {
    cursor: () => Effect.succeed(Option.fromUndefinedOr(cursor)),
    store: (items, saved) => Effect.as(tell(`store ${items.join(" ")} at ${saved.cursor}`), items.length),
  }
  return { log, rows, setAside, store }
}

const runs = SyncRuns.of({
  take: () => Effect.void,
  begin: () => Effect.succeed(SyncRunId.make(1)),
  progress: () => Effect.void,
  end: () => Effect.void,
  list: () => Effect.die("not used in these tests"),
})

/** Numbers are rows of the source: rejected ones do not fit, unless they are read by the version "2". */
const decode = Effect.fnUntraced(function* (rows: ReadonlyArray<unknown>) {
  const { fit, keep } = yield* RejectedRows
  const version = yield* ReaderVersion
  const fits = (row: number) => row % 2 === 0 || version === "2"
  const numbers = rows.map(Number)
  const rejected = numbers.filter((row) => !fits(row))
  if (rejected.length > 0) {
    yield* keep(
      rejected.map((row) => ({
        source: "s",
        ref: `r${row}`,
        kind: "row" as const,
        raw: String(row),
        reason: "is rejected",
      })),
    )
  }
  const good = numbers.filter(fits)
  yield* fit("s", () => good.map((row) => `r${row}`))
  return good
})

const sync = (
  { setAside, store }: ReturnType<typeof makeStores>,
  pages: ReadonlyArray<ReadonlyArray<number>>,
  version = "1",
) =>
  syncDomain(
    "listening",
    { configured: [{ name: "s", readAgain: decode }], settings: "" },
    (source, report) =>
      storeBatches(
        store,
        source,
        () =>
          Stream.fromIterable(pages.entries()).pipe(
            Stream.mapEffect(([at, page]) =>
              Effect.map(decode(page), (items) => ({ items, cursor: String(at + 1) })),
            ),
          ),
        report,
      ),
  ).pipe(
    Effect.provideService(SyncRuns, runs),
    Effect.provideService(RejectedRowStore, setAside),
    Effect.provideService(ReaderVersion, version),
  )

const rejectedRow = (ref: string, raw: string) => ({
  source: "s",
  ref,
  kind: "row" as const,
  raw,
  reason: "is rejected",
})

/** A sync of one batch, in which the source does what it is reported. */
const syncOnce = ({ setAside }: ReturnType<typeof makeStores>, read: Effect.Effect<void>) =>
  syncDomain("listening", { configured: [{ name: "s" }], settings: "" }, (_, report) =>
    Effect.as(Effect.andThen(read, report(0)), 0),
  ).pipe(Effect.provideService(SyncRuns, runs), Effect.provideService(RejectedRowStore, setAside))

describe("rejected rows of a sync", () => {
  it.effect("are stored before the cursor passes them", () =>
    Effect.gen(function* () {
      const stores = makeStores()
      yield* sync(stores, [[2, 3], [4], [5]])
      assert.deepStrictEqual(stores.log, [
        "keep r3",
        "store 2 at 1",
        "store 4 at 2",
        "keep r5",
        "store  at 3",
      ])
    }),
  )

  it.effect("leave when they are listed again and fit, after their batch was stored", () =>
    Effect.gen(function* () {
      const stores = makeStores()
      yield* sync(stores, [[2, 3]])
      stores.log.length = 0
      yield* sync(stores, [[2, 3]], "2")
      assert.deepStrictEqual(stores.log, ["store 2 3 at 1", "remove r3"])
    }),
  )

  it.effect("are tried first by another version, stored at the current cursor, and then leave", () =>
    Effect.gen(function* () {
      const stores = makeStores("7")
      yield* sync(stores, [[3, 5]])
      stores.log.length = 0
      yield* sync(stores, [[8]], "2")
      assert.deepStrictEqual(stores.log, ["store 3 5 at 7", "remove r3 r5", "store 8 at 1"])
      stores.log.length = 0
      yield* sync(stores, [[8]], "2")
      assert.deepStrictEqual(stores.log, ["store 8 at 1"])
    }),
  )

  it.effect("stay if the other version rejects them too, or if they are not JSON", () =>
    Effect.gen(function* () {
      const stores = makeStores("7")
      yield* sync(stores, [[3]])
      const [row] = stores.rows.values()
      if (row !== undefined)
        stores.rows.set("broken", { ...row, id: RejectedRowId.make(9), ref: "broken", raw: "{" })
      stores.log.length = 0
      yield* sync(stores, [], "3")
      assert.deepStrictEqual(stores.log, ["keep r3"])
      assert.sameMembers([...stores.rows.keys()], ["r3", "broken"])
    }),
  )

  it.effect("stay if they fit once in a batch and are rejected later in it", () =>
    Effect.gen(function* () {
      const stores = makeStores()
      yield* syncOnce(
        stores,
        Effect.gen(function* () {
          const { fit, keep } = yield* RejectedRows
          yield* keep([rejectedRow("r3", "3")])
          yield* fit("s", () => ["r3"])
          yield* keep([rejectedRow("r3", "3")])
        }),
      )
      assert.deepStrictEqual([...stores.rows.keys()], ["r3"])
    }),
  )

  it.effect("are whole up to 16,384 units; a longer one is cut, and marked as such", () =>
    Effect.gen(function* () {
      const stores = makeStores()
      const keepBoth = Effect.flatMap(RejectedRows, ({ keep }) =>
        keep([rejectedRow("short", "x".repeat(16_384)), rejectedRow("long", "x".repeat(16_385))]),
      )
      yield* syncOnce(stores, keepBoth)
      assert.deepStrictEqual(
        [...stores.rows.values()].map(({ raw, ref, whole }) => [ref, raw.length, whole]),
        [
          ["short", 16_384, true],
          ["long", 16_384, false],
        ],
      )
    }),
  )

  it.effect("are only logged outside a sync", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(0)
      assert.deepStrictEqual(yield* decode([2, 3]), [2])
    }),
  )
})
