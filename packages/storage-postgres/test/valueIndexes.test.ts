import {
  everyProfile,
  type Filter,
  type OfferedRequest,
  ProfileStore,
  PropertyStore,
  readerOf,
  RequestId,
} from "@daybook/profiles"
import { InvalidInput } from "@daybook/kernel"
import { ProfileServers, profileStoreContract } from "@daybook/profiles/contract"
import { SqlStorage } from "@daybook/storage-postgres"
import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { IndexSizes, makeIndexStep, maxIndexes } from "../src/profiles/valueIndexes.ts"
import { emptyStores, freshProfileServers, makeOnPostgres } from "./freshStores.ts"
import { erasing, home, noon } from "./someProfiles.ts"

const client = makeOnPostgres()
const small = Layer.succeed(IndexSizes, { indexedFrom: 0, few: 12, walked: 8 })
const { withClient } = emptyStores(client)(SqlStorage.Profiles.layer().pipe(Layer.provide(small)))

const orphans = "select v.property, v.number, v.value, v.distinct_id from profile_values as v"
const wanted = `select i.id, indexed_number(i.type, p.properties -> i.name), indexed_text(i.type, p.properties -> i.name),
    p.distinct_id
  from property_indexes as i join profiles as p on p.workspace = i.workspace and p.version = i.version
  where i.state = 'ready' and jsonb_exists(p.properties, i.name)`
const unequal = `(${wanted} except ${orphans}) union all (${orphans} where not exists (
    select from property_indexes as i where i.id = v.property and i.state in ('filling', 'closing')) except ${wanted})
  union all select id, 0, last_id, '' from property_indexes where state = 'ready' and last_id <> ''`

/** Dies if the complete indexes have other values than the profiles. */
const checkIndexes = (sql: SqlClient.SqlClient) =>
  Effect.orDie(
    Effect.map(sql.unsafe(unequal), (rows) =>
      assert.deepStrictEqual(rows, [], "values in profiles and their indexes"),
    ),
  )

/**
 * A store that makes the indexes that a query wants, and compares its response with the one without them. It checks all of them after
 * each change.
 */
const indexing = (store: ProfileStore["Service"], sql: SqlClient.SqlClient): ProfileStore["Service"] => {
  const step = Effect.orDie(makeIndexStep(sql)(50))
  const checked = <A, E>(work: Effect.Effect<A, E>) => Effect.tap(work, () => checkIndexes(sql))
  const byIndexes = Effect.fnUntraced(function* <A>(query: Effect.Effect<A>) {
    const answer = yield* query
    if (!(yield* step)) return answer
    while (yield* step) continue
    yield* checkIndexes(sql)
    assert.deepStrictEqual(yield* query, answer)
    return answer
  })
  return {
    ...store,
    accept: (...given) => checked(store.accept(...given)),
    erase: (...given) => checked(store.erase(...given)),
    find: (...given) => byIndexes(store.find(...given)),
    count: (...given) => byIndexes(store.count(...given)),
  }
}

const indexed = () =>
  Layer.effectContext(
    Effect.gen(function* () {
      const services = yield* Effect.context<Layer.Success<ReturnType<typeof withClient>>>()
      const store = indexing(Context.get(services, ProfileStore), Context.get(services, SqlClient.SqlClient))
      return Context.add(services, ProfileStore, store)
    }),
  ).pipe(Layer.provide(withClient()))

const servers = () => {
  const database = client()
  return Layer.effect(
    ProfileServers,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { start } = yield* ProfileServers
      return ProfileServers.of({ start: Effect.map(start, (store) => indexing(store, sql)) })
    }),
  ).pipe(Layer.provide(freshProfileServers(() => database)()), Layer.provide(database), Layer.provide(small))
}

profileStoreContract("PostgreSQL", indexed, servers)

const request = (distinctId: string, given: Readonly<Record<string, unknown>>): OfferedRequest => {
  const change = readerOf("set")(JSON.stringify({ distinct_id: distinctId, $set: given }))
  if (change instanceof InvalidInput) throw change
  return {
    ...home,
    requestId: RequestId.make(crypto.randomUUID()),
    operation: "set",
    changes: [change],
    idempotency: undefined,
  }
}

const put = Effect.fnUntraced(function* (
  properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
) {
  const store = yield* ProfileStore
  yield* store.accept(
    Object.entries(properties).map(([id, given]) => request(id, given)),
    noon,
  )
})

const idsOf = Effect.fnUntraced(function* (where: Filter) {
  const store = yield* ProfileStore
  const found = yield* store.find(home, { where, limit: 100 })
  return found.map(({ distinctId }) => distinctId)
})

const states = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`select name, state from property_indexes order by name`
  return rows.map(({ name, state }) => `${String(name)} ${String(state)}`)
})

/** The number of values in all indexes. */
const valuesStored = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return (yield* sql`select 1 from profile_values`).length
})

const above = (value: number): Filter => ({ name: "n", op: "gt", value })

describe("the index of a property", () => {
  it.live("is wanted by a query that compares or sorts by it, among enough profiles", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const store = yield* ProfileStore
      yield* put({ ann: { a: 1, b: "x", c: true, d: "2024-01-01", e: [1], f: 1, g: 1 } })
      const where: Filter = {
        all: [
          { name: "a", op: "eq", value: 1 },
          { any: [{ name: "b", op: "starts_with", value: "x" }] },
          { name: "c", op: "exists", value: true },
          { name: "d", op: "contains", value: "2024" },
          { name: "e", op: "contains", value: 1 },
          { not: { name: "f", op: "lt", value: 0 } },
          { name: "none", op: "eq", value: 1 },
        ],
      }
      const find = store.find(home, { where, sort: { name: "g", descending: true }, limit: 1 })
      yield* find
      assert.deepStrictEqual(yield* states, [])
      yield* sql`update profile_totals set number = 10000 where kind = 'profile'`
      yield* find
      assert.deepStrictEqual(yield* states, ["a wanted", "b wanted", "g wanted"])
    }).pipe(Effect.provide(emptyStores(client)(SqlStorage.Profiles.layer()).withClient())),
  )

  it.live("is filled step by step while profiles change, and used once it is complete", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { step } = yield* PropertyStore
      yield* put({ a: { n: 1 }, b: { n: 2 }, c: { n: 3 }, d: { n: 4 }, e: { x: 1 } })
      yield* idsOf(above(0))
      assert.isTrue(yield* step(2, noon))
      assert.isTrue(yield* step(2, noon))
      assert.deepStrictEqual([yield* states, yield* valuesStored], [["n filling"], 2])
      // One that was visited, one that was not, and new ones on both sides.
      yield* put({ a: { n: 10 }, d: { n: -4 }, aa: { n: 11 }, z: { n: 12 } })
      assert.deepStrictEqual(yield* idsOf(above(2)), ["a", "aa", "c", "z"])
      while (yield* step(2, noon)) continue
      assert.deepStrictEqual([yield* states, yield* valuesStored], [["n ready"], 6])
      assert.deepStrictEqual(yield* idsOf(above(2)), ["a", "aa", "c", "z"])
      // What the index lacks is not found: it is what finds.
      yield* sql`delete from profile_values where distinct_id = 'aa'`
      assert.deepStrictEqual(yield* idsOf(above(2)), ["a", "c", "z"])
    }).pipe(Effect.provide(withClient())),
  )

  it.live(
    "closes with the change of its property; an erased profile leaves it at once, and all others in steps",
    () =>
      Effect.gen(function* () {
        const store = yield* ProfileStore
        const { change, step } = yield* PropertyStore
        yield* put({ a: { n: 1, x: 1 }, b: { n: 2 }, c: { n: 3 } })
        yield* idsOf(above(0))
        while (yield* step(2, noon)) continue
        assert.deepStrictEqual([yield* states, yield* valuesStored], [["n ready"], 3])
        yield* change(home, "n", "string", noon)
        assert.deepStrictEqual(yield* states, ["n closing"])
        yield* store.erase(home, "b", erasing, noon)
        assert.strictEqual(yield* valuesStored, 2)
        while (yield* step(2, noon)) continue
        assert.deepStrictEqual([yield* states, yield* valuesStored], [[], 0])
        const later: Filter = { name: "n", op: "gte", value: "3" }
        assert.deepStrictEqual(yield* idsOf(later), ["c"])
        while (yield* step(2, noon)) continue
        assert.deepStrictEqual(yield* states, ["n ready"])
        assert.deepStrictEqual(yield* idsOf(later), ["c"])
      }).pipe(Effect.provide(withClient())),
  )

  it.live("waits for the batches that run, which do not keep it", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const store = yield* ProfileStore
      const { step } = yield* PropertyStore
      yield* put({ a: { n: 1 } })
      const accepted = yield* Deferred.make<void>()
      const commit = yield* Deferred.make<void>()
      const slow = yield* Effect.forkChild(
        sql.withTransaction(
          Effect.gen(function* () {
            yield* store.accept([request("b", { n: 2 })], noon)
            yield* Deferred.succeed(accepted, undefined)
            yield* Deferred.await(commit)
          }),
        ),
      )
      yield* Deferred.await(accepted)
      yield* idsOf(above(0))
      const begun = yield* Effect.forkChild(step(2, noon))
      const waiting = sql`select 1 from pg_locks where not granted and locktype = 'advisory'`
      while ((yield* waiting).length === 0) yield* Effect.sleep("5 millis")
      assert.deepStrictEqual(yield* states, ["n wanted"])
      yield* Deferred.succeed(commit, undefined)
      yield* Fiber.join(slow)
      assert.isTrue(yield* Fiber.join(begun))
      while (yield* step(2, noon)) continue
      assert.deepStrictEqual(yield* idsOf(above(0)), ["a", "b"])
      yield* checkIndexes(sql)
    }).pipe(Effect.provide(withClient())),
  )

  it.live("is one of a limited number in a place", () =>
    Effect.gen(function* () {
      const store = yield* ProfileStore
      const names = Array.from({ length: maxIndexes + 2 }, (_, index) => `p${index + 10}`)
      yield* put({ a: Object.fromEntries(names.map((name) => [name, 1])) })
      for (const name of names) yield* store.count(home, { name, op: "gt", value: 0 })
      assert.deepStrictEqual(
        yield* states,
        names.slice(0, maxIndexes).map((name) => `${name} wanted`),
      )
    }).pipe(Effect.provide(withClient())),
  )

  it.live("sorts pages with the profiles that lack the property at their end, also against the order", () =>
    Effect.gen(function* () {
      const store = yield* ProfileStore
      const { step } = yield* PropertyStore
      yield* put({ a: { n: 2 }, b: { x: 1 }, c: { n: 1 }, d: { n: 2 }, e: { x: 1 } })
      const pagesOf = Effect.fnUntraced(function* (descending: boolean) {
        const found: Array<string> = []
        for (let after: { distinctId: string; value: number | undefined } | undefined; ;) {
          const page = yield* store.find(home, {
            where: everyProfile,
            sort: { name: "n", descending },
            limit: 2,
            after,
          })
          found.push(...page.map(({ distinctId }) => distinctId))
          const last = page.at(-1)
          if (last === undefined || page.length < 2) return found.join(" ")
          after = { distinctId: last.distinctId, value: last.properties["n"] as number | undefined }
        }
      })
      const unindexed = [yield* pagesOf(false), yield* pagesOf(true)]
      while (yield* step(2, noon)) continue
      assert.deepStrictEqual(yield* states, ["n ready"])
      assert.deepStrictEqual([yield* pagesOf(false), yield* pagesOf(true)], unindexed)
      assert.deepStrictEqual(unindexed, ["c a d b e", "d a c e b"])
    }).pipe(Effect.provide(withClient())),
  )
})
