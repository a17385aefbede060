import * as Effect from "effect/Effect"
import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "../sql/nodeSqlite.ts"
import { FolderUnusable } from "./errors.ts"
import { folderFaultOf } from "./folderFault.ts"

/** The folder in which earlier versions kept their data, in PGlite's files. */
const pgliteFolder = "pglite"

const isFilled = (folder: string) => existsSync(folder) && readdirSync(folder).length > 0

const hasTables = (file: string): boolean => {
  if (!existsSync(file)) return false
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    return database.prepare("select 1 from sqlite_schema limit 1").get() !== undefined
  } finally {
    database.close()
  }
}

const toMove = (folder: string) =>
  [
    "it holds the data of an earlier version of Daybook, in PGlite, which this version cannot read. Nothing was changed.",
    "Move the data with two commands, the first one with the version that wrote it:",
    `  DATA_DIR=${folder} npm run daybook -- export ${join(folder, "everything.zip")}`,
    `  DATA_DIR=${folder} npm run daybook -- restore ${join(folder, "everything.zip")}`,
    "Keys and linked accounts are not in the export: see docs/operating.md.",
  ].join("\n")

/**
 * Refuses a folder in which an earlier version kept its data, unless the data was moved to the database file. It leaves
 * the folder as it is.
 */
export const refusePglite = (folder: string, file: string): Effect.Effect<void, FolderUnusable> =>
  Effect.try({
    try: () => isFilled(join(folder, pgliteFolder)) && !hasTables(file),
    catch: (cause) => new FolderUnusable({ folder, reason: folderFaultOf(folder, cause) }),
  }).pipe(
    Effect.flatMap((isOld) =>
      isOld ? Effect.fail(new FolderUnusable({ folder, reason: toMove(folder) })) : Effect.void,
    ),
  )
