import {
  alreadySet,
  maxIds,
  mergeInto,
  noProfile,
  type OfferedRequest,
  ProfileStore,
  type PropertyValue,
  RequestId,
  tooManyIds,
  WorkspaceId,
  WorkspaceKeyId,
} from "@daybook/profiles"
import { profileStoreContract, waitingContract } from "@daybook/profiles/contract"
import { SqlStorage } from "@daybook/storage-postgres"
import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as SqlClient from "effect/sql/SqlClient"
import { emptyStores, freshProfileServers, makeOnPostgres } from "./freshStores.ts"

const noon = Date.UTC(2026, 6, 15, 12)
const home = { workspace: WorkspaceId.make("home"), version: "live" } as const

const erasing = {
  requestId: crypto.randomUUID(),
  key: WorkspaceKeyId.make(1),
  keyName: "a key",
  hashOf: (distinctId: string) => distinctId,
}

const request = (distinctId: string, value: Readonly<Record<string, PropertyValue>>): OfferedRequest => ({
  ...home,
  requestId: RequestId.make(crypto.randomUUID()),
  operation: "set-once",
  changes: [
    {
      distinctId,
      actions: Object.entries(value).map(([name, one]) => ({
        verb: "once",
        name,
        type: typeof one === "number" ? "number" : "string",
        value: one,
      })),
      ignored: [],
      makes: true,
    },
  ],
  idempotency: undefined,
})

const outcomeOf = (one: OfferedRequest) =>
  Effect.flatMap(ProfileStore, (store) => Effect.map(store.outcome(home, one.requestId), Option.getOrThrow))

const propertiesOf = (distinctId: string) =>
  Effect.flatMap(ProfileStore, (store) =>
    Effect.map(store.profile(home, distinctId), (profile) => Option.getOrUndefined(profile)?.properties),
  )

/** Accepts requests in a transaction of their own, which stays open until `commit` is run. */
const acceptWithoutCommit = Effect.fnUntraced(function* (requests: ReadonlyArray<OfferedRequest>) {
  const sql = yield* SqlClient.SqlClient
  const store = yield* ProfileStore
  const drawn = yield* Deferred.make<void>()
  const commit = yield* Deferred.make<void>()
  const slow = yield* Effect.forkChild(
    sql.withTransaction(
      Effect.gen(function* () {
        yield* store.accept(requests, noon)
        yield* Deferred.succeed(drawn, undefined)
        yield* Deferred.await(commit)
      }),
    ),
  )
  yield* Deferred.await(drawn)
  return { commit: Effect.andThen(Deferred.succeed(commit, undefined), Fiber.join(slow)) }
})

const client = makeOnPostgres()
const { fresh, withClient: storage } = emptyStores(client)(SqlStorage.Profiles.layer())

profileStoreContract("PostgreSQL", fresh, freshProfileServers(client))
waitingContract("PostgreSQL", fresh)

describe("acceptance", () => {
  it.live("that commits late holds back what has come after it, and wins where it was earlier", () =>
    Effect.gen(function* () {
      const store = yield* ProfileStore
      // Types are known before: nothing waits for anything.
      yield* store.accept([request("someone", { x: 0, y: 0, z: 0 })], noon)
      const early = request("ann", { x: 1, y: 1 })
      const late = request("ann", { x: 2, y: 2, z: 2 })
      const { commit } = yield* acceptWithoutCommit([early])
      yield* store.accept([late], noon)
      assert.strictEqual(yield* store.apply(10, noon), 1)
      assert.strictEqual(yield* store.apply(10, noon), 0)
      assert.strictEqual((yield* outcomeOf(late)).status, "accepted")

      yield* commit
      assert.strictEqual(yield* store.apply(10, noon), 2)
      assert.deepStrictEqual(yield* propertiesOf("ann"), { x: 1, y: 1, z: 2 })
      assert.deepStrictEqual((yield* outcomeOf(early)).applied, ["x", "y"])
      const outcome = yield* outcomeOf(late)
      assert.deepStrictEqual(outcome.applied, ["z"])
      assert.sameDeepMembers(
        [...outcome.ignored],
        [
          { name: "x", reason: alreadySet },
          { name: "y", reason: alreadySet },
        ],
      )
    }).pipe(Effect.provide(storage())),
  )

  it.live("that is rolled back holds nothing back", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const store = yield* ProfileStore
      yield* store.accept([request("someone", { x: 0 })], noon)
      const lost = sql.withTransaction(
        Effect.andThen(store.accept([request("ann", { x: 1 })], noon), Effect.fail("no")),
      )
      yield* Effect.flip(lost)
      yield* store.accept([request("ann", { x: 2 })], noon)
      assert.strictEqual(yield* store.apply(10, noon), 2)
      assert.deepStrictEqual(yield* propertiesOf("ann"), { x: 2 })
    }).pipe(Effect.provide(storage())),
  )

  it.live("of a merge waits for what its source has left in another lane, and holds its own lane back", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const store = yield* ProfileStore
      const lane = (id: string) => sql`lane_of(${id})::int`
      const others = yield* sql`select id from unnest(array['bob', 'cid', 'dan', 'eve', 'fay']) as id
        where lane_of(id) <> lane_of('ann') limit 1`
      const target = String(others[0]?.["id"] ?? assert.fail())
      const merge = {
        ...request(target, {}),
        operation: "merge" as const,
        changes: [mergeInto(target, "ann")],
      }
      yield* store.accept([request("ann", { x: 1 }), merge, request(target, { x: 2 })], noon)
      const held = yield* Deferred.make<void>()
      const release = yield* Deferred.make<void>()
      const worker = yield* Effect.forkChild(
        sql.withTransaction(
          Effect.gen(function* () {
            yield* sql`select pg_advisory_xact_lock(hashtext(current_schema() || ' profiles lane'), ${lane("ann")})`
            yield* Deferred.succeed(held, undefined)
            yield* Deferred.await(release)
          }),
        ),
      )
      yield* Deferred.await(held)
      assert.strictEqual(yield* store.apply(10, noon), 0)
      yield* Deferred.succeed(release, undefined)
      yield* Fiber.join(worker)
      while ((yield* store.apply(10, noon)) > 0) continue
      assert.deepStrictEqual(yield* propertiesOf("ann"), { x: 1 })
    }).pipe(Effect.provide(storage())),
  )

  it.live("of a merge that would lead too many ids to one profile is ignored", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const store = yield* ProfileStore
      yield* sql`insert into profile_aliases (workspace, version, distinct_id, target)
        select 'home', 'live', 'one of many ' || i, 'full' from generate_series(1, ${maxIds - 2}::int) as i`
      const merges = ["last", "one more"].map((source) => ({
        ...request("full", {}),
        operation: "merge" as const,
        changes: [mergeInto("full", source)],
      }))
      yield* store.accept([...merges, request("one of many 7", { x: 1 })], noon)
      while ((yield* store.apply(10, noon)) > 0) continue
      const reasons = yield* Effect.forEach(merges, (one) =>
        Effect.map(outcomeOf(one), ({ ignored }) => ignored[0]?.reason),
      )
      assert.deepStrictEqual(reasons, [noProfile, tooManyIds])
      assert.deepStrictEqual(yield* propertiesOf("last"), { x: 1 })
      yield* store.erase(home, "one of many 3", erasing, noon)
      assert.isUndefined(yield* propertiesOf("full"))
      const { erasures } = yield* store.erasures(home, { idHash: "one of many 900", limit: 9 })
      assert.deepStrictEqual(
        erasures.map(({ idHash, ids }) => [idHash, ids]),
        [["one of many 3", maxIds]],
      )
    }).pipe(Effect.provide(storage())),
  )

  it.live("of a new property waits for one that is giving it a type, and comes after it", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const store = yield* ProfileStore
      const first = request("ann", { x: "text" })
      const second = request("ann", { x: 2 })
      const { commit } = yield* acceptWithoutCommit([first])
      const other = yield* Layer.build(
        Layer.fresh(SqlStorage.Profiles.layer()).pipe(Layer.provide(Layer.succeed(SqlClient.SqlClient, sql))),
      ).pipe(Effect.map((built) => Context.get(built, ProfileStore)))
      const waiting = yield* Effect.forkChild(other.accept([second], noon))
      const blocked = sql<{ blocked: number }>`select count(*)::int as blocked from pg_locks where not granted
        and locktype = 'transactionid' and pid <> pg_backend_pid()`
      while ((yield* blocked)[0]?.blocked === 0) yield* Effect.sleep("5 millis")
      yield* commit
      yield* Fiber.join(waiting)
      while ((yield* store.apply(10, noon)) > 0) continue
      assert.deepStrictEqual(yield* propertiesOf("ann"), { x: "text" })
      const [one, two] = [yield* outcomeOf(first), yield* outcomeOf(second)]
      assert.isBelow(one.acceptance, two.acceptance)
      assert.deepStrictEqual(two.applied, [])
    }).pipe(Effect.scoped, Effect.provide(storage())),
  )
})

describe("an unfit request", () => {
  it.live("is set aside as failed with its reason, and stops nobody", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const store = yield* ProfileStore
      const before = Array.from({ length: 40 }, (_, index) => request(`p${index}`, { x: index }))
      const after = Array.from({ length: 40 }, (_, index) => request(`p${index}`, { y: index }))
      const unfit = [request("p3", { x: -1 }), request("p17", { x: -1 })]
      yield* store.accept([...before, ...unfit, ...after], noon)
      const misread = request("p5", { x: -1 })
      yield* store.accept([misread], noon)
      // No request that we accept is unfit: this stands for what we have not thought of.
      yield* sql`update profile_inbox set properties = '["no object"]'
        where request_id in (${unfit[0]?.requestId ?? ""}::text::uuid, ${unfit[1]?.requestId ?? ""}::text::uuid)`
      yield* sql`update profile_inbox set actions = '[{"verb": "grow"}]'
        where request_id = ${misread.requestId}::text::uuid`
      while ((yield* store.apply(1_000, noon)) > 0) continue
      assert.strictEqual((yield* outcomeOf(misread)).status, "failed")
      yield* sql`delete from profile_inbox where actions is not null`
      for (const one of [...before, ...after]) {
        assert.strictEqual((yield* outcomeOf(one)).status, "processed")
      }
      assert.deepStrictEqual(yield* propertiesOf("p3"), { x: 3, y: 3 })
      for (const one of unfit) assert.strictEqual((yield* outcomeOf(one)).status, "failed")
      const failed = yield* store.requests(home, { status: "failed", limit: 10 })
      assert.deepStrictEqual(
        failed.outcomes.map(({ requestId }) => requestId),
        unfit.map(({ requestId }) => requestId),
      )
      const reasons = yield* sql<{ failure: string }>`select failure from profile_inbox`
      for (const { failure } of reasons) assert.match(failure, /jsonb_object_keys|Expected object/)

      // Mended, it is applied as what it is: the first of its profile that has come since.
      yield* sql`update profile_inbox set properties = '{"z": 1}', failure = null`
      while ((yield* store.apply(1_000, noon)) > 0) continue
      assert.strictEqual((yield* outcomeOf(unfit[0] ?? request("", {}))).status, "processed")
    }).pipe(Effect.provide(storage())),
  )
})

describe("a profile", () => {
  it.live("is not erased where the log cannot have it", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const store = yield* ProfileStore
      yield* store.accept([request("ann", { x: 1 })], noon)
      while ((yield* store.apply(10, noon)) > 0) continue
      yield* sql`alter table profile_erasures rename to lost`
      yield* Effect.exit(store.erase(home, "ann", erasing, noon))
      assert.deepStrictEqual(yield* propertiesOf("ann"), { x: 1 })
      yield* sql`alter table lost rename to profile_erasures`
      yield* store.erase(home, "ann", erasing, noon)
      assert.isUndefined(yield* propertiesOf("ann"))
    }).pipe(Effect.provide(storage())),
  )
})
