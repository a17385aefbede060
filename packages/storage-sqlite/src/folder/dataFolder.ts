import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { join, resolve } from "node:path"
import { Database, layerFile } from "../sql/database.ts"
import { type FolderInUse, FolderUnusable } from "./errors.ts"
import { folderFaultOf } from "./folderFault.ts"
import { lockFolder } from "./folderLock.ts"
import { refusePglite } from "./pgliteFolder.ts"

/** The database file in the data folder. */
const databaseFile = "daybook.db"

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
}: DataFolderOptions): Layer.Layer<Database, FolderInUse | FolderUnusable> =>
  Layer.unwrap(
    Effect.gen(function* () {
      const folder = resolve(dataDir)
      const file = join(folder, databaseFile)
      if (!besidePglite) yield* refusePglite(folder, file)
      yield* lockFolder(folder)
      return layerFile(file).pipe(
        Layer.catchTag("DatabaseUnusable", (cause) =>
          Layer.effect(
            Database,
            Effect.fail(new FolderUnusable({ folder, reason: folderFaultOf(folder, cause) })),
          ),
        ),
      )
    }),
  )
