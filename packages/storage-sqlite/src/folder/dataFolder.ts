import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { closeSync, existsSync, openSync } from "node:fs"
import { join, resolve } from "node:path"
import { Database, layerFile } from "../sql/database.ts"
import type { DatabaseUnusable } from "../errors.ts"
import { type FolderInUse, FolderUnusable } from "./errors.ts"
import { folderFaultOf, knownFaultOf } from "./folderFault.ts"
import { lockFolder } from "./folderLock.ts"
import { refusePglite } from "./pgliteFolder.ts"

/** The database file in the data folder. */
const databaseFile = "daybook.db"

/** Creates a missing file for its owner alone. The files that SQLite puts beside it have the same rights. */
const ownFile = (folder: string, file: string): Effect.Effect<void, FolderUnusable> =>
  Effect.try({
    try: () => {
      if (!existsSync(file)) closeSync(openSync(file, "a", 0o600))
    },
    catch: (cause) => new FolderUnusable({ folder, reason: folderFaultOf(folder, cause) }),
  })

export interface DataFolderOptions {
  /** The person's data folder, created if it is missing. */
  readonly dataDir: string
  /** True to create a database beside the data of an earlier version, as a restore does. By default that is refused. */
  readonly besidePglite?: boolean
}

/**
 * The database `daybook.db` in a person's data folder. No other process, and no other layer of this one, has the folder
 * open meanwhile: `FolderInUse` otherwise.
 */
export const layer = ({
  besidePglite = false,
  dataDir,
}: DataFolderOptions): Layer.Layer<Database, DatabaseUnusable | FolderInUse | FolderUnusable> =>
  Layer.unwrap(
    Effect.gen(function* () {
      const folder = resolve(dataDir)
      const file = join(folder, databaseFile)
      if (!besidePglite) yield* refusePglite(folder, file)
      yield* lockFolder(folder)
      yield* ownFile(folder, file)
      return layerFile(file).pipe(
        Layer.catchTag("DatabaseUnusable", (cause) => {
          const reason = knownFaultOf(folder, cause.message)
          return Layer.effect(
            Database,
            Effect.fail(reason === undefined ? cause : new FolderUnusable({ folder, reason })),
          )
        }),
      )
    }),
  )
