import { formatInstant } from "@daybook/kernel"
import { DataFolder } from "@daybook/storage-sqlite"
import * as Clock from "effect/Clock"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import { join } from "node:path"
import { exportTo } from "../backup/exportFile.ts"
import { ExportFailed, notExported } from "../backup/exportError.ts"
import { exportViaServer } from "../backup/exportViaServer.ts"
import { backupName } from "../backup/backups.ts"
import * as Rows from "../backup/rows.ts"
import { showProgress } from "../imports/importProgress.ts"
import { findOpenServer } from "../serving/openServer.ts"
import { readServerSettings } from "../settings.ts"

const count = (value: number): string => value.toLocaleString("en")

const exportHere = Effect.fnUntraced(function* (path: string) {
  let rows = 0
  yield* showProgress(path, () => ({ doing: "writing", rows }))
  const counts = yield* exportTo(path, (at) => (rows = at.rows))
  yield* Console.log(`${path}: ${count(counts.rows)} rows and ${count(counts.files)} images`)
}, Effect.scoped)

/** Exports into a file: here, or at the server that has the folder open. */
const exportInto = Effect.fnUntraced(function* (path: string) {
  const settings = yield* readServerSettings
  if (settings.database.kind === "memory")
    return yield* new ExportFailed({
      message: "DATABASE_URL=memory: has no persistent data, so there is nothing to export",
    })
  const here = Effect.provide(exportHere(path), Rows.layer(settings))
  yield* Effect.catchTag(
    here,
    "FolderInUse",
    Effect.fnUntraced(function* (inUse) {
      const server = yield* findOpenServer(inUse.folder)
      if (Option.isNone(server)) return yield* inUse
      yield* exportViaServer(server.value, path)
    }),
  )
})

/** `daybook export FILE.zip`. */
export const exportCommand = Command.make(
  "export",
  { file: Argument.String("file").pipe(Argument.withDescription("The zip file to write; a new one")) },
  ({ file }) => exportInto(file),
).pipe(
  Command.withShortDescription("Export everything to a zip file"),
  Command.withDescription(
    [
      "Write a snapshot of everything to a zip file, without keys and service tokens.",
      "`restore` rebuilds the database from it, on SQLite or PostgreSQL. If a server has DATA_DIR open, it writes the file.",
    ].join("\n"),
  ),
)

/** `daybook backup FOLDER`. */
export const backupCommand = Command.make(
  "backup",
  { folder: Argument.String("folder").pipe(Argument.withDescription("The folder of the backups")) },
  Effect.fnUntraced(function* ({ folder }) {
    yield* Effect.try({
      try: () => DataFolder.makeFolder(folder),
      catch: (cause) =>
        new ExportFailed({
          message: `${folder} cannot be a folder of backups: ${notExported(cause).message}; choose another one`,
        }),
    })
    const now = formatInstant(yield* Clock.currentTimeMillis)
    yield* exportInto(join(folder, backupName(now)))
  }),
).pipe(
  Command.withShortDescription("Write an export to a folder, named by the time"),
  Command.withDescription(
    "Write an export to a folder, named by the time; `restore` takes it. BACKUP_TO does so every day.",
  ),
)
