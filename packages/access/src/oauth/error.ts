import * as Schema from "effect/Schema"

/** The errors of RFC 6749 (4.1.2.1 and 5.2), RFC 7591 (3.2.2) and RFC 8707 (2) that this server returns. */
const OAuthErrorCode = Schema.Literals([
  "access_denied",
  "invalid_client",
  "invalid_client_metadata",
  "invalid_grant",
  "invalid_redirect_uri",
  "invalid_request",
  "invalid_target",
  "unsupported_grant_type",
  "unsupported_response_type",
])

/** A request of OAuth that is refused. The message is its `error_description`: what to do, for the client's developer. */
export class OAuthError extends Schema.TaggedError<OAuthError>()("OAuthError", {
  code: OAuthErrorCode,
  message: Schema.String,
}) {}

export const oauthError = (code: typeof OAuthErrorCode.Type, message: string) =>
  new OAuthError({ code, message })

export const unknownClient = oauthError("invalid_client", "The client is unknown: register it again")
