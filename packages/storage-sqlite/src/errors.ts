import { StorageUnavailable } from "@daybook/kernel"
import * as Schema from "effect/Schema"
import { classifySqliteError, ConnectionError, SqlError } from "effect/sql/SqlError"

/** The database file cannot be used. The message names it and says why, and what to do. */
export class DatabaseUnusable extends Schema.TaggedError<DatabaseUnusable>()("DatabaseUnusable", {
  message: Schema.String,
}) {}

/** Advice by result code of SQLite (https://www.sqlite.org/rescode.html). */
const advice: Readonly<Record<number, string>> = {
  5: "Another program is writing to the database file: close it, or send the request again",
  8: "The database file cannot be written: check the rights of its folder, then send the request again",
  10: "The disk of the database fails to read or write: check the disk, then send the request again",
  13: "The disk of the database is full: make room, then send the request again",
  14: "The database file cannot be opened: check the rights of its folder, then send the request again",
}

const retryAfter = 5

/** The primary result code of an error of SQLite; 0 for any other error. */
export const resultCodeOf = (error: unknown): number =>
  typeof error === "object" && error !== null && "errcode" in error ? Number(error.errcode) & 0xff : 0

/** The error of a statement, with a `StorageUnavailable` as its cause where the database cannot be used for now. */
export const sqlError = (error: unknown, operation: string): SqlError => {
  const message = advice[resultCodeOf(error)]
  if (message === undefined) {
    const text = error instanceof Error ? error.message : String(error)
    return new SqlError({ reason: classifySqliteError(error, { message: text, operation }) })
  }
  const cause = Object.assign(new StorageUnavailable({ message, retryAfter }), { cause: error })
  return new SqlError({ reason: new ConnectionError({ cause, message, operation }) })
}
