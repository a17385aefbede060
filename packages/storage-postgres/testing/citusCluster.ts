import { type PostgresServer, startPostgres } from "./postgresServer.ts"

export interface CitusCluster {
  /** The address of the coordinator. */
  readonly url: string
  readonly coordinator: PostgresServer
  /** By the number of their group, from 1. */
  readonly nodes: ReadonlyArray<PostgresServer>
  /** Adds a node, and moves shards to it while all serve, as `citus_rebalance_start` spreads them. */
  readonly grow: () => Promise<void>
  /** Moves a shard of a table, and those beside it, from one node to another while both serve. */
  readonly move: (table: string, from: PostgresServer, to: PostgresServer) => Promise<void>
  readonly stop: () => Promise<void>
}

// A server that is killed keeps what it has committed, as it would on a disk.
const settings = {
  shared_preload_libraries: "citus",
  synchronous_commit: "on",
  max_prepared_transactions: "200",
  wal_level: "logical",
  "citus.enable_statistics_collection": "off",
  "citus.shard_count": "8",
  "citus.node_conninfo": "sslmode=disable",
}

/** A coordinator of Citus with nodes, made of this machine's PostgreSQL, where that has the extension. */
export const startCitus = async (count: number): Promise<CitusCluster> => {
  const start = () => startPostgres({ source: "machine", settings })
  const servers = await Promise.all(Array.from({ length: count + 1 }, start))
  const stop = async () => void (await Promise.all(servers.map((server) => server.stop())))
  try {
    const [coordinator, ...nodes] = servers
    if (coordinator === undefined) throw new Error("there is no coordinator")
    for (const server of servers) await server.run("create extension citus")
    const port = ({ url }: PostgresServer) => new URL(url).port
    await coordinator.run(`select citus_set_coordinator_host('127.0.0.1', ${port(coordinator)})`)
    const add = (node: PostgresServer) => coordinator.run(`select citus_add_node('127.0.0.1', ${port(node)})`)
    for (const node of nodes) await add(node)
    const grow = async () => {
      const node = await start()
      servers.push(node)
      nodes.push(node)
      await node.run("create extension citus")
      await add(node)
      await coordinator.run("select citus_rebalance_start()")
      await coordinator.run("select citus_rebalance_wait()")
    }
    const move = (table: string, from: PostgresServer, to: PostgresServer) =>
      coordinator.run(`select citus_move_shard_placement(shardid, '127.0.0.1', ${port(from)}, '127.0.0.1', ${port(to)})
        from (
          select shardid from pg_dist_shard join pg_dist_shard_placement using (shardid)
          where logicalrelid = '${table}'::regclass and nodeport = ${port(from)} limit 1
        ) as one`)
    return { url: coordinator.url, coordinator, nodes, grow, move, stop }
  } catch (cause) {
    await stop()
    throw cause
  }
}
