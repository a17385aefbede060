import { alreadySet, ProfileStore } from "@daybook/profiles"
import { Postgres, SqlStorage } from "@daybook/storage-postgres"
import { type CitusCluster, freshSchema, startCitus } from "@daybook/storage-postgres/testing"
import { describeOnCitus } from "@daybook/storage-postgres/testing/describeOnCitus"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import { afterAll, beforeAll } from "vitest"
import { valuesOf } from "../src/sql/table.ts"
import { noon, outcomeOf, propertiesOf, request } from "../../profiles/contract/requests.ts"

const readPrepared = Schema.decodeUnknownSync(
  Schema.Array(Schema.Struct({ node: Schema.Int, gid: Schema.String })),
)

const readCounts = valuesOf(Schema.Int)

describeOnCitus("set-once beside its data on Citus", () => {
  let cluster: CitusCluster
  beforeAll(async () => {
    cluster = await startCitus(2)
    for (const node of cluster.nodes) {
      await node.run("alter system set track_functions = 'pl'")
      await node.run("select pg_reload_conf()")
    }
  }, 120_000)
  afterAll(() => cluster.stop())

  const onCluster = <A, E>(body: Effect.Effect<A, E, ProfileStore | SqlClient.SqlClient>) =>
    Effect.suspend(() => {
      const client = Layer.orDie(Postgres.layer({ url: Redacted.make(cluster.url), schema: freshSchema() }))
      return body.pipe(Effect.provide(Layer.provideMerge(Layer.orDie(SqlStorage.Profiles.layer()), client)))
    })

  it.live("is applied by one call for each node, and committed on all of them or on none", () =>
    Effect.gen(function* () {
      const store = yield* ProfileStore
      const sql = yield* SqlClient.SqlClient
      const prepared = Effect.map(
        sql`select groupid as node, gid from pg_dist_transaction where gid is not null`,
        readPrepared,
      )
      /** Accepts and applies requests, and gives the nodes that have prepared their part of what was applied. */
      const preparing = Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
        const accepted = yield* store.accept(
          ids.map((id, at) => request(id, { first: at, [`own${at}`]: at })),
          noon,
        )
        const before = new Set((yield* prepared).map(({ gid }) => gid))
        assert.strictEqual(yield* store.apply(100, noon), ids.length)
        // The coordinator remembers each part of a commit in two phases, until it has looked for what is in doubt.
        const nodes = (yield* prepared).flatMap(({ gid, node }) => (before.has(gid) ? [] : [node]))
        return { accepted, nodes: [...new Set(nodes)].toSorted() }
      })
      const some = Array.from({ length: 60 }, (_, index) => `p${index % 20}`)
      const { accepted, nodes } = yield* preparing(some)
      assert.deepStrictEqual(nodes, [1, 2])
      const ofOne = Array.from({ length: 60 }, (_, index) => `q${index}`).filter(
        (id) => store.partOf(id) === 1,
      )
      assert.deepStrictEqual((yield* preparing(ofOne)).nodes, [1])

      const calls = Effect.map(
        sql`select coalesce(result::int, 0) as value from run_command_on_workers(
          $$select sum(calls) from pg_stat_user_functions where funcname = 'apply_set_once'$$) order by 1`,
        readCounts,
      )
      // Sessions tell of their calls a few seconds later.
      const counted = yield* calls.pipe(
        Effect.repeat({
          schedule: Schedule.spaced("100 millis"),
          until: (all) => all.reduce((sum, one) => sum + one) > 2,
        }),
        Effect.timeout("30 seconds"),
      )
      assert.deepStrictEqual(counted, [1, 2])
      assert.deepStrictEqual(yield* propertiesOf("p3"), { first: 3, own3: 3, own23: 23, own43: 43 })
      const last = accepted.at(-1)
      if (last?.accepted !== true) assert.fail()
      const { applied, ignored } = (yield* outcomeOf(last.requestId)) ?? assert.fail()
      assert.deepStrictEqual([applied, ignored], [["own59"], [{ name: "first", reason: alreadySet }]])
    }).pipe(onCluster),
  )

  it.live("is applied by workers beside each other, in whatever shards their lanes are", () =>
    Effect.gen(function* () {
      const store = yield* ProfileStore
      const sql = yield* SqlClient.SqlClient
      yield* store.accept(
        Array.from({ length: 60 }, (_, at) => request(`p${at}`, { x: at })),
        noon,
      )
      yield* sql.withTransaction(
        Effect.gen(function* () {
          // Statements over several shards hold them against each other, by default, for as long as the transaction lasts.
          yield* sql`delete from profile_inbox where number < 0`
          const other = store.apply(100, noon).pipe(Effect.timeout("5 seconds"))
          assert.strictEqual(yield* Effect.promise(() => Effect.runPromise(other)), 60)
        }),
      )
    }).pipe(onCluster),
  )
})
