import type { TestProject } from "vitest/node"
import { type PostgresServer, startPostgres } from "./postgresServer.ts"

declare module "vitest" {
  export interface ProvidedContext {
    /** The server that the run's tests share; each takes its own schema from `freshSchema()`. */
    postgresUrl: string
  }
}

declare global {
  // Vitest loads this file once for each project that names it: the process is what they have in common.
  var daybookTestPostgres: { readonly server: Promise<PostgresServer>; users: number } | undefined
}

/** Vitest's global setup: one PostgreSQL for the run. Tests read its address with `inject("postgresUrl")`. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  const shared = (globalThis.daybookTestPostgres ??= { server: startPostgres(), users: 0 })
  shared.users++
  const server = await shared.server
  project.provide("postgresUrl", server.url)
  return async () => {
    if (--shared.users > 0) return
    globalThis.daybookTestPostgres = undefined
    await server.stop()
  }
}
