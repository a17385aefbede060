import {
  type Action,
  mergeInto,
  type OfferedRequest,
  ProfileStore,
  PropertyStore,
  RequestId,
} from "@daybook/profiles"
import { profileStoreContract } from "@daybook/profiles/contract"
import { Postgres, SqlStorage } from "@daybook/storage-postgres"
import { freshSchema } from "@daybook/storage-postgres/testing"
import { describeOnCitus } from "@daybook/storage-postgres/testing/describeOnCitus"
import { Everything } from "@daybook/storage-sql"
import { assert, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import * as SqlClient from "effect/sql/SqlClient"
import { schemaOf, ShardCount } from "../../src/profiles/citus/shardTables.ts"
import { IndexSizes } from "../../src/profiles/valueIndexes.ts"
import * as Store from "../../src/profiles/store.ts"
import { readSchema } from "../../src/sql/migrator.ts"
import { rowsOf } from "../../src/sql/table.ts"
import { emptySchemas, type FreshClient } from "../emptySchemas.ts"
import { emptyStores, freshProfileServers, storageOn } from "../freshStores.ts"
import { erasing, home, noon } from "../someProfiles.ts"

const readValues = rowsOf(Schema.Struct({ distinctId: Schema.String, number: Schema.Finite }))

const once: Action = { verb: "once", name: "plan", type: "string", value: "pro" }

const request = (distinctId: string, action: Action): OfferedRequest => ({
  ...home,
  requestId: RequestId.make(crypto.randomUUID()),
  operation: "set",
  changes: [{ distinctId, actions: [action], ignored: [], makes: true }],
  idempotency: undefined,
})

describeOnCitus("on Citus", (cluster) => {
  const realTime = Layer.succeed(Clock.Clock, Clock.Clock.defaultValue())
  const onCitus: FreshClient = (schema = freshSchema()) =>
    Layer.suspend(() =>
      Postgres.layer({ url: Redacted.make(cluster().url), schema, maxConnections: 4 }),
    ).pipe(Layer.provide(realTime), Layer.orDie)
  const few = Layer.merge(realTime, Layer.succeed(ShardCount, 3))
  const stores = Layer.provide(SqlStorage.Profiles.layer(), few)
  const { fresh } = emptyStores(onCitus)(stores)
  const small = Layer.succeed(IndexSizes, { indexedFrom: 0, few: 12, walked: 8 })
  const { withClient } = emptyStores(onCitus)(Layer.provide(stores, small))
  const schemas = emptySchemas(onCitus, (client) => storageOn(stores, client))
  const emptied = () => Layer.unwrap(Effect.map(schemas.scoped, schemas.emptied))
  const servers = () => Layer.provide(freshProfileServers(emptied)(), few)

  it.live("a node is refused instead of the coordinator", () =>
    Effect.gen(function* () {
      const [node] = cluster().nodes
      const url = Redacted.make(node?.server.url ?? "")
      const { message } = yield* Effect.flip(
        Effect.scoped(Layer.build(Postgres.layer({ url, schema: freshSchema() }))),
      )
      assert.match(message, /cannot be used: it is a node of Citus/)
    }),
  )

  it.live("what an earlier version stored moves to the shards, and is in an export", () =>
    Effect.gen(function* () {
      const client = onCitus(freshSchema())
      const requests = (["live", "test"] as const).flatMap((version) =>
        ["ann", "bob"].map((distinctId) => ({ ...request(distinctId, once), version })),
      )
      const [first = assert.fail()] = requests
      const accept = Effect.fnUntraced(function* (some: ReadonlyArray<OfferedRequest>) {
        const store = yield* ProfileStore
        yield* Effect.orDie(store.accept(some, noon))
        const { outcomes } = yield* store.requests(first, { limit: 9 })
        return outcomes.map(({ requestId }) => requestId)
      })
      const before = yield* Effect.provide(accept(requests), storageOn(Store.layer, client))
      assert.deepStrictEqual(before, [requests[0]?.requestId, requests[1]?.requestId])
      const last = { ...first, requestId: RequestId.make(crypto.randomUUID()) }
      const exported = Effect.gen(function* () {
        const listed = yield* accept([last])
        const { read } = yield* Everything.StoredRows
        const lines = yield* read(({ tables }) =>
          Effect.forEach(tables, ({ lines, name }) =>
            Effect.map(Stream.runCollect(lines), (all) => [name, all.flat().length] as const),
          ),
        )
        return { listed, lines: Object.fromEntries(lines) }
      })
      const { lines, listed } = yield* Effect.provide(
        exported,
        Layer.mergeAll(
          storageOn(stores, client),
          Layer.provide(SqlStorage.Everything.layer({ textOf: () => "" }), client),
        ),
      )
      assert.deepStrictEqual(listed, [...before, last.requestId])
      assert.deepInclude(lines, { profiles: 4, profile_outcomes: 5, property_types: 2, profile_usage: 2 })
    }),
  )

  it.live("an index on values follows every change of a profile", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const store = yield* ProfileStore
      const { change, step } = yield* PropertyStore
      const set = (id: number, value: number) =>
        request(`p${id}`, { verb: "set", name: "n", type: "number", value })
      const accept = (...requests: ReadonlyArray<OfferedRequest>) =>
        Effect.orDie(store.accept(requests, noon))
      const found = Effect.map(
        store.find(home, {
          where: { name: "n", op: "gt", value: 5 },
          sort: { name: "n", descending: true },
          limit: 50,
        }),
        (profiles) => profiles.map(({ distinctId }) => distinctId),
      )
      const schema = yield* readSchema(sql)
      const shards = [0, 1, 2].map((shard) => schemaOf(schema, shard))
      const indexed = Effect.map(
        sql.unsafe(
          shards
            .map((shard) => `select distinct_id, number from ${shard}.profile_values`)
            .join(" union all ") + " order by 1",
        ),
        (rows) => readValues(rows).map(({ distinctId, number }) => `${distinctId} ${number}`),
      )

      yield* accept(...Array.from({ length: 9 }, (_, n) => set(n, n)))
      assert.deepStrictEqual(yield* found, ["p8", "p7", "p6"])
      while (yield* step(4, noon)) continue
      assert.deepStrictEqual(yield* found, ["p8", "p7", "p6"])
      yield* accept(set(0, 20), set(8, 1), set(9, 6.5), request("p2", { verb: "unset", name: "n" }))
      yield* accept({ ...request("p1", once), operation: "merge", changes: [mergeInto("p1", "p7")] })
      yield* store.erase(home, "p6", erasing, noon)
      assert.deepStrictEqual(yield* found, ["p0", "p9"])
      assert.deepStrictEqual(yield* indexed, ["p0 20", "p1 1", "p3 3", "p4 4", "p5 5", "p8 1", "p9 6.5"])
      yield* change(home, "n", "string", noon)
      while (yield* step(4, noon)) continue
      assert.deepStrictEqual(yield* indexed, [])
      assert.deepStrictEqual(yield* found, [])
    }).pipe(Effect.provide(withClient())),
  )

  profileStoreContract("Citus", fresh, servers)
})
