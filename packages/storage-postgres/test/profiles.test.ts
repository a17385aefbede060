import {
  type Action,
  maxIds,
  mergeInto,
  noProfile,
  type OfferedRequest,
  GroupCommit,
  ProfileStore,
  RequestId,
  tooManyIds,
} from "@daybook/profiles"
import { SqlStorage } from "@daybook/storage-postgres"
import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as SqlClient from "effect/sql/SqlClient"
import { emptyStores, makeOnPostgres } from "./freshStores.ts"
import { erasing, home, noon } from "./someProfiles.ts"

const requestOf = (distinctId: string, ...actions: ReadonlyArray<Action>): OfferedRequest => ({
  ...home,
  requestId: RequestId.make(crypto.randomUUID()),
  operation: "set-once",
  changes: [{ distinctId, actions, ignored: [], makes: true }],
  idempotency: undefined,
})

const request = (distinctId: string, value: Readonly<Record<string, number | string>>): OfferedRequest =>
  requestOf(
    distinctId,
    ...Object.entries(value).map(([name, one]): Action => {
      return { verb: "once", name, type: typeof one === "number" ? "number" : "string", value: one }
    }),
  )

/** Waits until a statement waits for a lock. */
const blocked = Effect.fnUntraced(function* (locktype: string) {
  const sql = yield* SqlClient.SqlClient
  const count = sql`select 1 from pg_locks where not granted and locktype = ${locktype}`
  while ((yield* count).length === 0) yield* Effect.sleep("5 millis")
})

const outcomeOf = (one: OfferedRequest) =>
  Effect.flatMap(ProfileStore, (store) => Effect.map(store.outcome(home, one.requestId), Option.getOrThrow))

const propertiesOf = (distinctId: string) =>
  Effect.flatMap(ProfileStore, (store) =>
    Effect.map(store.profile(home, distinctId), (profile) => Option.getOrUndefined(profile)?.properties),
  )

/** Accepts requests in their own transaction, which stays open until `commit` is run. */
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
const { withClient: storage } = emptyStores(client)(SqlStorage.Profiles.layer())

describe("acceptance", () => {
  it.live("of one profile waits for what holds it, and follows it", () =>
    Effect.gen(function* () {
      const store = yield* ProfileStore
      // Types are known before: nothing else waits.
      yield* store.accept([request("someone", { x: 0, y: 0, z: 0 })], noon)
      const early = request("ann", { x: 1, y: 1 })
      const late = request("ann", { x: 2, y: 2, z: 2 })
      const { commit } = yield* acceptWithoutCommit([early])
      const waiting = yield* Effect.forkChild(store.accept([late], noon))
      yield* blocked("advisory")
      yield* store.accept([request("bob", { x: 3 })], noon)
      yield* commit
      yield* Fiber.join(waiting)
      assert.deepStrictEqual(yield* propertiesOf("ann"), { x: 1, y: 1, z: 2 })
      const [one, two] = [yield* outcomeOf(early), yield* outcomeOf(late)]
      assert.deepStrictEqual([one.applied, two.applied], [["x", "y"], ["z"]])
      assert.isBelow(one.acceptance, two.acceptance)
    }).pipe(Effect.provide(storage())),
  )

  it.live("that commits late is listed, and holds those after it back until then", () =>
    Effect.gen(function* () {
      const store = yield* ProfileStore
      yield* store.accept([request("someone", { x: 0 })], noon)
      const early = request("ann", { x: 1 })
      const late = request("bob", { x: 2 })
      const { commit } = yield* acceptWithoutCommit([early])
      yield* store.accept([late], noon)
      const { outcomes } = yield* store.requests(home, { limit: 10 })
      assert.strictEqual(outcomes.length, 1)
      yield* commit
      const after = outcomes[0]?.acceptance
      const rest = yield* store.requests(home, { limit: 10, after })
      assert.deepStrictEqual(
        rest.outcomes.map(({ requestId }) => requestId),
        [early.requestId, late.requestId],
      )
    }).pipe(Effect.provide(storage())),
  )

  it.live("that is rolled back contains nothing back", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const store = yield* ProfileStore
      const lost = sql.withTransaction(
        Effect.andThen(store.accept([request("ann", { x: 1 })], noon), Effect.fail("no")),
      )
      yield* Effect.flip(lost)
      const kept = request("ann", { x: "text" })
      yield* store.accept([kept], noon)
      assert.deepStrictEqual(yield* propertiesOf("ann"), { x: "text" })
      const { outcomes } = yield* store.requests(home, { limit: 10 })
      assert.deepStrictEqual(
        outcomes.map(({ requestId }) => requestId),
        [kept.requestId],
      )
    }).pipe(Effect.provide(storage())),
  )

  it.live("that waits too long for a profile is the only one to fail", () =>
    Effect.gen(function* () {
      const store = yield* ProfileStore
      yield* store.accept([request("someone", { x: 0 })], noon)
      const { commit } = yield* acceptWithoutCommit([request("ann", { x: 1 })])
      const held = { ...request("ann", { x: 2 }), bytes: 10 }
      const free = { ...request("bob", { x: 3 }), bytes: 10 }
      const exits = yield* Effect.flatMap(GroupCommit, ({ accept }) =>
        Effect.forEach([held, free], (one) => Effect.exit(accept(one)), { concurrency: "unbounded" }),
      ).pipe(Effect.provide(GroupCommit.layer()))
      assert.deepStrictEqual(exits.map(Exit.isSuccess), [false, true])
      yield* commit
      assert.deepStrictEqual(yield* propertiesOf("ann"), { x: 1 })
      assert.deepStrictEqual(yield* propertiesOf("bob"), { x: 3 })
    }).pipe(Effect.provide(storage())),
  )

  it.live("of an id is repeated if a merge has led it elsewhere while it waited", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const store = yield* ProfileStore
      yield* store.accept([request("ann", { x: 1 })], noon)
      const merge = {
        ...request("bob", {}),
        operation: "merge" as const,
        changes: [mergeInto("bob", "ann")],
      }
      const { commit } = yield* acceptWithoutCommit([merge])
      const waiting = yield* Effect.forkChild(
        Effect.all(
          [
            store.accept([request("ann", { y: 2 })], noon),
            Effect.delay(store.accept([request("ann", { y: 3 })], noon), "1 milli"),
          ],
          { concurrency: "unbounded" },
        ),
      )
      yield* blocked("advisory")
      yield* commit
      yield* Fiber.join(waiting)
      const stored = yield* sql`select distinct_id from profiles`
      assert.deepStrictEqual(
        stored.map((row) => row["distinct_id"]),
        ["bob"],
      )
      assert.strictEqual((yield* propertiesOf("ann"))?.["x"], 1)
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

  it.live("of a new property waits for one that is giving it a type, and follows it", () =>
    Effect.gen(function* () {
      const store = yield* ProfileStore
      const first = request("ann", { x: "text" })
      const second = request("bob", { x: 2 })
      const { commit } = yield* acceptWithoutCommit([first])
      const waiting = yield* Effect.forkChild(store.accept([second], noon))
      yield* blocked("advisory")
      yield* commit
      yield* Fiber.join(waiting)
      assert.deepStrictEqual(yield* propertiesOf("bob"), {})
      const [one, two] = [yield* outcomeOf(first), yield* outcomeOf(second)]
      assert.isBelow(one.acceptance, two.acceptance)
      assert.deepStrictEqual(two.applied, [])
    }).pipe(Effect.provide(storage())),
  )
})

describe("a profile", () => {
  it.live("is not erased if the log cannot have it", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const store = yield* ProfileStore
      yield* store.accept([request("ann", { x: 1 })], noon)
      yield* sql`alter table profile_erasures rename to lost`
      yield* Effect.exit(store.erase(home, "ann", erasing, noon))
      assert.deepStrictEqual(yield* propertiesOf("ann"), { x: 1 })
      yield* sql`alter table lost rename to profile_erasures`
      yield* store.erase(home, "ann", erasing, noon)
      assert.isUndefined(yield* propertiesOf("ann"))
    }).pipe(Effect.provide(storage())),
  )
})
