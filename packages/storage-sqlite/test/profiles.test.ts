import { InvalidInput } from "@daybook/kernel"
import {
  maxIds,
  mergeInto,
  mergeName,
  type OfferedRequest,
  GroupCommit,
  ProfileStore,
  PropertyStore,
  readSetOnce,
  RequestId,
  tooManyIds,
  Unstorable,
  WorkspaceId,
  WorkspaceKeyId,
} from "@daybook/profiles"
import { ProfileServers, profileStoreContract } from "@daybook/profiles/contract"
import { Sqlite, SqliteStorage } from "@daybook/storage-sqlite"
import * as Context from "effect/Context"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { makeInFiles } from "./freshStores.ts"
import { moveRows, storedRows } from "./movedRows.ts"

const layer = Layer.merge(SqliteStorage.Profiles.layer(), SqliteStorage.Kernel.layer())
const files = makeInFiles()

/** Servers with connections of their own to one file. */
const serversInFile = () =>
  Layer.suspend(() => {
    const again = files.durable(layer)()
    const start = Effect.flatMap(Effect.scope, (scope) => Layer.buildWithScope(Layer.fresh(again()), scope))
    return Layer.succeed(
      ProfileServers,
      ProfileServers.of({ start: Effect.map(start, (built) => Context.get(built, ProfileStore)) }),
    )
  })

profileStoreContract("SQLite", files.fresh(layer), serversInFile)

const home = { workspace: WorkspaceId.make("home"), version: "live" } as const

const request = (distinctId: string, properties: object): OfferedRequest => {
  const read = readSetOnce(JSON.stringify({ distinct_id: distinctId, $once: properties }))
  if (read instanceof InvalidInput) throw read
  return {
    ...home,
    requestId: RequestId.make(crypto.randomUUID()),
    operation: "set-once",
    changes: [read],
    idempotency: undefined,
  }
}

describe("a profile in SQLite that cannot be read", () => {
  it.effect("refuses its own requests alone, and the others of their batch are stored", () =>
    Effect.gen(function* () {
      const { all, sql, transaction } = yield* Sqlite.Database
      const store = yield* ProfileStore
      const inbox = yield* GroupCommit
      yield* store.accept([request("broken", { x: 1 })], 0)
      yield* transaction(Effect.sync(() => all(sql`update profiles set properties = '{"x"'`)))

      const batch = ["ann", "broken", "bob"].map((id) => request(id, { x: 2 }))
      assert.instanceOf(yield* Effect.flip(store.accept(batch, 0)), Unstorable)
      const [ann, broken, bob] = yield* Effect.forEach(
        batch,
        (one) => Effect.exit(inbox.accept({ ...one, bytes: 1 })),
        { concurrency: "unbounded" },
      )
      assert.isTrue(ann && Exit.isSuccess(ann))
      assert.isTrue(broken && Exit.isFailure(broken))
      assert.isTrue(bob && Exit.isSuccess(bob))
      const { outcomes } = yield* store.requests(home, { limit: 10 })
      assert.deepStrictEqual(
        outcomes.map(({ acceptance, applied, status }) => [acceptance, status, applied]),
        [
          [1, "processed", ["x"]],
          [2, "processed", ["x"]],
          [3, "processed", ["x"]],
        ],
      )
      assert.strictEqual(yield* store.count(home, { name: "x", op: "eq", value: 2 }), 2)
    }).pipe(
      Effect.provide(
        GroupCommit.layer().pipe(
          Layer.provideMerge(SqliteStorage.Profiles.layer()),
          Layer.provideMerge(Sqlite.layerMemory),
          Layer.orDie,
        ),
      ),
    ),
  )
})

describe("a merge in SQLite", () => {
  it.effect("that would lead too many ids to one profile is ignored", () =>
    Effect.gen(function* () {
      const store = yield* ProfileStore
      const merge = (source: string, target: string): OfferedRequest => ({
        ...request(target, { x: 1 }),
        operation: "merge",
        changes: [mergeInto(target, source)],
      })
      yield* store.accept([request("ann", { x: 1 }), request("late", { y: 1 })], 0)
      // All but one of those that may resolve to it; the next has its own id and one that leads there.
      const others = Array.from({ length: maxIds - 2 }, (_, index) => merge(`id ${index}`, "ann"))
      yield* store.accept(others, 0)
      const tooMany = merge("late", "ann")
      yield* store.accept([merge("later", "late"), tooMany], 0)
      const outcome = Option.getOrThrow(yield* store.outcome(home, tooMany.requestId))
      assert.deepStrictEqual(outcome.ignored, [{ name: mergeName, reason: tooManyIds }])
      assert.strictEqual(Option.getOrThrow(yield* store.profile(home, "late")).distinctId, "late")
      const last = merge("last", "ann")
      yield* store.accept([last], 0)
      assert.strictEqual(Option.getOrThrow(yield* store.profile(home, "last")).idList.length, maxIds - 1)
    }).pipe(
      Effect.provide(SqliteStorage.Profiles.layer().pipe(Layer.provide(Sqlite.layerMemory), Layer.orDie)),
    ),
  )
})

describe("properties that an earlier version had stored", () => {
  it.effect("are counted at the first start", () =>
    Effect.gen(function* () {
      const database = yield* Sqlite.Database
      const start = Layer.build(SqliteStorage.Profiles.layer()).pipe(
        Effect.provideService(Sqlite.Database, database),
        Effect.orDie,
      )
      const before = yield* start
      const { accept, erase } = Context.get(before, ProfileStore)
      yield* accept([request("ann", { plan: "pro", n: 1 }), request("bob", { plan: "free" })], 5)
      yield* accept([request("cid", { n: 2 })], 7)
      const by = {
        requestId: "an id",
        key: WorkspaceKeyId.make(1),
        keyName: "a key",
        hashOf: (id: string) => id,
      }
      yield* erase(home, "bob", by, 8)
      const { all, sql, transaction } = database
      const tables = [
        "property_counts",
        "property_changes",
        "profile_warnings",
        "profile_snapshots",
        "profile_snapshot_members",
      ]
      const forget = Effect.sync(() => {
        for (const table of tables) all(sql`drop table ${sql(table)}`)
        all(sql`delete from migrations where domain = 'profiles' and number >= 3`)
      })
      yield* transaction(forget)
      const listed = yield* Context.get(yield* start, PropertyStore).list(home, { limit: 10 })
      assert.deepStrictEqual(
        listed.map(({ firstSetAt, lastSetAt, name, profiles }) => [name, profiles, firstSetAt, lastSetAt]),
        [
          ["n", 2, 5, 7],
          ["plan", 1, 5, 5],
        ],
      )
    }).pipe(Effect.provide(Sqlite.layerMemory)),
  )
})

describe("an export that is made while values wait for their conversion", () => {
  const texts = ["2024-02-29", "2024-03-01", "abc", "2024-02-28", "5"]
  const profiles = Layer.provideMerge(
    Layer.merge(SqliteStorage.Profiles.layer(), storedRows),
    Sqlite.layerMemory,
  )

  /** Finishes the conversion, and returns the index and what it counts. */
  const finished = Effect.gen(function* () {
    const { all, sql } = yield* Sqlite.Database
    const { count } = yield* ProfileStore
    const { step } = yield* PropertyStore
    while (yield* step(1, 9)) yield* Effect.yieldNow
    return [
      yield* count(home, { name: "seen", op: "exists", value: true }),
      yield* count(home, { name: "seen", op: "gte", value: "2024-02-29" }),
      all(sql`select value, distinct_id from profile_values order by value, distinct_id`),
    ]
  })

  for (const to of ["date", "list", undefined] as const) {
    it.effect(`is restored with the counts of the source: ${to ?? "deleted"}`, () =>
      Effect.gen(function* () {
        const { accept } = yield* ProfileStore
        const { change, step } = yield* PropertyStore
        yield* accept([request("none", { seen: "a text" })], 5)
        yield* accept(
          texts.map((seen, index) => request(`p${index}`, { seen })),
          5,
        )
        yield* change(home, "seen", to, 6)
        yield* step(2, 7)
        const restore = yield* moveRows
        const restored = yield* Effect.provide(Effect.andThen(restore, finished), Layer.fresh(profiles))
        assert.deepStrictEqual(restored, yield* finished)
      }).pipe(Effect.provide(profiles), Effect.orDie),
    )
  }
})

describe("an id of half a surrogate pair", () => {
  it.effect("is not the sign that would stand for it in SQLite", () =>
    Effect.gen(function* () {
      const store = yield* ProfileStore
      const merge = { ...request("\ufffd", { x: 1 }), changes: [mergeInto("\ufffd", "ann")] }
      yield* store.accept([request("ann", { x: 1 }), { ...merge, operation: "merge" }], 0)
      const by = {
        requestId: "an id",
        key: WorkspaceKeyId.make(1),
        keyName: "a key",
        hashOf: (id: string) => id,
      }
      yield* store.erase(home, "\ud83c", by, 0)
      assert.deepStrictEqual(yield* store.profile(home, "\ud83c"), Option.none())
      assert.strictEqual(Option.getOrThrow(yield* store.profile(home, "ann")).distinctId, "\ufffd")
    }).pipe(
      Effect.provide(SqliteStorage.Profiles.layer().pipe(Layer.provide(Sqlite.layerMemory), Layer.orDie)),
    ),
  )
})
