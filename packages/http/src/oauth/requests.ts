import { type OAuthError, oauthError } from "@daybook/access"
import * as Effect from "effect/Effect"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { readBytes } from "../middleware/body/readBody.ts"
import { Caller } from "../middleware/access/caller.ts"
import { tooManyRequests } from "../wire/errors.ts"

const maxBytes = 64 * 1024

/** The body as text. */
const readText = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
  const bytes = yield* readBytes(request, maxBytes)
  return new TextDecoder().decode(bytes)
})

/** The body as JSON. */
export const readJson = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
  const text = yield* readText(request)
  return yield* Effect.try({
    try: (): unknown => JSON.parse(text),
    catch: () => oauthError("invalid_client_metadata", "The body must be JSON"),
  })
})

/** The body of a form. */
export const readParameters = (request: HttpServerRequest.HttpServerRequest) =>
  Effect.map(readText(request), (text) => new URLSearchParams(text))

/** Fails where a parameter that may be sent once is sent again. `resource` may name several (RFC 8707). */
export const sentOnce = (parameters: URLSearchParams): Effect.Effect<void, OAuthError> => {
  const twice = [...new Set(parameters.keys())].find(
    (name) => name !== "resource" && parameters.getAll(name).length > 1,
  )
  return twice === undefined
    ? Effect.void
    : Effect.fail(oauthError("invalid_request", `${twice.slice(0, 40)} must be sent once`))
}

/** A parameter that is required. An empty one counts as missing. */
export const required = (parameters: URLSearchParams, name: string): Effect.Effect<string, OAuthError> => {
  const value = parameters.get(name) ?? ""
  return value === ""
    ? Effect.fail(oauthError("invalid_request", `${name} is missing`))
    : Effect.succeed(value)
}

/** Fails for a resource that is not `/mcp` of this server. Without one, tokens are for it anyway. */
export const checkResource = (parameters: URLSearchParams, resource: string) =>
  parameters.getAll("resource").every((one) => one.replace(/\/$/, "") === resource)
    ? Effect.void
    : Effect.fail(oauthError("invalid_target", `resource must be ${resource}`))

const noStore = { "cache-control": "no-store", pragma: "no-cache" }

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  HttpServerResponse.jsonUnsafe(body, { status, headers: { ...noStore, ...headers } })

/** An error as a response of a client's endpoint (RFC 6749, 5.2). */
export const answerError = ({ code, message }: OAuthError, headers: Record<string, string> = {}) =>
  json({ error: code, error_description: message }, code === "invalid_client" ? 401 : 400, headers)

type Failure = OAuthError | { readonly status: number; readonly error: string }

/** Runs an endpoint of clients: errors have OAuth's form, and each address has a limit. */
export const answering = <R>(
  work: Effect.Effect<HttpServerResponse.HttpServerResponse, Failure, R>,
): Effect.Effect<HttpServerResponse.HttpServerResponse, never, R> =>
  Effect.gen(function* () {
    const { allowance } = yield* Caller
    if (!allowance.allowed) return yield* Effect.fail(tooManyRequests)
    return yield* work
  }).pipe(
    Effect.catch((failure: Failure) =>
      Effect.succeed(
        "code" in failure
          ? answerError(failure)
          : json({ error: "invalid_request", error_description: failure.error }, failure.status),
      ),
    ),
  )
