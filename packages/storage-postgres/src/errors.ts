import { StorageUnavailable } from "@daybook/kernel"
import * as Schema from "effect/Schema"
import { isSqlError, type SqlError } from "effect/sql/SqlError"

/** The database cannot be reached, or cannot be used. The message says which and why, without the password. */
export class DatabaseUnusable extends Schema.TaggedError<DatabaseUnusable>()("DatabaseUnusable", {
  message: Schema.String,
}) {}

/** The SQLSTATE of a PostgreSQL server's error; "" for an error of the connection. */
export const sqlStateOf = ({ reason }: SqlError): string => {
  const { cause } = reason
  const told = cause instanceof StorageUnavailable ? cause.cause : cause
  return typeof told === "object" && told !== null && "code" in told ? String(told.code) : ""
}

const advice: Readonly<Record<string, string>> = {
  "08006": "a required Citus node is down: start that node, then Daybook",
  "28000": "check the user in DATABASE_URL, and what pg_hba.conf lets in",
  "28P01": "check the user and the password in DATABASE_URL",
  "3D000": "make it with createdb, or check the name in DATABASE_URL",
  "42501": "grant the user of DATABASE_URL the right to it",
  "53100": "free some space on the database's disk",
  "53300": "raise max_connections there, or stop another of its clients",
  "25006": "DATABASE_URL must name a server that takes writes",
  "55P03": "another process holds a lock on it",
  ECONNREFUSED: "nothing listens there; start it, or check DATABASE_URL",
  ENOTFOUND: "there is no such host; check DATABASE_URL",
  ENOENT: "there is no such socket; check DATABASE_URL",
}

/** The reason why a statement or a connection failed, in the server's words, and what to do about it. */
export const reasonOf = (error: SqlError): string => {
  const { cause } = error.reason
  const told = cause instanceof StorageUnavailable ? cause.cause : cause
  const reason = told instanceof Error ? told.message || told.name : error.message
  const todo = advice[sqlStateOf(error)]
  return todo === undefined ? reason : `${reason}; ${todo}`
}

// An error of a store, in the error or the defect of its caller.
const maxDepth = 6

/** Finds the SQL error that an error is or has as its cause, and returns what the database reports and what to do. */
export const databaseFault = (fault: unknown): string | undefined => {
  let error = fault
  for (let depth = 0; depth < maxDepth && typeof error === "object" && error !== null; depth++) {
    if (isSqlError(error)) return `The database reports: ${reasonOf(error)}`
    error = "cause" in error ? error.cause : undefined
  }
  return undefined
}
