import { type Action, type OfferedRequest, ProfileStore, RequestId, WorkspaceId } from "@daybook/profiles"
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
import * as Stream from "effect/Stream"
import { ShardCount } from "../src/profiles/citus/shardTables.ts"
import * as Store from "../src/profiles/store.ts"
import { emptySchemas } from "./emptySchemas.ts"
import { emptyStores, type FreshClient, freshProfileServers, storageOn } from "./freshStores.ts"

const noon = Date.UTC(2026, 6, 15, 12)
const once: Action = { verb: "once", name: "plan", type: "string", value: "pro" }

describeOnCitus("on Citus", (cluster) => {
  const realTime = Layer.succeed(Clock.Clock, Clock.Clock.defaultValue())
  const onCitus: FreshClient = (schema = freshSchema()) =>
    Layer.suspend(() =>
      Postgres.layer({ url: Redacted.make(cluster().url), schema, maxConnections: 4 }),
    ).pipe(Layer.provide(realTime), Layer.orDie)
  const few = Layer.merge(realTime, Layer.succeed(ShardCount, 3))
  const stores = Layer.provide(SqlStorage.Profiles.layer(), few)
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
      const requests = ["live", "test"].flatMap((version) =>
        ["ann", "bob"].map((distinctId): OfferedRequest => {
          const change = { distinctId, actions: [once], ignored: [], makes: true }
          return {
            workspace: WorkspaceId.make("home"),
            version: version === "live" ? "live" : "test",
            requestId: RequestId.make(crypto.randomUUID()),
            operation: "set-once",
            changes: [change],
            idempotency: undefined,
          }
        }),
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

  profileStoreContract("Citus", emptyStores(onCitus)(stores).fresh, servers)
})
