import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { closeSync, existsSync, openSync } from "node:fs"
import { join, resolve } from "node:path"
import { type Database, layerFile } from "../sql/database.ts"
import { DatabaseUnusable } from "../errors.ts"
import { type FolderInUse, FolderUnusable } from "./errors.ts"
import { folderFaultOf, knownFaultOf } from "./folderFault.ts"
import { lockFolder } from "./folderLock.ts"
import { refusePglite } from "./pgliteFolder.ts"

/** The database file in the data folder. */
export const databaseFile = "daybook.db"

/** Creates a missing file, accessible only to its owner. The files that SQLite puts next to it have the same rights. */
const ownFile = (folder: string, file: string): Effect.Effect<void, FolderUnusable> =>
  Effect.try({
    try: () => {
      if (!existsSync(file)) closeSync(openSync(file, "a", 0o600))
    },
    catch: (cause) => new FolderUnusable({ folder, reason: folderFaultOf(folder, cause) }),
  })

export interface DataFolderOptions {
  /** The owner's data folder, created if missing. */
  readonly dataDir: string
  /**
   * True to create a database next to the data of an earlier version, as a restore does. By default that is refused.
   */
  readonly besideEarlier?: boolean
}

/**
 * Opens the database `daybook.db` in the owner's data folder. No other process, and no other layer of this one, has the
 * folder open meanwhile: `FolderInUse` otherwise.
 */
export const layerWith = <A, E, R>(
  { besideEarlier = false, dataDir }: DataFolderOptions,
  open: (path: string) => Layer.Layer<A, E, R>,
): Layer.Layer<A, E | FolderInUse | FolderUnusable, R> =>
  Layer.unwrap(
    Effect.gen(function* () {
      const folder = resolve(dataDir)
      const file = join(folder, databaseFile)
      if (!besideEarlier) yield* refusePglite(folder, file)
      yield* lockFolder(folder)
      yield* ownFile(folder, file)
      return open(file).pipe(
        Layer.catch((cause) => {
          const reason = cause instanceof DatabaseUnusable ? knownFaultOf(folder, cause.message) : undefined
          return Layer.effectContext(
            Effect.fail(reason === undefined ? cause : new FolderUnusable({ folder, reason })),
          )
        }),
      )
    }),
  )

/** The database in the owner's data folder, on one connection. */
export const layer = (
  options: DataFolderOptions,
): Layer.Layer<Database, DatabaseUnusable | FolderInUse | FolderUnusable> => layerWith(options, layerFile)
