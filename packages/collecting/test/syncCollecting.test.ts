import { SourceError } from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import {
  type FilmCollection,
  type OwnedRecord,
  type RecordBatch,
  type RecordCollection,
  syncCollecting,
} from "../src/index.ts"
import { down, makeCollection, makeStore, portsOf, release } from "./collection.ts"

const copy = (instanceId: number, releaseId = instanceId + 1_000): OwnedRecord => ({
  ...release(releaseId),
  source: "discogs",
  instanceId,
  addedAt: 0,
  mediaCondition: "",
  sleeveCondition: "",
})

/** A collection with batches of these copies, and `more` copies that no walk shows. */
const walked = (
  batches: ReadonlyArray<ReadonlyArray<OwnedRecord>>,
  { more = [], whole = true }: { more?: ReadonlyArray<OwnedRecord>; whole?: boolean } = {},
) => {
  const handed: Array<string | undefined> = []
  const seen = new Set(batches.flat().map(({ instanceId }) => instanceId))
  const service = makeCollection({
    records: (cursor) => {
      handed.push(Option.getOrUndefined(cursor))
      return Stream.fromIterable(
        batches.map((items, index): RecordBatch => ({
          items,
          cursor: `after ${index}`,
          ...(whole && index === batches.length - 1 ? { whole: seen } : {}),
        })),
      )
    },
  })
  for (const record of [...batches.flat(), ...more]) service.own(record.instanceId, record)
  return { ...service, handed }
}

const keeping = (...instances: ReadonlyArray<number>) => {
  const kept = makeStore()
  for (const instanceId of instances) kept.records.set(instanceId, copy(instanceId))
  return kept
}

const instancesOf = ({ records }: ReturnType<typeof makeStore>) =>
  [...records.keys()].toSorted((a, b) => a - b)

const films: FilmCollection = {
  name: "trakt",
  films: Effect.succeed({
    unread: [],
    films: ["a", "b"].map((filmId) => ({
      source: "trakt",
      filmId,
      movieDbId: 0,
      title: filmId,
      year: 0,
      format: "dvd",
      addedAt: undefined,
    })),
  }),
}

describe("a sync of collections", () => {
  it.effect("stores the batches of records with their cursors, and the films", () =>
    Effect.gen(function* () {
      const kept = makeStore()
      const service = walked([[copy(1), copy(2)], [copy(3)]])
      const { ends, ports } = portsOf({ store: kept.store, records: [service.collection], films: [films] })
      const outcome = yield* Effect.provide(syncCollecting, ports)
      assert.deepStrictEqual([outcome.itemsSynced, outcome.remaining], [5, 0])
      assert.deepStrictEqual(instancesOf(kept), [1, 2, 3])
      assert.strictEqual(kept.films.get("trakt")?.length, 2)
      yield* Effect.provide(syncCollecting, ports)
      assert.deepStrictEqual(service.handed, [undefined, "after 1"])
      assert.deepStrictEqual(ends[0], {
        status: "completed",
        itemsSynced: 5,
        setAside: 0,
        error: "",
        failures: [],
      })
    }),
  )

  it.effect(
    "stores the wantlist after the records, and keeps the stored one if it is not shown or read",
    () =>
      Effect.gen(function* () {
        const list = [{ ...release(7), source: "discogs", notes: "", addedAt: 0 }]
        const kept = makeStore()
        const sync = (wanted: RecordCollection["wanted"]) => {
          const { collection } = makeCollection(wanted === undefined ? {} : { wanted })
          return Effect.provide(syncCollecting, portsOf({ store: kept.store, records: [collection] }).ports)
        }
        assert.strictEqual((yield* sync(Effect.succeedSome({ wanted: list, unread: [] }))).itemsSynced, 1)
        assert.deepStrictEqual(kept.wanted.get("discogs"), list)
        yield* sync(Effect.succeedNone)
        yield* sync(undefined)
        yield* sync(Effect.fail(down))
        assert.deepStrictEqual(kept.wanted.get("discogs"), list)
      }),
  )

  it.effect(
    "removes records that a complete walk has not seen and that the service, called again, does not have",
    () =>
      Effect.gen(function* () {
        const kept = keeping(1, 7, 8)
        const service = walked([[copy(1)]])
        const { ports } = portsOf({ store: kept.store, records: [service.collection] })
        yield* Effect.provide(syncCollecting, ports)
        assert.deepStrictEqual(instancesOf(kept), [1])
        assert.deepStrictEqual(service.asked, ["copies of 1007", "copies of 1008"])
      }),
  )

  it.effect("keeps records that the walk missed and the service still has", () =>
    Effect.gen(function* () {
      const kept = keeping(1, 7, 8)
      const service = walked([[copy(1)]], { more: [copy(7)] })
      const { ports } = portsOf({ store: kept.store, records: [service.collection] })
      yield* Effect.provide(syncCollecting, ports)
      assert.deepStrictEqual(instancesOf(kept), [1, 7])
    }),
  )

  it.effect("calls once for the copies of one release, and removes missing ones", () =>
    Effect.gen(function* () {
      const kept = makeStore()
      for (const instanceId of [1, 2, 3]) kept.records.set(instanceId, copy(instanceId, 50))
      const service = walked([[copy(1, 50)]], { more: [copy(3, 50)] })
      const { ports } = portsOf({ store: kept.store, records: [service.collection] })
      yield* Effect.provide(syncCollecting, ports)
      assert.deepStrictEqual(instancesOf(kept), [1, 3])
      assert.deepStrictEqual(service.asked, ["copies of 50"])
    }),
  )

  it.effect("keeps records whose response cannot be read, and ends", () =>
    Effect.gen(function* () {
      const kept = keeping(1, 7)
      const service = walked([[copy(1)]])
      const malformed = new SourceError({ source: "discogs", failure: "malformed answer", message: "id" })
      const records = [{ ...service.collection, copiesOf: () => Effect.fail(malformed) }]
      const { ports } = portsOf({ store: kept.store, records })
      yield* Effect.provide(syncCollecting, ports)
      assert.deepStrictEqual(instancesOf(kept), [1, 7])
    }),
  )

  it.effect("removes nothing after a walk that was not whole", () =>
    Effect.gen(function* () {
      const kept = keeping(1, 7)
      const service = walked([[copy(1)]], { whole: false })
      const { ports } = portsOf({ store: kept.store, records: [service.collection] })
      yield* Effect.provide(syncCollecting, ports)
      assert.deepStrictEqual(instancesOf(kept), [1, 7])
    }),
  )

  it.effect("removes nothing that it could not ask about", () =>
    Effect.gen(function* () {
      const kept = keeping(1, 7)
      const service = walked([[copy(1)]])
      service.fails.add("copiesOf")
      const { ports } = portsOf({ store: kept.store, records: [service.collection] })
      const error = yield* Effect.flip(Effect.provide(syncCollecting, ports))
      assert.strictEqual(error.message, "discogs: Discogs is down")
      assert.deepStrictEqual(instancesOf(kept), [1, 7])
    }),
  )

  it.effect("keeps the items of one source when the other fails, and names the one that failed", () =>
    Effect.gen(function* () {
      const kept = makeStore()
      const refused: FilmCollection = {
        name: "trakt",
        films: Effect.fail(
          new SourceError({ source: "trakt", failure: "unauthorized", message: "Trakt refuses our access" }),
        ),
      }
      const { ends, ports } = portsOf({
        store: kept.store,
        records: [walked([[copy(1)]]).collection],
        films: [refused],
      })
      const error = yield* Effect.flip(Effect.provide(syncCollecting, ports))
      assert.strictEqual(error.message, "trakt: Trakt refuses our access")
      assert.deepStrictEqual(instancesOf(kept), [1])
      assert.strictEqual(ends[0]?.itemsSynced, 1)
    }),
  )

  it.effect("without a source names the settings of each", () =>
    Effect.gen(function* () {
      const { ports } = portsOf({ store: makeStore().store })
      const error = yield* Effect.flip(Effect.provide(syncCollecting, ports))
      assert.strictEqual(
        error.message,
        "No source of collecting is configured: set DISCOGS_TOKEN, or TRAKT_TOKEN",
      )
    }),
  )
})
