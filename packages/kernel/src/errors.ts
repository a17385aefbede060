import * as Schema from "effect/Schema"

/** Input that breaks a rule of the domain. The message names the field and says what to send instead. */
export class InvalidInput extends Schema.TaggedError<InvalidInput>()("InvalidInput", {
  field: Schema.String,
  message: Schema.String,
}) {}

/** Why a third-party service gave us nothing. `retryAfter` is in seconds, where the service told it. */
export const SourceFailure = Schema.Literals([
  "unavailable",
  "unauthorized",
  "rate limited",
  "malformed answer",
])

/**
 * A third-party service failed, after the adapter's own retries. Callers retry later, report it or skip.
 * The message is fit for the person to read and never holds a secret.
 */
export class SourceError extends Schema.TaggedError<SourceError>()("SourceError", {
  source: Schema.String,
  failure: SourceFailure,
  retryAfter: Schema.optionalKey(Schema.Finite),
  message: Schema.String,
}) {}
