import {
  type CohortStore,
  type Place,
  type ProfileStore,
  type PropertyStore,
  type SnapshotStore,
} from "@daybook/profiles"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import * as SqlClient from "effect/sql/SqlClient"
import { isSqlError } from "effect/sql/SqlError"
import { sqlStateOf } from "../../errors.ts"
import { Migrates } from "../../sql/migrator.ts"
import type { NodeClient } from "../../sql/nodes.ts"
import { rowsOf } from "../../sql/table.ts"
import { IndexSizes } from "../valueIndexes.ts"
import { makeNode, type Node, withinTime } from "./nodes.ts"
import { movedState, schemaOf, shardOf } from "./shardTables.ts"

/** The stores of a shard. */
export type ShardStores = ProfileStore | PropertyStore | CohortStore | SnapshotStore

const readPlacements = rowsOf(
  Schema.Struct({ shard: Schema.Int, id: Schema.Int, name: Schema.String, port: Schema.Int }),
)

interface OpenShard {
  readonly node: Node
  readonly stores: Context.Context<ShardStores>
  readonly scope: Scope.Closeable
}

const connectionsPerShard = 4
const statementLimit = Duration.seconds(30)
const lookUpLimit = "2 seconds"
// Work that still runs on a shard that has moved ends within this time.
const closesAfter = "40 seconds"
const movedTries = 5
const pause = Effect.sleep("100 millis")

const isMoved = (cause: Cause.Cause<unknown>) => {
  const error = Cause.squash(cause)
  return isSqlError(error) && sqlStateOf(error) === movedState
}

/** The shards of a schema, by their number. */
interface ShardSet {
  readonly schema: string
  readonly count: number
}

/** Finds where each shard is now, as the coordinator or any node says that responds. */
const findingPlacements = (
  { count, schema }: ShardSet,
  coordinator: SqlClient.SqlClient,
  nodes: ReadonlyMap<string, Node>,
) => {
  const placements = (sql: SqlClient.SqlClient) =>
    Effect.map(
      withinTime(
        sql`select shard, groupid as id, nodename as name, nodeport as port
          from generate_series(0, ${count - 1}::int) as shard
          join pg_namespace on nspname = ${schema} || '_profiles_' || shard
          join pg_class as c on relnamespace = pg_namespace.oid and relname = 'profile_home'
          join pg_dist_shard on logicalrelid = c.oid join pg_dist_placement using (shardid)
          join pg_dist_node using (groupid) where noderole = 'primary'`,
        lookUpLimit,
      ),
      readPlacements,
    )

  return Effect.suspend(() =>
    Effect.firstSuccessOf([
      placements(coordinator),
      ...[...nodes.values()].flatMap((node) =>
        node.awaySince() === undefined ? [placements(node.sql)] : [],
      ),
    ]),
  )
}

/** Builds the stores of a shard, whose connections end with them. */
const buildStores = Effect.fnUntraced(function* <E>(
  client: ReturnType<NodeClient>,
  stores: Layer.Layer<ShardStores, E, SqlClient.SqlClient>,
  sizes: (typeof IndexSizes)["Service"],
  scope: Scope.Scope,
) {
  const own = yield* Scope.fork(scope)
  const built = yield* Layer.buildWithScope(Layer.fresh(stores), own).pipe(
    Effect.provideService(SqlClient.SqlClient, yield* Scope.provide(client, own)),
    Effect.provideService(Migrates, false),
    Effect.provideService(IndexSizes, sizes),
  )
  return { stores: built, scope: own }
})

/** Makes the way to the stores of each shard, on connections to the node that has it now. */
export const makeShards = Effect.fnUntraced(function* <E>(
  { count, schema }: ShardSet,
  connect: NodeClient,
  stores: Layer.Layer<ShardStores, E, SqlClient.SqlClient>,
) {
  const sizes = yield* IndexSizes
  // The server's clock, not a caller's.
  const clock = yield* Clock.Clock
  const scope = yield* Effect.scope
  const opening = yield* Semaphore.make(1)
  const nodes = new Map<string, Node>()
  const opened = new Map<number, OpenShard>()
  const findPlacements = findingPlacements({ count, schema }, yield* SqlClient.SqlClient, nodes)

  const close = Effect.fnUntraced(function* (shard: number) {
    const known = opened.get(shard)
    if (known === undefined) return
    opened.delete(shard)
    yield* Effect.forkIn(Effect.delay(Scope.close(known.scope, Exit.void), closesAfter), scope)
  })

  const isAt = (node: Node, { name, port }: { readonly name: string; readonly port: number }) =>
    node.place.name === name && node.place.port === port

  /** Closes the shards that were moved from a node while it was down. */
  const closeMoved = Effect.gen(function* () {
    for (const placement of yield* findPlacements) {
      const known = opened.get(placement.shard)
      if (known !== undefined && !isAt(known.node, placement)) yield* close(placement.shard)
    }
  }).pipe(Effect.ignore)

  const open = Effect.fnUntraced(function* (shard: number) {
    const known = opened.get(shard)
    if (known !== undefined) return known
    const place = (yield* findPlacements).find((one) => one.shard === shard)
    if (place === undefined) return yield* Effect.die(new Error(`no node has shard ${shard} of profiles`))
    const key = `${place.name}:${place.port}`
    const node = nodes.get(key) ?? (yield* Scope.provide(makeNode(connect, place, closeMoved), scope))
    nodes.set(key, node)
    const client = connect(place, schemaOf(schema, shard), statementLimit, connectionsPerShard)
    const one = { node, ...(yield* buildStores(client, stores, sizes, scope)) }
    opened.set(shard, one)
    return one
  })

  const openOnce = (shard: number) =>
    Effect.suspend(() => {
      const known = opened.get(shard)
      return known === undefined
        ? opening.withPermits(1)(open(shard)).pipe(Effect.orDie, Effect.provideService(Clock.Clock, clock))
        : Effect.succeed(known)
    })

  /** Uses the stores of a shard. If it has moved meanwhile, its new node serves. */
  const run = <A, F, R>(
    shard: number,
    use: (stores: Context.Context<ShardStores>) => Effect.Effect<A, F, R>,
    tries = movedTries,
  ): Effect.Effect<A, F, R> =>
    Effect.flatMap(openOnce(shard), ({ node, stores }) => node.within(use(stores))).pipe(
      Effect.catchCause((cause) =>
        tries > 0 && isMoved(cause)
          ? Effect.andThen(
              Effect.provideService(Effect.andThen(close(shard), pause), Clock.Clock, clock),
              run(shard, use, tries - 1),
            )
          : Effect.failCause(cause),
      ),
    )

  return {
    all: Array.from({ length: count }, (_, shard) => shard),
    of: (place: Place) => shardOf(place, count),
    run,
    away: () => [...nodes.values()].filter((node) => node.awaySince() !== undefined),
  }
})
export type Shards = Effect.Success<ReturnType<typeof makeShards>>
