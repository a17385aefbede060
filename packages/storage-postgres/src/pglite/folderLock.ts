import type * as Sqlite from "node:sqlite"
import { Effect, type Scope } from "effect"
import { join } from "node:path"
import type { DatabaseSync } from "node:sqlite"
import { makeFolder } from "./disk.ts"
import { FolderInUse, FolderUnusable } from "./errors.ts"
import { folderFaultOf } from "./folderFault.ts"

/** The file, inside the data folder, whose kernel lock stands for the whole folder. */
export const lockFile = "daybook.lock"

// https://www.sqlite.org/rescode.html#busy
const sqliteBusy = 5

/**
 * Locks the folder, made if missing, against every other process and every other layer of this process until the scope
 * closes. The operating system frees the lock however its holder dies. PGlite itself has no lock, and two processes on
 * one folder destroy it.
 *
 * Nothing else in this process may open the lock file: closing any descriptor of it would drop the lock
 * (POSIX advisory locks belong to the process, not to the descriptor).
 */
export const lockFolder = (folder: string): Effect.Effect<void, FolderInUse | FolderUnusable, Scope.Scope> =>
  Effect.asVoid(
    Effect.acquireRelease(
      Effect.try({
        try: () => {
          makeFolder(folder)
          return openExclusively(join(folder, lockFile))
        },
        catch: (cause) =>
          hasCode(cause, sqliteBusy)
            ? new FolderInUse({ folder })
            : new FolderUnusable({ folder, reason: folderFaultOf(folder, cause) }),
      }),
      (database) => Effect.sync(() => database.close()),
    ),
  )

const openExclusively = (file: string): DatabaseSync => {
  const database = new (sqlite().DatabaseSync)(file)
  try {
    database.exec("begin exclusive")
    return database
  } catch (cause) {
    database.close()
    throw cause
  }
}

const hasCode = (cause: unknown, code: number): boolean =>
  cause instanceof Error && "errcode" in cause && cause.errcode === code

/** Loads the module without its ExperimentalWarning, which Node before 24 prints and nobody can act on. */
const sqlite = (): typeof Sqlite => {
  const emitWarning = process.emitWarning
  process.emitWarning = () => {}
  try {
    return process.getBuiltinModule("node:sqlite")
  } finally {
    process.emitWarning = emitWarning
  }
}
