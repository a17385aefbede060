import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { join } from "node:path"
import { DatabaseSync } from "../sql/nodeSqlite.ts"
import { resultCodeOf } from "../errors.ts"
import { makeFolder } from "./disk.ts"
import { FolderInUse, FolderUnusable } from "./errors.ts"
import { folderFaultOf } from "./folderFault.ts"

/** The file in the data folder whose lock stands for the whole folder. */
const lockFile = "daybook.lock"

// https://www.sqlite.org/rescode.html#busy
const busy = 5

/**
 * Locks the folder, created if missing, against every other process and every other layer of this process until the
 * scope closes. The operating system frees the lock however its holder dies. SQLite lets several processes write to a
 * database, but what a server remembers of its data contains only while no other process changes it.
 *
 * The lock is an exclusive transaction on its own file, which never commits. Nothing else in this process may open that
 * file: closing any descriptor of it would drop the lock (POSIX advisory locks belong to the process).
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
          resultCodeOf(cause) === busy
            ? new FolderInUse({ folder })
            : new FolderUnusable({ folder, reason: folderFaultOf(folder, cause) }),
      }),
      (database) => Effect.sync(() => database.close()),
    ),
  )

const openExclusively = (file: string): DatabaseSync => {
  const database = new DatabaseSync(file)
  try {
    database.exec("begin exclusive")
    return database
  } catch (cause) {
    database.close()
    throw cause
  }
}
