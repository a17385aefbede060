import { chmodSync, existsSync, statSync } from "node:fs"
import { dirname } from "node:path"
import { DatabaseSync } from "./nodeSqlite.ts"
import { adviceOn, DatabaseUnusable } from "../errors.ts"

/** `pragma application_id` of Daybook's files: "Dbok", as a big-endian number. `file` and SQLite's tools show it. */
export const applicationId = 0x44_62_6f_6b

/** Milliseconds for which a write waits for another connection's, and a read for a log that is being repaired. */
const timeouts = { write: 5_000, read: 1_000 }

// A commit is on the disk before its caller hears of it. Apple's fsync stops at the drive's cache, without `fullfsync`.
const durable = ["synchronous = full", "fullfsync = on", "checkpoint_fullfsync = on"]

// An import writes pages all over the indexes: with SQLite's 2 MB it would write many of them several times in a transaction.
const roomForWrites = "cache_size = -16000"

const useSafely = (connection: DatabaseSync): DatabaseSync => {
  for (const pragma of ["foreign_keys = on", "trusted_schema = off", "temp_store = memory"])
    connection.exec(`pragma ${pragma}`)
  return connection
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

/** Why a path has no file to open; undefined where SQLite may open it, or make it. */
const faultOfPath = (path: string, isReader: boolean): string | undefined => {
  const folder = dirname(path)
  if (!existsSync(folder)) return `its folder ${folder} does not exist: make it`
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return "it is a folder: name a file"
  if (isReader && !existsSync(path)) return "there is no such file: open it for writing first"
  // SQLite would restart, and delete the log.
  const log = sizeOf(`${path}-wal`)
  if (log > 0 && sizeOf(path) === 0)
    return `its log ${path}-wal is there, but the file is missing or empty: put the file back next to its log or restore a backup; to start with an empty database, move the log away`
  return undefined
}

const numberOf = (connection: DatabaseSync, pragma: string): number =>
  Number(Object.values(connection.prepare(`pragma ${pragma}`).get() ?? {})[0])

/** Marks a new file as Daybook's, or says why it is not one. SQLite itself refuses files that miss whole pages. */
const faultOfFile = (connection: DatabaseSync, path: string): string | undefined => {
  const pages = numberOf(connection, "page_count")
  const isNew = pages === 0 && sizeOf(path) === 0
  const id = numberOf(connection, "application_id")
  if (!isNew && id !== applicationId) return "it is a file of another program: name another file"
  if (isNew) {
    // Only for its owner, as the files next to it then are too.
    chmodSync(path, 0o600)
    connection.exec(`pragma application_id = ${applicationId}`)
  } else if (sizeOf(`${path}-wal`) === 0 && sizeOf(path) < pages * numberOf(connection, "page_size"))
    return "it is truncated: move it away and restore a backup"
  return undefined
}

const prepare = (connection: DatabaseSync, path: string): string | undefined => {
  for (const pragma of [...durable, roomForWrites]) connection.exec(`pragma ${pragma}`)
  const fault = faultOfFile(connection, path)
  if (fault !== undefined) return fault
  connection.exec("pragma journal_mode = wal")
  // SQLite opens a file that it may not write, and says so at the first write: this one is undone.
  connection.exec(`begin immediate; pragma application_id = ${applicationId}; rollback`)
  return undefined
}

const reasonOf = (error: unknown): string =>
  adviceOn(error) ?? (error instanceof Error ? error.message : String(error))

/**
 * Opens a database file, which a writer creates if it is missing. Throws `DatabaseUnusable`, and then has changed nothing. It
 * reads the file only by SQLite: to close a file that SQLite has open takes its locks away from this process.
 */
export const openFile = (path: string, isReader: boolean): DatabaseSync => {
  let connection: DatabaseSync | undefined
  let fault: string | undefined
  try {
    fault = faultOfPath(path, isReader)
    if (fault === undefined) {
      connection = new DatabaseSync(path, {
        readOnly: isReader,
        timeout: isReader ? timeouts.read : timeouts.write,
      })
      fault = isReader ? undefined : prepare(connection, path)
      if (fault === undefined) return useSafely(connection)
    }
  } catch (error) {
    fault = reasonOf(error)
  }
  connection?.close()
  throw new DatabaseUnusable({ message: `The database ${path} cannot be opened: ${fault}` })
}

/** Opens a database in memory: empty, or with the content of a file. */
export const openMemory = (file?: Uint8Array): DatabaseSync => {
  const connection = new DatabaseSync(":memory:")
  if (file !== undefined) connection.deserialize(file)
  return useSafely(connection)
}
