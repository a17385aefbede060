import {
  type Action,
  firstUsageDay,
  GroupCommit,
  type NewRequest,
  type Place,
  ProfileStore,
  type RequestId,
  type RequestPage,
  WorkspaceId,
} from "@daybook/profiles"
import { storageUnavailable } from "@daybook/kernel"
import { Postgres, SqlStorage } from "@daybook/storage-postgres"
import { freshSchema } from "@daybook/storage-postgres/testing"
import type { CitusCluster } from "@daybook/storage-postgres/testing/citusCluster"
import { describeOnCitus } from "@daybook/storage-postgres/testing/describeOnCitus"
import { assert, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { ShardCount, shardOf } from "../../src/profiles/citus/shardTables.ts"
import { storageOn } from "../freshStores.ts"

const shards = 4
const add: Action = { verb: "add", name: "n", type: "number", value: 1 }

/** One workspace in each shard. */
const places = Array.from({ length: shards }, (_, shard): Place => {
  const names = Array.from({ length: 200 }, (_, n): Place => {
    return { workspace: WorkspaceId.make(`workspace ${n}`), version: "live" }
  })
  return names.find((place) => shardOf(place, shards) === shard) ?? assert.fail()
})

describeOnCitus("profiles on Citus, under faults", (cluster) => {
  const onCitus = (schema: string) =>
    Layer.orDie(Postgres.layer({ url: Redacted.make(cluster().url), schema, maxConnections: 4 }))

  const server = (schema: string) =>
    Layer.provideMerge(
      GroupCommit.layer(),
      storageOn(
        SqlStorage.Profiles.layer().pipe(Layer.provide(Layer.succeed(ShardCount, shards))),
        onCitus(schema),
      ),
    )

  /** Senders of requests that add 1 to a profile, each repeated with its key until it is accepted. */
  const underLoad = Effect.fnUntraced(function* (faults: (run: Run) => Effect.Effect<void, unknown>) {
    const schema = freshSchema()
    const servers = [yield* Layer.build(server(schema)), yield* Layer.build(Layer.fresh(server(schema)))]
    const sql = yield* Effect.map(Layer.build(onCitus(schema)), Context.get(SqlClient.SqlClient))
    const [first] = servers
    const store = Context.get(first ?? assert.fail(), ProfileStore)
    const accepted = new Map(places.map((place) => [place, 0]))
    const load = { ends: false }

    const sendAll = Effect.fnUntraced(function* (place: Place, number: number) {
      const distinctId = `profile ${number}`
      const ids: Array<RequestId> = []
      while (!load.ends) {
        const idempotency = { key: `${distinctId} ${ids.length}`, bodyHash: "" }
        const changes = [{ distinctId, actions: [add], ignored: [], makes: true }] as const
        const request: NewRequest = { ...place, operation: "numerical-add", changes, idempotency, bytes: 100 }
        for (let attempt = number; ; attempt++) {
          const commits = Context.get(servers[attempt % 2] ?? assert.fail(), GroupCommit)
          const exit = yield* Effect.exit(commits.accept(request))
          if (Exit.isSuccess(exit)) {
            ids.push(exit.value)
            accepted.set(place, (accepted.get(place) ?? 0) + 1)
            break
          }
          // Over HTTP a 503 with `Retry-After`.
          assert.isDefined(storageUnavailable(exit.cause), Cause.pretty(exit.cause))
          yield* Effect.sleep("50 millis")
        }
      }
      return { place, distinctId, ids }
    })

    /** Follows the list of requests to its end. */
    const follow = Effect.fnUntraced(function* (place: Place) {
      const listed: Array<RequestId> = []
      let after: number | undefined
      for (let last = false; ;) {
        const isLast = load.ends && last
        last = load.ends
        const exit = yield* Effect.exit(store.requests(place, { after, limit: 1_000 }))
        if (Exit.isSuccess(exit)) {
          const page: RequestPage = exit.value
          listed.push(...page.outcomes.map(({ requestId }) => requestId))
          after = page.outcomes.at(-1)?.acceptance ?? after
          if (isLast && page.outcomes.length === 0) return { place, listed }
        }
        yield* Effect.sleep("50 millis")
      }
    })

    const senders = yield* Effect.forkChild(
      Effect.forEach(
        places.flatMap((place) => Array.from({ length: 6 }, (_, number) => ({ place, number }))),
        ({ number, place }) => sendAll(place, number),
        { concurrency: "unbounded" },
      ),
    )
    const followers = yield* Effect.forkChild(Effect.forEach(places, follow, { concurrency: "unbounded" }))
    const nodeOf = (shard: number) =>
      Effect.map(
        sql`select nodename as name, nodeport as port from pg_dist_shard join pg_dist_placement using (shardid)
          join pg_dist_node using (groupid) where logicalrelid = ${`${schema}_profiles_${shard}.profiles`}::regclass`,
        (rows) => Number(rows[0]?.["port"]),
      )
    yield* faults({
      acceptedOf: () => places.map((place) => accepted.get(place) ?? 0),
      nodeOf,
      away: store.away,
      move: (shard, port) =>
        Effect.asVoid(
          sql`select citus_schema_move(${`${schema}_profiles_${shard}`}::regnamespace, '127.0.0.1', ${port}::int)`,
        ),
    })
    load.ends = true
    const sent = yield* Fiber.join(senders)
    const followed = yield* Fiber.join(followers)
    for (const { distinctId, ids, place } of sent) {
      const profile = Option.getOrThrow(yield* store.profile(place, distinctId))
      assert.strictEqual(profile.properties["n"], ids.length)
      const listed = followed.find((one) => one.place === place)?.listed ?? []
      const own = new Set(ids)
      assert.deepStrictEqual(
        listed.filter((id) => own.has(id)),
        ids,
      )
    }
    for (const { listed, place } of followed) {
      const own = sent.filter((one) => one.place === place).flatMap(({ ids }) => ids)
      assert.strictEqual(listed.length, own.length)
      const usage = yield* store.usage(place, firstUsageDay(Date.now()))
      assert.strictEqual(
        usage.requests.reduce((sum, { requests }) => sum + requests, 0),
        own.length,
      )
      assert.strictEqual(usage.profiles, 6)
    }
  }, Effect.scoped)

  interface Run {
    readonly acceptedOf: () => ReadonlyArray<number>
    readonly nodeOf: (shard: number) => Effect.Effect<number, unknown>
    readonly away: ProfileStore["Service"]["away"]
    readonly move: (shard: number, port: number) => Effect.Effect<void, unknown>
  }

  const until = (isReached: () => boolean) =>
    Effect.gen(function* () {
      while (!isReached()) yield* Effect.sleep("20 millis")
    }).pipe(Effect.timeout("60 seconds"))

  /** Waits until each of these shards has accepted more requests. */
  const more = ({ acceptedOf }: Run, isAsked: (shard: number) => boolean = () => true, count = 20) =>
    Effect.suspend(() => {
      const before = acceptedOf()
      return until(() =>
        acceptedOf().every((now, shard) => !isAsked(shard) || now >= (before[shard] ?? 0) + count),
      )
    })

  const portOf = (node: CitusCluster["nodes"][number] | undefined) => node?.port ?? assert.fail()

  it.live(
    "shards that move, also to an added node, lose nothing and keep the order",
    () =>
      Effect.gen(function* () {
        yield* underLoad(
          Effect.fnUntraced(function* (run) {
            yield* more(run)
            const [one, other] = cluster().nodes
            for (const shard of [0, 1, 0]) {
              const port = (yield* run.nodeOf(shard)) === portOf(one) ? portOf(other) : portOf(one)
              yield* run.move(shard, port)
              yield* more(run)
            }
            const added = yield* Effect.promise(cluster().add)
            yield* run.move(1, added.port)
            yield* more(run)
          }),
        )
      }),
    { timeout: 240_000 },
  )

  it.live(
    "a node that freezes, and one that is killed, refuse only their own profiles",
    () =>
      Effect.gen(function* () {
        yield* underLoad(
          Effect.fnUntraced(function* (run) {
            yield* more(run)
            const ports = yield* Effect.forEach([0, 1, 2, 3], run.nodeOf)
            const node = cluster().nodes.find(({ port }) => port === ports[0]) ?? assert.fail()
            const isThere = (shard: number) => ports[shard] === node.port
            node.proxy.silence()
            while ((yield* run.away).length === 0) yield* Effect.sleep("50 millis")
            const frozen = run.acceptedOf()
            yield* more(run, (shard) => !isThere(shard), 50)
            assert.deepStrictEqual(
              run.acceptedOf().filter((_, shard) => isThere(shard)),
              frozen.filter((_, shard) => isThere(shard)),
            )
            node.proxy.speak()
            yield* more(run)
            assert.deepStrictEqual(yield* run.away, [])
            yield* Effect.promise(() => node.server.end("SIGQUIT"))
            while ((yield* run.away).length === 0) yield* Effect.sleep("50 millis")
            yield* more(run, (shard) => !isThere(shard), 50)
            yield* Effect.promise(node.server.begin)
            yield* more(run)
            yield* Effect.promise(() => cluster().coordinator.end("SIGQUIT"))
            yield* more(run, () => true, 50)
            yield* Effect.promise(cluster().coordinator.begin)
            yield* more(run)
          }),
        )
      }),
    { timeout: 240_000 },
  )
})
