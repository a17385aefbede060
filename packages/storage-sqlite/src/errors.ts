import { StorageUnavailable } from "@daybook/kernel"
import * as Schema from "effect/Schema"
import { classifySqliteError, ConnectionError, SqlError } from "effect/sql/SqlError"

/** The database file cannot be used. The message names it and says why, and what to do. */
export class DatabaseUnusable extends Schema.TaggedError<DatabaseUnusable>()("DatabaseUnusable", {
  message: Schema.String,
}) {}

const damaged =
  "The database file is damaged or truncated: stop Daybook, move the file away and restore a backup"
const noRights = "check the rights of the file and of its folder, and that its disk is not read-only"

/** Advice by result code of SQLite (https://www.sqlite.org/rescode.html). */
const advice: Readonly<Record<number, string>> = {
  3: `The database file cannot be used: ${noRights}`,
  5: "Another program is writing to the database file: close it, or try again",
  8: `The database file cannot be written: ${noRights}`,
  // Also a full disk: SQLite's index of its log found no space.
  10: "The disk of the database fails to read or write: check the disk and its free space, then try again",
  11: damaged,
  13: "The disk of the database is full: free some space, then try again",
  14: `The database file cannot be opened: ${noRights}`,
  15: "Another program is using the database file: close it, or try again",
  26: "The database file is not a SQLite database, or is damaged: put it aside and restore a backup",
}

const retryAfter = 5

/** The primary result code of an error of SQLite; 0 for any other error. */
export const resultCodeOf = (error: unknown): number =>
  typeof error === "object" && error !== null && "errcode" in error ? Number(error.errcode) & 0xff : 0

/** Why the database cannot be used, and what to do. Undefined if the statement itself is wrong. */
export const adviceOn = (error: unknown): string | undefined => advice[resultCodeOf(error)]

/** The error of a statement, with a `StorageUnavailable` as its cause if the database is unavailable. */
export const sqlError = (error: unknown, operation: string): SqlError => {
  const message = adviceOn(error)
  if (message === undefined) {
    const text = error instanceof Error ? error.message : String(error)
    return new SqlError({ reason: classifySqliteError(error, { message: text, operation }) })
  }
  const cause = Object.assign(new StorageUnavailable({ message, retryAfter }), { cause: error })
  return new SqlError({ reason: new ConnectionError({ cause, message, operation }) })
}
