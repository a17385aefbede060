import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import {
  acceptDoubtful,
  acceptInto,
  type BatchStore,
  type BoundedRow,
  type ExportReading,
  type FileImport,
  importFile,
  type ImportPart,
  maxRejectedRows,
  readHere,
  RejectedRowId,
  type StoredRejectedRow,
  RejectedRowStore,
} from "../../src/index.ts"

const why = "it names no sport"

/** A store of numbers, a store of rows that are set aside, and the domain of both. */
const makeStores = () => {
  const stored = new Set<number>()
  const rows = new Map<string, StoredRejectedRow>()
  const batches: BatchStore<number> = {
    happened: { at: (item) => item, ref: String, schema: Schema.Number },
    cursor: () => Effect.succeed(Option.none()),
    store: (items) =>
      Effect.sync(() => {
        const before = stored.size
        for (const item of items) stored.add(item)
        return stored.size - before
      }),
    stored: () => Effect.sync(() => new Set([...stored].map(String))),
  }
  const keep = (domain: string, source: string, version: string, some: ReadonlyArray<BoundedRow>) =>
    Effect.sync(() => {
      for (const row of some) {
        const id = rows.get(row.ref)?.id ?? RejectedRowId.make(rows.size + 1)
        rows.set(row.ref, { ...row, domain, source, version, id, firstSeenAt: 0, lastSeenAt: 0, tries: 1 })
      }
      return 0
    })
  const setAside: (typeof RejectedRowStore)["Service"] = {
    keep,
    refs: () => Effect.sync(() => new Set(rows.keys())),
    remove: (_domain, _source, refs) => Effect.sync(() => refs.forEach((ref) => rows.delete(ref))),
    due: () => Effect.succeed([]),
    doubtful: (ids) =>
      Effect.sync(() => {
        assert.isAtMost(ids.length, 100)
        return [...rows.values()].filter(({ id, kind }) => kind === "doubtful" && ids.includes(id))
      }),
    retry: () => Effect.succeed(0),
    list: () => Effect.succeed({ items: [], total: 0 }),
  }
  const importRows = (readings: ReadonlyArray<ExportReading<number>>, fingerprint = "f") =>
    Effect.gen(function* () {
      const parts: Array<ImportPart> = []
      const imports: FileImport<never> = {
        formats: ["GPX"],
        things: "runs",
        recognise: () => ({
          kind: "records",
          format: "GPX",
          rows: () => readings.map((reading, at) => ({ ...reading, line: at + 1 })),
        }),
        store: Effect.succeed(batches as BatchStore<unknown>),
      }
      const importers = [{ domain: "running", imports }] as const
      const piece = { part: "", bytes: new Uint8Array(1), last: true }
      const counts = yield* importFile({
        fingerprint,
        file: readHere("a.gpx", importers, Stream.make(piece)),
        importers,
        report: ({ ended }) =>
          Effect.sync(() => {
            if (ended !== undefined) parts.push(ended.part)
          }),
      })
      return { ...counts, part: parts[0] }
    }).pipe(Effect.provideService(RejectedRowStore, setAside))
  const domains = [{ name: "walking" }, { name: "running", accept: acceptInto(Effect.succeed(batches)) }]
  const accept = (ids: ReadonlyArray<number>) =>
    acceptDoubtful(
      domains,
      ids.map((id) => RejectedRowId.make(id)),
    ).pipe(Effect.provideService(RejectedRowStore, setAside))
  return { accept, importRows, keep, rows, stored }
}

const doubtful = (item: number): ExportReading<number> => ({ skipped: why, doubtful: item })

describe("a doubtful item of a file", () => {
  it.effect("is set aside with its reason, and counted, and not stored", () =>
    Effect.gen(function* () {
      const { importRows, rows, stored } = makeStores()
      const problem: ExportReading<number> = { problem: "no time" }
      const {
        part,
        setAside,
        stored: count,
      } = yield* importRows([doubtful(1), { item: 2 }, doubtful(3), problem])
      assert.deepStrictEqual([...stored], [2])
      assert.deepStrictEqual([count, setAside], [1, 3])
      assert.deepInclude(part, {
        outcome: "stored",
        reason: `2 set aside until you accept it (${why}); 1 could not be read: line 4: no time`,
      })
      assert.deepInclude(rows.get("3"), {
        domain: "running",
        source: "GPX",
        kind: "doubtful",
        raw: "3",
        reason: why,
        whole: true,
      })
      assert.strictEqual(rows.size, 2)
      const { part: other } = yield* importRows([doubtful(4)], "g")
      assert.deepInclude(other, { outcome: "known already", stored: 0, known: 0 })
    }),
  )

  it.effect("is stored once it is accepted, and then an item like any other", () =>
    Effect.gen(function* () {
      const { accept, importRows, rows, stored } = makeStores()
      yield* importRows([doubtful(1), doubtful(2)])
      assert.strictEqual(yield* accept([rows.get("1")?.id ?? 0, 999]), 1)
      assert.deepStrictEqual([[...stored], [...rows.keys()]], [[1], ["2"]])
      const { part, setAside } = yield* importRows([doubtful(1), doubtful(2)], "another file with the same")
      assert.strictEqual(setAside, 1)
      assert.deepInclude(part, { stored: 0, known: 1 })
      assert.deepStrictEqual([...rows.keys()], ["2"])
    }),
  )

  it.effect("that lies ahead of the clock is a bad row", () =>
    Effect.gen(function* () {
      const { importRows, rows } = makeStores()
      const { part } = yield* importRows([doubtful(1e15)])
      assert.include(part?.reason, "line 1: its time is more than a day in the future")
      assert.strictEqual(rows.size, 0)
    }),
  )

  it.effect("is one of many, and other rows are never accepted", () =>
    Effect.gen(function* () {
      const { accept, importRows, keep, rows, stored } = makeStores()
      yield* importRows(Array.from({ length: maxRejectedRows }, (_, at) => doubtful(at)))
      const row = { source: "GPX", ref: "x", raw: "7", reason: "", whole: true }
      yield* keep("running", "GPX", "1", [
        { ...row, kind: "row" },
        { ...row, ref: "y", kind: "doubtful", raw: "no number" },
      ])
      yield* keep("walking", "GPX", "1", [{ ...row, ref: "z", kind: "doubtful" }])
      const all = Array.from({ length: rows.size }, (_, at) => at + 1)
      assert.strictEqual(yield* accept(all), maxRejectedRows)
      assert.strictEqual(stored.size, maxRejectedRows)
      assert.deepStrictEqual([...rows.keys()], ["x", "y", "z"])
    }),
  )
})
