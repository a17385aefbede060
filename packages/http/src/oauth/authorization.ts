import { isChallenge, isRegistered, type KnownClient, type OAuthError, oauthError } from "@daybook/access"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import type { SessionSeal } from "../middleware/access/session.ts"
import { checkResource, required, sentOnce } from "./requests.ts"

/** A request that the owner decides about. It goes through their browser sealed, so that it returns as it was shown. */
export const ConsentRequest = Schema.Struct({
  client: Schema.Struct({
    id: Schema.String,
    name: Schema.String,
    redirectUris: Schema.Array(Schema.String),
  }),
  redirectUri: Schema.String,
  state: Schema.optionalKey(Schema.String),
  challenge: Schema.String,
  /** True if the client requests write access. */
  writes: Schema.Boolean,
})
export type ConsentRequest = typeof ConsentRequest.Type

/** Where the browser goes back to. */
export type Return = Pick<ConsentRequest, "redirectUri" | "state">

/** The redirect URI of a request. Before it is known to be the client's, no error may be sent to it. */
export const redirectUriOf = (
  query: URLSearchParams,
  { redirectUris }: KnownClient,
): Effect.Effect<string, OAuthError> => {
  const [sent, ...more] = query.getAll("redirect_uri")
  const [only, ...others] = redirectUris
  const asked = sent ?? (others.length === 0 ? only : undefined)
  return asked !== undefined && more.length === 0 && isRegistered(asked, redirectUris)
    ? Effect.succeed(asked)
    : Effect.fail(oauthError("invalid_request", "redirect_uri must be one that the client has registered"))
}

/** Reads the rest of an authorization request (RFC 6749, 4.1.1, and RFC 7636, 4.3). */
export const readAuthorization = Effect.fnUntraced(function* (query: URLSearchParams, resource: string) {
  yield* sentOnce(query)
  if ((yield* required(query, "response_type")) !== "code")
    return yield* oauthError("unsupported_response_type", "response_type must be code")
  const challenge = yield* required(query, "code_challenge")
  if (query.get("code_challenge_method") !== "S256" || !isChallenge(challenge))
    return yield* oauthError(
      "invalid_request",
      "code_challenge_method must be S256, and code_challenge its result",
    )
  yield* checkResource(query, resource)
  const scope = query.get("scope") ?? ""
  // Without a scope it takes what there is. Unknown scopes are ignored: the response names those granted.
  return { challenge, writes: scope.trim() === "" || scope.split(" ").includes("write") }
})

/** The URL that returns the browser to a client, with the result and its issuer (RFC 9207). */
export const returnUrl = (
  { redirectUri, state }: Return,
  issuer: string,
  answer: Readonly<Record<string, string>>,
): string => {
  const parameters = new URLSearchParams({
    ...answer,
    ...(state === undefined ? {} : { state }),
    iss: issuer,
  })
  return `${redirectUri}${redirectUri.includes("?") ? "&" : "?"}${parameters}`
}

/** Sends a browser on. */
export const goTo = (location: string) =>
  HttpServerResponse.empty({ status: 303, headers: { location, "cache-control": "no-store" } })

/** Marks a request that a page of this server has sent, with the session's cookie if there is one. */
const again = "daybook_again"

export const isAskedAgain = (query: URLSearchParams): boolean => query.has(again)

/** The URL that a page of this server opens for the same request. */
export const againUrl = (base: string, query: string): string => {
  const parameters = new URLSearchParams(query)
  parameters.set(again, "1")
  return `${base}/oauth/authorize?${parameters}`
}

/** Milliseconds for which a consent page can be sent. */
const consentMillis = 30 * 60_000

const Sealed = Schema.Struct({ request: ConsentRequest, keyId: Schema.Int, until: Schema.Finite })
const text = Schema.fromJsonString(Sealed)
const write = Schema.encodeSync(text)
const read = Schema.decodeUnknownOption(text)
const prefix = "consent "

/** Seals a request for the session of a key: only this server could have shown it, and only to its owner. */
export const sealConsent = (seal: SessionSeal, request: ConsentRequest, keyId: number, now: number) =>
  seal.seal(prefix + write({ request, keyId, until: now + consentMillis }))

/** The request of a consent page; none if it was not shown to this key, or too long ago. */
export const openConsent = (seal: SessionSeal, sealed: string, keyId: number, now: number) =>
  Effect.map(seal.open(sealed), (opened) =>
    opened.pipe(
      Option.filter((found) => found.startsWith(prefix)),
      Option.flatMap((found) => read(found.slice(prefix.length))),
      Option.filter((found) => found.keyId === keyId && found.until > now),
      Option.map(({ request }) => request),
    ),
  )
