import { formatInstant, type MakeExport } from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { readdir, rm } from "node:fs/promises"
import { join } from "node:path"
import { accessSync, constants, statSync } from "node:fs"
import { SettingError, type ServerSettings } from "../settings.ts"
import { writeWhole } from "./exportFile.ts"
import { notExported } from "./exportError.ts"

/** The stored backups. */
const kept = 7

const day = 24 * 60 * 60 * 1_000

/** The name of a backup of this instant, in ISO 8601. Sorted by name the oldest is first. */
export const backupName = (instant: string): string =>
  `daybook-${instant.slice(0, 19).replaceAll(":", "").replace("T", "-")}Z.zip`

const named = /^daybook-(\d{4}-\d{2}-\d{2})-(\d{2})(\d{2})(\d{2})Z\.zip$/

/** The instant at which a backup was made, by its name. */
const madeAt = (name: string): number => Date.parse(name.replace(named, "$1T$2:$3:$4Z"))

const attempt = <A>(work: () => Promise<A>) => Effect.tryPromise({ try: work, catch: notExported })

/**
 * Fails if no backups can be made to `BACKUP_TO`. A folder that is not there may be a disk that is not mounted: backups in a new one
 * would be on the disk of the data.
 */
export const checkBackups = ({
  backupTo,
  database,
}: Pick<ServerSettings, "backupTo" | "database">): Effect.Effect<void, SettingError> => {
  if (backupTo === undefined) return Effect.void
  const refuse = (why: string) =>
    Effect.fail(new SettingError({ message: `BACKUP_TO is "${backupTo}"; ${why}` }))
  if (database.kind === "memory") return refuse("DATABASE_URL=memory: has nothing to back up")
  return Effect.suspend(() => {
    try {
      if (statSync(backupTo, { throwIfNoEntry: false })?.isDirectory() !== true)
        return refuse("the folder does not exist: create it, or mount its disk")
      accessSync(backupTo, constants.R_OK | constants.W_OK | constants.X_OK)
      return Effect.void
    } catch (cause) {
      return refuse(`it cannot be written: ${cause instanceof Error ? cause.message : String(cause)}`)
    }
  })
}

/** The names of the backups in a folder, the oldest first. */
const backupsIn = (folder: string) =>
  Effect.map(
    attempt(() => readdir(folder)),
    (names) => names.filter((name) => named.test(name)).toSorted(),
  )

/**
 * Makes a backup unless there is one of the last day. The oldest past the seven newest are removed once the new one is
 * whole and on the disk.
 */
export const backUpDaily = Effect.fnUntraced(function* (folder: string, make: MakeExport) {
  const now = yield* Clock.currentTimeMillis
  const backups = yield* backupsIn(folder)
  // After the clock was set back, backups must not stop for years.
  if (backups.some((name) => Math.abs(now - madeAt(name)) < day)) return
  const name = backupName(formatInstant(now))
  yield* writeWhole(join(folder, name), (file) =>
    Effect.scoped(
      Effect.flatMap(make, ({ bytes }) =>
        Stream.runForEach(bytes, (piece) => attempt(() => file.writeFile(piece))),
      ),
    ),
  )
  yield* Effect.logInfo(`made the backup ${name}`)
  // Those of the future were made before the clock was set back, so before the others: they leave first.
  const isAhead = (one: string) => madeAt(one) > now
  const oldestFirst = [...backups.filter(isAhead), ...backups.filter((one) => !isAhead(one)), name]
  for (const old of oldestFirst.slice(0, -kept)) yield* attempt(() => rm(join(folder, old)))
})

/**
 * Makes a backup every day, for as long as the server runs, to the folder that the settings name at the time; the names of the files
 * report when the next one is due.
 */
export const keepBackups = (folder: () => string | undefined, make: MakeExport) =>
  Effect.suspend(() => {
    const to = folder()
    return to === undefined ? Effect.void : backUpDaily(to, make)
  }).pipe(
    Effect.catchCause((cause) =>
      Effect.logError("the backup to BACKUP_TO failed; the next attempt is in ten minutes", cause),
    ),
    Effect.andThen(Effect.sleep("10 minutes")),
    Effect.forever,
  )
