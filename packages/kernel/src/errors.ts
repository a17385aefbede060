import type * as Cause from "effect/Cause"
import * as Schema from "effect/Schema"

/** Input that breaks a rule of the domain. The message names the field and explains what to send instead. */
export class InvalidInput extends Schema.TaggedError<InvalidInput>()("InvalidInput", {
  field: Schema.String,
  message: Schema.String,
}) {}

/** The reason of a failed call to a third-party service. `retryAfter` is in seconds, where the service says so. */
export const SourceFailure = Schema.Literals([
  "unavailable",
  "unauthorized",
  "rate limited",
  "malformed answer",
])

/**
 * A third-party service failed, after the adapter's own retries. Callers retry later, report it or skip. The message
 * is fit for users and never contains secrets.
 */
export class SourceError extends Schema.TaggedError<SourceError>()("SourceError", {
  source: Schema.String,
  failure: SourceFailure,
  retryAfter: Schema.optionalKey(Schema.Finite),
  message: Schema.String,
}) {}

/**
 * Storage is unavailable: the database is down or its disk is full. It travels as a defect, since no use case can act
 * on it; `storageUnavailable` finds it for the response. The message states what to do and never contains SQL or
 * secrets; `retryAfter` is in seconds.
 */
export class StorageUnavailable extends Schema.TaggedError<StorageUnavailable>()("StorageUnavailable", {
  message: Schema.String,
  retryAfter: Schema.Finite,
}) {}

// An error of a driver, in an error of its client, in the defect of a store.
const maxDepth = 6

/** The `StorageUnavailable` that a failure or a defect is, or that an error inside it names as its cause. */
export const storageUnavailable = (cause: Cause.Cause<unknown>): StorageUnavailable | undefined => {
  for (const reason of cause.reasons) {
    let error: unknown =
      reason._tag === "Fail" ? reason.error : reason._tag === "Die" ? reason.defect : undefined
    for (let depth = 0; depth < maxDepth && typeof error === "object" && error !== null; depth++) {
      if (error instanceof StorageUnavailable) return error
      // An SQL error holds its reason there, which has the driver's error as its cause.
      error = "reason" in error ? error.reason : "cause" in error ? error.cause : undefined
    }
  }
  return undefined
}
