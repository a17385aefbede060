import {
  accessSeconds,
  ClientDocuments,
  type IssuedTokens,
  OAuth,
  oauthError,
  RateLimiter,
} from "@daybook/access"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { makePublicUrl } from "../middleware/publicUrl.ts"
import { splitTarget } from "../middleware/routing/splitTarget.ts"
import { notFound, tooManyRequests } from "../wire/errors.ts"
import { OAuthApi } from "./group.ts"
import { offeredScopes, resourceMetadata, resourceOf, serverMetadata } from "./metadata.ts"
import {
  answerError,
  answering,
  checkResource,
  json,
  readJson,
  readParameters,
  required,
  sentOnce,
} from "./requests.ts"

/** The setting of assistants that the authorization server follows. */
export interface OAuthSettings {
  readonly assistantsWrite?: boolean
}

/** Registrations in 60 seconds from one address: anyone may register, and each takes space. */
const registrationLimit = 20

const tokensOf = ({ access, refresh, scopes }: IssuedTokens) =>
  json({
    access_token: Redacted.value(access),
    token_type: "Bearer",
    expires_in: accessSeconds,
    refresh_token: Redacted.value(refresh),
    scope: scopes.join(" "),
  })

const clients = HttpApiBuilder.group(
  OAuthApi,
  "oauth",
  Effect.fn(function* (handlers) {
    const oauth = yield* OAuth
    const limiter = yield* RateLimiter
    const baseOf = yield* makePublicUrl

    const register = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
      const subject = `registration ${Option.getOrElse(request.remoteAddress, () => "unknown")}`
      const { allowed } = yield* limiter.take(subject, registrationLimit)
      if (!allowed) return yield* Effect.fail(tooManyRequests)
      const { createdAt, id, name, redirectUris } = yield* oauth.register(yield* readJson(request))
      // Whatever method it asks for: it follows the response.
      const registered = {
        client_id: id,
        client_id_issued_at: Math.floor(createdAt / 1000),
        client_name: name,
        redirect_uris: redirectUris,
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        token_endpoint_auth_method: "none",
      }
      return json(registered, 201)
    })

    const grantTokens = Effect.fnUntraced(function* (parameters: URLSearchParams, base: string) {
      const grant = yield* required(parameters, "grant_type")
      const clientId = yield* required(parameters, "client_id")
      yield* checkResource(parameters, resourceOf(base))
      if (grant === "authorization_code") {
        return yield* oauth.exchange({
          clientId,
          code: yield* required(parameters, "code"),
          verifier: yield* required(parameters, "code_verifier"),
          redirectUri: parameters.get("redirect_uri") ?? undefined,
        })
      }
      if (grant === "refresh_token") {
        return yield* oauth.refresh({ clientId, refreshToken: yield* required(parameters, "refresh_token") })
      }
      return yield* oauthError(
        "unsupported_grant_type",
        "grant_type must be authorization_code or refresh_token",
      )
    })

    /** The parameters of a client, which names itself in them: it has no secret for a header. */
    const readFrom = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
      const parameters = yield* readParameters(request)
      yield* sentOnce(parameters)
      return parameters
    })

    const usesBasic = ({ headers }: HttpServerRequest.HttpServerRequest) =>
      /^basic /i.test(headers["authorization"] ?? "")

    const refusedBasic = answerError(
      oauthError("invalid_client", "Clients have no secret: send client_id in the body"),
      { "www-authenticate": "Basic" },
    )

    const token = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
      const parameters = yield* readFrom(request)
      if (usesBasic(request) && !parameters.has("client_id")) return refusedBasic
      return tokensOf(yield* grantTokens(parameters, baseOf(request)))
    })

    const revoke = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
      const parameters = yield* readFrom(request)
      if (usesBasic(request) && !parameters.has("client_id")) return refusedBasic
      const revoked = yield* required(parameters, "token")
      yield* oauth.revoke(yield* required(parameters, "client_id"), revoked)
      return json({})
    })

    return handlers
      .handleRaw("register", ({ request }) => answering(register(request)))
      .handleRaw("token", ({ request }) => answering(token(request)))
      .handleRaw("revoke", ({ request }) => answering(revoke(request)))
  }),
)

const metadata = ({ assistantsWrite = false }: OAuthSettings) =>
  HttpApiBuilder.group(
    OAuthApi,
    "metadata",
    Effect.fn(function* (handlers) {
      const baseOf = yield* makePublicUrl
      const knowsDocuments = (yield* ClientDocuments) !== undefined
      const scopes = offeredScopes(assistantsWrite)

      /**
       * Serves a document at its well-known path and, for a server with a path, also where RFC 8414 and RFC 9728 put it: with
       * that path behind the well-known part.
       */
      const at =
        (name: string, ends: ReadonlyArray<string>, document: (base: string) => object) =>
        ({ request }: { readonly request: HttpServerRequest.HttpServerRequest }) => {
          const base = baseOf(request)
          const end = splitTarget(request.url).path.slice(`/.well-known/${name}`.length)
          const path = new URL(base).pathname.replace(/\/$/, "")
          const isHere = ends.some((one) => end === one || end === `${path}${one}`)
          return Effect.succeed(
            isHere
              ? HttpServerResponse.jsonUnsafe(document(base), {
                  headers: { "cache-control": "public, max-age=300" },
                })
              : HttpServerResponse.jsonUnsafe(notFound("There is no such metadata document"), {
                  status: 404,
                }),
          )
        }

      const server = (base: string) => serverMetadata(base, scopes, knowsDocuments)
      return handlers
        .handleRaw(
          "resource",
          at("oauth-protected-resource", ["", "/mcp"], (base) => resourceMetadata(base, scopes)),
        )
        .handleRaw("server", at("oauth-authorization-server", [""], server))
        .handleRaw("openid", at("openid-configuration", [""], server))
    }),
  )

/** The routes for clients: registration, tokens, and their metadata. */
export const layer = (settings: OAuthSettings) => Layer.merge(clients, metadata(settings))
