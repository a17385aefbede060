import { StorageUnavailable, storageUnavailable } from "@daybook/kernel"
import * as Cause from "effect/Cause"
import { ConnectionError, LockTimeoutError, SqlError } from "effect/sql/SqlError"
import { sqlStateOf } from "../errors.ts"

const away = "The database is not responding. Retry in a few seconds"

const brokenNode = /^(?:failure on connection marked as essential|server closed the connection unexpectedly)/

const textOf = ({ reason: { cause } }: SqlError) => (cause instanceof Error ? cause.message : "")

/**
 * The message for an error that only means that the database is unavailable now; undefined for conflicts, serialization
 * failures and faults of the statement.
 */
const sentenceOf = (error: SqlError): string | undefined => {
  switch (error.reason._tag) {
    case "ConnectionError":
      return away
    case "AuthenticationError":
      return "The database rejected this server's login. See the server log"
    case "LockTimeoutError":
      return "Another process has locked data that this request needs. Retry"
    case "StatementTimeoutError":
      return "The database took too long for this request. Retry, or request less"
  }
  const state = sqlStateOf(error)
  if (state === "53100") return "The database's disk is full. Free some space, then retry"
  // 25001 is how a standby refuses a session that is to write; see `sessionSettings`.
  if (state === "25006" || state === "25001")
    return "The database is read-only: it is a standby, or was set to read-only"
  if (state === "25P03" || state === "25P04") return away
  // Citus has no separate state for a session whose connection broke as a node went down.
  if (state === "XX000" && brokenNode.test(textOf(error))) return away
  // Insufficient resources, operator intervention (57P01: a server that shuts down), system errors.
  return /^(?:53|57P|58)/.test(state) ? away : undefined
}

const retryAfter = 5

/** The error, with a `StorageUnavailable` as its cause if it means that the database is unavailable. */
export const asStorageUnavailable = (error: SqlError): SqlError => {
  const message = sentenceOf(error)
  if (message === undefined || storageUnavailable(Cause.fail(error)) !== undefined) return error
  const { reason } = error
  const cause = Object.assign(new StorageUnavailable({ message, retryAfter }), { cause: reason.cause })
  const told = { cause, message: reason.message ?? message, operation: reason.operation }
  return new SqlError({
    reason: reason._tag === "LockTimeoutError" ? new LockTimeoutError(told) : new ConnectionError(told),
  })
}

/** The error of a caller that has waited too long for a free connection. */
export const allBusy = (): SqlError => {
  const message = "All database connections are busy. Retry in a few seconds"
  return new SqlError({
    reason: new ConnectionError({
      cause: new StorageUnavailable({ message, retryAfter }),
      message,
      operation: "acquire",
    }),
  })
}
