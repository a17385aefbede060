import { CollectingStore, type OwnedRecord, RecordId } from "@daybook/collecting"
import { type DataVersions, mergeKnown } from "@daybook/kernel"
import { blankings, raisesVersion, readPages } from "@daybook/kernel/contract"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { latestRecords, properties, record } from "./owned.ts"

const store = (records: ReadonlyArray<OwnedRecord>) =>
  Effect.flatMap(CollectingStore, (collecting) => collecting.storeRecords(records))

const all = readPages(latestRecords, 100)

const instances = Effect.map(all, (records) => records.map(({ instanceId }) => instanceId))

// Few of each, so that copies arrive again, the same or changed.
const SomeRecord = Schema.Struct({
  instanceId: Schema.Literals([1, 2, 3]),
  source: Schema.Literals(["discogs", "other"]),
  title: Schema.Literals(["Salt", "Orchard"]),
  addedAt: Schema.UndefinedOr(Schema.Literals([500, 1_000])),
})

/** Contract: storing and listing records. */
export const recordsContract = (fresh: () => Layer.Layer<CollectingStore | DataVersions>): void => {
  const test = (name: string, body: Effect.Effect<void, never, CollectingStore | DataVersions>) =>
    it.effect(name, () => Effect.provide(body, fresh()))

  test(
    "a record is returned with all its fields, under its own id",
    Effect.gen(function* () {
      const unknown = record(2, {
        artist: "",
        year: 0,
        format: "",
        imageUrl: "",
        addedAt: undefined,
      })
      assert.strictEqual(yield* store([record(1), unknown]), 2)
      const [first, second] = yield* all
      assert.isTrue(first !== undefined && second !== undefined && first.id > 0 && second.id !== first.id)
      assert.deepStrictEqual(
        [first, second],
        [
          { id: first?.id, ...record(1) },
          { id: second?.id, ...unknown },
        ],
      )
    }),
  )

  test(
    "unknown fields leave the known ones of a record unchanged",
    Effect.gen(function* () {
      yield* store([record(1)])
      const before = yield* all
      const blanks = { title: "", artist: "", year: 0, format: "", imageUrl: "" as const, addedAt: undefined }
      for (const blank of blankings(blanks)) {
        assert.strictEqual(yield* store([record(1, blank)]), 0, JSON.stringify(blank))
        assert.deepStrictEqual(yield* all, before)
      }
      assert.strictEqual(yield* store([record(1, { title: "Salt", year: 0 })]), 1)
      const [after] = yield* all
      assert.deepStrictEqual([after?.title, after?.year], ["Salt", record(1).year])
    }),
  )

  test(
    "a record that arrives again is stored once, and counts only if it has changed",
    Effect.gen(function* () {
      assert.strictEqual(yield* store([record(1), record(2)]), 2)
      const before = yield* all
      assert.strictEqual(yield* store([record(2), record(1)]), 0)
      assert.deepStrictEqual(yield* all, before)
      const changes: ReadonlyArray<Partial<OwnedRecord>> = [
        { title: "Salt" },
        { artist: "Ida Quarry" },
        { year: 2001 },
        { format: "CD" },
        { imageUrl: "https://img.example/other.jpg" },
        { addedAt: 1 },
        { releaseId: 70_002 },
      ]
      for (const change of changes) {
        assert.strictEqual(yield* store([record(1, change), record(2)]), 1, JSON.stringify(change))
        const now = (yield* all).find(({ instanceId }) => instanceId === 1)
        assert.deepStrictEqual(now, {
          id: before.find(({ instanceId }) => instanceId === 1)?.id,
          ...record(1, change),
        })
      }
    }),
  )

  test(
    "of a record that arrives twice in one batch the last one wins",
    Effect.gen(function* () {
      const title = (text: string) => record(1, { title: text })
      assert.strictEqual(yield* store([title("Salt"), title("Orchard")]), 1)
      assert.deepStrictEqual(
        (yield* all).map((one) => one.title),
        ["Orchard"],
      )
    }),
  )

  test(
    "two copies of one release are two records, and so are two of one number in two services",
    Effect.gen(function* () {
      assert.strictEqual(yield* store([record(1), record(2), record(1, { source: "other" })]), 3)
      assert.lengthOf(yield* all, 3)
    }),
  )

  test(
    "the numbers of services may be as large as a number is exact",
    Effect.gen(function* () {
      const large = record(2 ** 53 - 1, { releaseId: 2 ** 52 })
      yield* store([large])
      const collecting = yield* CollectingStore
      const [kept] = yield* collecting.recordsBeside("discogs", new Set([2 ** 53 - 2]))
      assert.deepStrictEqual([kept?.instanceId, kept?.releaseId], [large.instanceId, large.releaseId])
      assert.strictEqual(yield* store([large]), 0)
    }),
  )

  test(
    "the last added comes first, then the higher id; records without a date come at the end",
    Effect.gen(function* () {
      const at = (instanceId: number, addedAt: number | undefined) => record(instanceId, { addedAt })
      for (const one of [at(1, 2_000), at(2, undefined), at(3, 3_000), at(4, 2_000), at(5, undefined)]) {
        yield* store([one])
      }
      assert.deepStrictEqual(yield* instances, [3, 4, 1, 5, 2])
      const { items, total } = yield* latestRecords({ page: 2, limit: 2 })
      assert.deepStrictEqual([items.map(({ instanceId }) => instanceId), total], [[1, 5], 5])
      assert.lengthOf(yield* readPages(latestRecords, 2), 5)
    }),
  )

  test(
    "the records next to some instances are the source's others, by instance",
    Effect.gen(function* () {
      const collecting = yield* CollectingStore
      const beside = (...some: ReadonlyArray<number>) =>
        Effect.map(collecting.recordsBeside("discogs", new Set(some)), (records) =>
          records.map(({ instanceId }) => instanceId),
        )
      assert.deepStrictEqual(yield* beside(), [])
      yield* store([record(3), record(1), record(2), record(9, { source: "other" })])
      assert.deepStrictEqual(yield* beside(), [1, 2, 3])
      assert.deepStrictEqual(yield* beside(2, 9, 100), [1, 3])
      assert.deepStrictEqual(yield* beside(1, 2, 3), [])
    }),
  )

  test(
    "records are removed by id; what is not there is not counted",
    Effect.gen(function* () {
      const collecting = yield* CollectingStore
      yield* store([record(1), record(2), record(3), record(1, { source: "other" })])
      const [first, , third] = yield* collecting.recordsBeside("discogs", new Set())
      const ids = [first, third].flatMap((one) => (one === undefined ? [] : [one.id]))
      assert.strictEqual(yield* collecting.removeRecords([...ids, RecordId.make(1_000_000)]), 2)
      assert.strictEqual(yield* collecting.removeRecords(ids), 0)
      assert.strictEqual(yield* collecting.removeRecords([]), 0)
      assert.deepStrictEqual((yield* all).map(({ instanceId, source }) => [source, instanceId]).toSorted(), [
        ["discogs", 2],
        ["other", 1],
      ])
    }),
  )

  test(
    "a record that only a file reports is distinguished from others by its release and time of adding",
    Effect.gen(function* () {
      const ofFile = (releaseId: number, addedAt: number | undefined) => record(0, { releaseId, addedAt })
      const some = [ofFile(5, 1_000), ofFile(5, 2_000), ofFile(6, 1_000), ofFile(6, undefined)]
      assert.strictEqual(yield* store([...some, ofFile(6, undefined)]), 4)
      assert.strictEqual(yield* store(some), 0)
      assert.strictEqual(yield* store([record(0, { releaseId: 6, addedAt: undefined, title: "Salt" })]), 1)
      assert.deepStrictEqual(
        (yield* all).map(({ addedAt, releaseId, title }) => [releaseId, addedAt, title]),
        [
          [5, 2_000, "Weather Maps"],
          [6, 1_000, "Weather Maps"],
          [5, 1_000, "Weather Maps"],
          [6, undefined, "Salt"],
        ],
      )
    }),
  )

  test(
    "the service's copy of a release replaces the file's, whichever comes first",
    Effect.gen(function* () {
      const shown = Effect.map(all, (records) =>
        records
          .map(({ instanceId, releaseId, source }) => `${source} ${releaseId}: ${instanceId}`)
          .toSorted(),
      )
      yield* store([
        record(0, { releaseId: 5, addedAt: 1_000 }),
        record(0, { releaseId: 5, addedAt: 2_000 }),
        record(0, { releaseId: 6 }),
        record(0, { releaseId: 5, source: "other" }),
      ])
      assert.strictEqual(yield* store([record(9, { releaseId: 5 })]), 1)
      const left = ["discogs 5: 9", "discogs 6: 0", "other 5: 0"]
      assert.deepStrictEqual(yield* shown, left)
      assert.strictEqual(yield* store([record(0, { releaseId: 5 })]), 0)
      assert.deepStrictEqual(yield* shown, left)
      // Also within one batch, and to a copy that moves to another release.
      assert.strictEqual(yield* store([record(0, { releaseId: 7 }), record(8, { releaseId: 7 })]), 1)
      assert.strictEqual(yield* store([record(8, { releaseId: 6 })]), 1)
      assert.deepStrictEqual(yield* shown, ["discogs 5: 9", "discogs 6: 8", "other 5: 0"])
    }),
  )

  test(
    "the same records that are stored by two at once are stored once",
    Effect.gen(function* () {
      const some = Array.from({ length: 60 }, (_, index) => record(index + 1))
      const stored = yield* Effect.all([store(some), store(some.toReversed())], { concurrency: 2 })
      assert.strictEqual(stored[0] + stored[1], 60)
      assert.lengthOf(yield* all, 60)
    }),
  )

  test(
    "a source's cursor is saved with its batch, each source has its own, and the last one wins",
    Effect.gen(function* () {
      const collecting = yield* CollectingStore
      assert.deepStrictEqual(yield* collecting.cursor("discogs"), Option.none())
      yield* collecting.storeRecords([record(1)], { source: "discogs", cursor: "1" })
      yield* collecting.storeRecords([], { source: "other", cursor: "o" })
      yield* collecting.storeRecords([], { source: "discogs", cursor: "2" })
      yield* store([record(2)])
      assert.deepStrictEqual(yield* collecting.cursor("discogs"), Option.some("2"))
      assert.deepStrictEqual(yield* collecting.cursor("other"), Option.some("o"))
    }),
  )

  test(
    "every write that changes what is owned raises the version of collecting",
    Effect.gen(function* () {
      const collecting = yield* CollectingStore
      const raises = <A>(what: string, write: Effect.Effect<A, never, CollectingStore>) =>
        raisesVersion("collecting", what, write)
      yield* raises("a first record", store([record(1)]))
      yield* raises("a changed record", store([record(1, { title: "Salt" })]))
      const ids = (yield* collecting.recordsBeside("discogs", new Set())).map(({ id }) => id)
      yield* raises("a removed record", collecting.removeRecords(ids))
    }),
  )

  it.effect.prop(
    "whatever comes in whatever batches, the last of each copy is stored",
    [Schema.Array(Schema.Array(SomeRecord))],
    ([batches]) =>
      Effect.gen(function* () {
        const model = new Map<string, OwnedRecord>()
        for (const batch of batches) {
          const before = new Map(model)
          const owned = batch.map((one) => record(one.instanceId, one))
          for (const [key, one] of new Map(owned.map((one) => [`${one.source} ${one.instanceId}`, one])))
            model.set(key, mergeKnown(before.get(key) ?? one, one))
          const changed = [...model].filter(([key, one]) => {
            const known = before.get(key)
            return known === undefined || known.title !== one.title || known.addedAt !== one.addedAt
          })
          assert.strictEqual(yield* store(owned), changed.length)
        }
        const kept = (yield* all).map(Struct.omit(["id"]))
        assert.sameDeepMembers(kept, [...model.values()])
      }).pipe(Effect.provide(fresh())),
    properties,
  )
}
