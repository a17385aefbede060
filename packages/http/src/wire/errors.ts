import type { InvalidInput } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"

// Every error of the activity API is {error, status}: plain data, without tag or stack.
const failure = <const Status extends number>(status: Status, description: string) =>
  Schema.Struct({
    error: Schema.String,
    status: Schema.Literal(status),
  })
    .annotate({ description })
    .pipe(HttpApiSchema.status(status))

export const BadRequest = failure(400, "The input is invalid; the message names the field and what to send")
export const Unauthorized = failure(401, "The key is missing, unknown, revoked or expired")
export const Forbidden = failure(403, "The key may not call this endpoint")
export const NotFound = failure(404, "Not found")
export const RequestTimeout = failure(408, "The body did not arrive in time")
export const Conflict = failure(
  409,
  "The environment of the server decides it; the message names the variable",
)
export const PayloadTooLarge = failure(413, "The body is too large")
export const RangeNotSatisfiable = failure(416, "The range lies beyond the end")
export const TooManyRequests = failure(429, "The limit is reached; Retry-After says how long to wait")
export const WorkFailed = failure(500, "The work failed; the message says why")
export const NotConfigured = failure(503, "A setting is missing; the message names it")
export const Unavailable = failure(503, "Storage is unavailable")

const fail =
  <const Status extends number>(status: Status) =>
  (error: string) => ({ error, status })

export const badRequest = fail(400)
/** Responds to input that breaks a rule of the domain with the rule's message. */
export const refused = <A, R>(work: Effect.Effect<A, InvalidInput, R>) =>
  Effect.mapError(work, ({ message }) => badRequest(message))
export const unauthorized = fail(401)("Unauthorized")
export const forbidden = fail(403)("Forbidden")
export const notFound = fail(404)
/** Fails with a 404 if a change says that it found nothing to change. */
export const orNotFound = <E, R>(change: Effect.Effect<boolean, E, R>, message: string) =>
  Effect.flatMap(change, (isDone) => (isDone ? Effect.void : Effect.fail(notFound(message))))
export const requestTimeout = fail(408)("The body did not arrive in time: send it without pauses")
export const conflict = fail(409)
export const payloadTooLarge = fail(413)
export const rangeNotSatisfiable = fail(416)
export const tooManyRequests = fail(429)("Too many requests: wait for the seconds in Retry-After")
export const workFailed = fail(500)
export const notConfigured = fail(503)
export const unavailable = fail(503)
