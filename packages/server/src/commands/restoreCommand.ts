import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import { restoreFrom } from "../backup/restore.ts"
import { openExport } from "../backup/readZip.ts"
import * as Rows from "../backup/rows.ts"
import { showProgress } from "../imports/importProgress.ts"
import type { ServedDomain } from "../serving/servedDomain.ts"
import { readServerSettings } from "../settings.ts"

/** The store cannot take an export. The message says why. */
class NotRestored extends Schema.TaggedError<NotRestored>()("NotRestored", { message: Schema.String }) {}

/** `daybook restore FILE.zip`. */
export const restoreCommand = (domains: ReadonlyArray<ServedDomain>) =>
  Command.make(
    "restore",
    {
      file: Argument.String("file").pipe(Argument.withDescription("A zip file that export or backup wrote")),
    },
    Effect.fnUntraced(function* ({ file }) {
      const settings = yield* readServerSettings
      if (settings.database.kind === "memory")
        return yield* new NotRestored({
          message: "DATABASE_URL=memory: has no persistent data: restore into a file or PostgreSQL",
        })
      let at = { doing: "checking it", rows: 0, share: 0 }
      yield* showProgress(file, () => at)
      const opened = yield* openExport(file, (share) => (at = { ...at, share })).pipe(
        Effect.mapError(({ message }) => new NotRestored({ message: `${file}: ${message}` })),
      )
      at = { doing: "opening the store", rows: 0, share: 0 }
      const all = opened.manifest.tables.reduce((sum, { rows }) => sum + rows, 0)
      yield* restoreFrom(
        opened,
        (rows) => (at = { doing: "restoring", rows, share: rows / Math.max(1, all) }),
      ).pipe(
        Effect.provide(Rows.layer({ ...settings, databaseTimeout: 15 * 60 }, domains)),
        Effect.mapError(({ message }) => new NotRestored({ message })),
      )
      yield* Console.log(
        `${file}: ${all.toLocaleString("en")} rows and ${opened.manifest.files.length.toLocaleString("en")} images restored. ` +
          "Keys and linked accounts were not included: the next start creates new keys; link your accounts again",
      )
    }, Effect.scoped),
  ).pipe(
    Command.withShortDescription("Restore an export into an empty database"),
    Command.withDescription(
      [
        "Restore an export or backup into an empty database, with the same ids.",
        "A database with data, or a damaged file, is rejected and nothing is written. Stop the database's servers first.",
        "The restore writes everything or nothing: after a kill the database is still empty.",
      ].join("\n"),
    ),
  )
