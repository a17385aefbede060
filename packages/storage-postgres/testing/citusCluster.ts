import { execFileSync } from "node:child_process"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { type PostgresServer, type PostgresServerOptions, startPostgres } from "./postgresServer.ts"
import { TcpProxy } from "./tcpProxy.ts"

/** A node. The others, and clients, reach it by its port: that of its proxy, which fails as networks do. */
export interface CitusNode {
  readonly server: PostgresServer
  readonly port: number
  readonly proxy: TcpProxy
}

/** A coordinator and its nodes. */
export interface CitusCluster {
  readonly url: string
  readonly coordinator: PostgresServer
  readonly nodes: ReadonlyArray<CitusNode>
  /** Adds a node without shards. */
  readonly add: () => Promise<CitusNode>
  readonly stop: () => Promise<void>
}

/** True if the machine's PostgreSQL can load Citus. */
export const hasCitus = (): boolean => {
  try {
    const folder = execFileSync("pg_config", ["--pkglibdir"], { encoding: "utf8", stdio: "pipe" }).trim()
    return existsSync(join(folder, "citus.so"))
  } catch {
    return false
  }
}

/** Starts a coordinator and nodes, each its own server. */
export const startCitus = async (
  count: number,
  { isProxied = true, ...options }: PostgresServerOptions & { readonly isProxied?: boolean } = {},
): Promise<CitusCluster> => {
  const servers: Array<PostgresServer> = []
  const nodes: Array<CitusNode> = []
  const begin = async () => {
    const server = await startPostgres({
      ...options,
      source: "machine",
      settings: {
        shared_preload_libraries: "citus",
        wal_level: "logical",
        max_prepared_transactions: "200",
        "citus.node_conninfo": "sslmode=disable",
        ...options.settings,
      },
    })
    servers.push(server)
    await server.run("create extension citus")
    return server
  }
  const stop = async () => {
    await Promise.all(nodes.map(({ proxy }) => proxy.close()))
    await Promise.all(servers.map((server) => server.stop()))
  }
  try {
    const coordinator = await begin()
    await coordinator.run(`select citus_set_coordinator_host('127.0.0.1', ${new URL(coordinator.url).port})`)
    const add = async () => {
      const server = await begin()
      const proxy = await TcpProxy.start(server.url)
      const node = { server, proxy, port: isProxied ? proxy.port : Number(new URL(server.url).port) }
      nodes.push(node)
      await coordinator.run(`select citus_add_node('127.0.0.1', ${node.port})`)
      return node
    }
    for (let number = 0; number < count; number++) await add()
    return { url: coordinator.url, coordinator, nodes, add, stop }
  } catch (cause) {
    await stop()
    throw cause
  }
}
