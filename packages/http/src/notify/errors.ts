import * as Schema from "effect/Schema"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"

// Every error of the profile API is {_message, status: "error"}.
const failure = (status: number, description: string) =>
  Schema.Struct({ _message: Schema.String, status: Schema.Literal("error") })
    .annotate({ description })
    .pipe(HttpApiSchema.status(status))

export const BadRequest = failure(400, "The request is invalid; see the message")
export const Unauthorized = failure(401, "The API key or the workspace ID is invalid")
export const Forbidden = failure(403, "A quota of the workspace is used up; the message says which")
export const NotFound = failure(404, "Not found")
export const Conflict = failure(409, "Another change is in progress; the message says when to try again")
export const PayloadTooLarge = failure(413, "The body is larger than 4 MiB, as sent or inflated")
export const UnsupportedMediaType = failure(415, "Content-Encoding is neither gzip nor left out")
export const TooManyRequests = failure(
  429,
  "The workspace sends more than its rate; Retry-After says how long to wait",
)
export const Overloaded = failure(503, "Too many requests are waiting; Retry-After says how long to wait")
