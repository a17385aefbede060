import * as Schema from "effect/Schema"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as HttpApiSecurity from "effect/http-api/HttpApiSecurity"

const failure = <const Code extends number>(code: Code, description: string) =>
  Schema.Struct({ code: Schema.Literal(code), error: Schema.String })
    .annotate({ description })
    .pipe(HttpApiSchema.status(code))

/** Why requests fail, by status. */
export const descriptions = {
  400: "The request is invalid; the message explains what to send",
  401: "The token is missing or invalid, or may not do this",
  403: "The token may send listens and nothing else",
  404: "Not found",
  405: "The path does not have this method; Allow lists those it has",
  408: "The request did not arrive in time",
  417: "Expect has a value other than 100-continue",
  429: "The limit is reached; X-RateLimit-Reset-In says how long to wait",
  431: "The address and the headers together exceed 64 KiB",
  500: "An internal error is logged under X-Request-Id",
  503: "Storage is unavailable; Retry-After says how long to wait",
} as const

export const BadRequest = failure(400, descriptions[400])
const Unauthorized = failure(401, descriptions[401])
const Forbidden = failure(403, descriptions[403])
export const NotFound = failure(404, descriptions[404])
export const RequestTimeout = failure(408, descriptions[408])
export const TooManyRequests = failure(429, descriptions[429])

const token = { token: HttpApiSecurity.apiKey({ in: "header", key: "Authorization" }) }

/** A key that may send plays: of scope `submit` or `admin`. */
export class SubmitKey extends HttpApiMiddleware.Service<SubmitKey>()(
  "daybook/http/listenbrainz/SendersToken",
  { requiredForClient: true, security: token, error: [Unauthorized, TooManyRequests] },
) {}

/** A key that may do everything: of scope `admin`. */
export class OwnersToken extends HttpApiMiddleware.Service<OwnersToken>()(
  "daybook/http/listenbrainz/OwnersToken",
  { requiredForClient: true, security: token, error: [Unauthorized, Forbidden, TooManyRequests] },
) {}

/** A key that may read: of scope `read` or `admin`. */
export class ReadersToken extends HttpApiMiddleware.Service<ReadersToken>()(
  "daybook/http/listenbrainz/ReadersToken",
  { requiredForClient: true, security: token, error: [Unauthorized, Forbidden, TooManyRequests] },
) {}
