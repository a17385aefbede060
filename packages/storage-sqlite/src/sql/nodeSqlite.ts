import type * as NodeSqlite from "node:sqlite"

// An import of a missing module fails before any code runs, with an error that names no remedy.
const found = process.getBuiltinModule?.("node:sqlite") as typeof NodeSqlite | undefined
if (found === undefined)
  throw new Error(
    `@daybook/storage-sqlite needs SQLite in the runtime: Node.js 24.15 or later, Bun or Deno. This is Node.js ${process.versions.node}`,
  )

declare module "node:sqlite" {
  interface DatabaseSync {
    /** Replaces the content with a database file's. Node's types do not have it yet. */
    deserialize(file: Uint8Array): void
  }
}

export const { DatabaseSync } = found
export type DatabaseSync = NodeSqlite.DatabaseSync
