import * as Clock from "effect/Clock"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as Headers from "effect/http/Headers"
import * as HttpEffect from "effect/http/HttpEffect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import type * as HttpServerResponse from "effect/http/HttpServerResponse"
import type { DomainRoutes } from "../activity/routes.ts"
import { keyIn } from "../middleware/access/bearerKey.ts"
import { Caller } from "../middleware/access/caller.ts"
import { type Credential, credentialScope, isAssistant } from "../middleware/access/credential.ts"
import { failed } from "../middleware/failures.ts"
import { asksAt, type FindAssistant } from "./apiCalls.ts"
import { inProcessUrl, inProcessClient } from "./inProcessClient.ts"
import { McpApi } from "./group.ts"
import { AssistantSessions } from "./sessions.ts"
import { loadProtocol } from "./index.ts"
import { withinDomains } from "./withinDomains.ts"

/** The settings of assistants. */
export interface AssistantSettings {
  /** The version reported to assistants. */
  readonly version?: string
  /** True for assistants that show an admin key to write. */
  readonly assistantsWrite?: boolean
  /** The origins of browsers that may ask. */
  readonly allowedOrigins: ReadonlyArray<string>
}

/**
 * Passes the caller's scope to the tools. Only the server sets it: a value that a client sends under this name is
 * replaced.
 */
const scopeHeader = "x-daybook-scope"

/** Passes the domains that the caller may read, separated by commas; absent for all. */
const domainsHeader = "x-daybook-domains"

/** Names the session of a client that speaks a protocol before that of July 2026. */
const sessionHeader = "mcp-session-id"

/** The headers of a request, with its caller's rights. */
const headersFor = (
  { headers }: HttpServerRequest.HttpServerRequest,
  caller: Credential | undefined,
): Headers.Headers => {
  const scope = caller === undefined ? "" : credentialScope(caller)
  const told = Headers.remove(Headers.set(headers, scopeHeader, scope), domainsHeader)
  const domains = caller !== undefined && isAssistant(caller) ? caller.domains : undefined
  return domains === undefined ? told : Headers.set(told, domainsHeader, domains.join(","))
}

/** Why the protocol refuses a request, if it does so without saying it. */
const reasons: Readonly<Record<number, string>> = {
  400: "The protocol does not take this: MCP-Session-Id is missing, or it is a batch",
  404: "MCP-Session-Id names no session: it has ended, so send initialize again",
  405: "GET is not a method of this path; it has POST, DELETE",
  406: "Accept must have application/json and text/event-stream",
  415: "Content-Type must be application/json",
}

/** The response, with a reason if it is a refusal without one. */
const explained = (response: HttpServerResponse.HttpServerResponse) =>
  response.status < 400 || response.body._tag !== "Empty"
    ? response
    : failed(
        { error: reasons[response.status] ?? "The request is invalid", status: response.status },
        response.headers,
      )

/** The protocol refuses browsers of foreign origins without saying so. */
const refusalOfOrigin = (
  { headers: { origin } }: HttpServerRequest.HttpServerRequest,
  allowedOrigins: ReadonlyArray<string>,
) =>
  origin === undefined || allowedOrigins.includes(origin)
    ? undefined
    : failed({ error: `Add ${origin.slice(0, 200)} to ALLOWED_ORIGINS to let its pages in`, status: 403 })

/** The protocol: a separate router behind this gate, made on the first request. */
const makeProtocol = Effect.fnUntraced(function* (
  { allowedOrigins, assistantsWrite = false, version = "0" }: AssistantSettings,
  domains: ReadonlyArray<DomainRoutes>,
) {
  const activity = yield* HttpRouter.HttpRouter
  // All routes are known once all layers are built; the first question comes after that.
  const client = yield* inProcessClient(Effect.suspend(() => activity.asHttpEffect()))
  const find: FindAssistant = (headers) => {
    const key = keyIn(headers)
    const domains = headers[domainsHeader]?.split(",")
    const asks = asksAt(client, inProcessUrl, key === undefined ? undefined : Redacted.make(key))
    return {
      asks: domains === undefined ? asks : withinDomains(asks, domains),
      writes: assistantsWrite && headers[scopeHeader] === "admin",
      domains,
    }
  }
  const services = yield* Effect.context<Scope.Scope | DateTime.CurrentTimeZone>()
  const made = yield* Effect.promise(loadProtocol).pipe(
    Effect.flatMap(({ makeRouter }) => makeRouter(version, domains, allowedOrigins, find)),
    Effect.provideContext(services),
    Effect.orDie,
    // A client that leaves meanwhile must not end it for the others.
    Effect.uninterruptible,
    Effect.cached,
  )
  const served = Effect.flatten(made)
  return (request: HttpServerRequest.HttpServerRequest) =>
    Effect.provideService(served, HttpServerRequest.HttpServerRequest, request)
})

type Protocol = Effect.Success<ReturnType<typeof makeProtocol>>

/** Keeps the number of sessions within bounds: their client may be gone, and never says so. */
const makeNoteSession = (protocol: Protocol) => {
  const sessions = new AssistantSessions()
  const end = (id: string) =>
    protocol(
      HttpServerRequest.fromWeb(
        new Request("http://localhost/mcp", { method: "DELETE", headers: { [sessionHeader]: id } }),
      ),
    )
  return Effect.fnUntraced(function* (
    request: HttpServerRequest.HttpServerRequest,
    { headers, status }: HttpServerResponse.HttpServerResponse,
  ) {
    const now = yield* Clock.currentTimeMillis
    const id = headers[sessionHeader] ?? request.headers[sessionHeader]
    if (id !== undefined) {
      if (status >= 400 || request.method === "DELETE") sessions.forget(id)
      else sessions.use(id, now)
    }
    yield* Effect.forEach(sessions.takeDue(now), end, { discard: true })
  }, Effect.scoped)
}

/** Assistants over HTTP. They use the same API as everyone, each with its own key. */
export const layer = (settings: AssistantSettings, domains: ReadonlyArray<DomainRoutes>) =>
  HttpApiBuilder.group(
    McpApi,
    "mcp",
    Effect.fn(function* (handlers) {
      const protocol = yield* makeProtocol(settings, domains)
      const noteSession = makeNoteSession(protocol)
      const answer = ({ request }: { readonly request: HttpServerRequest.HttpServerRequest }) =>
        Effect.flatMap(Caller, ({ caller }) => {
          const refusal = refusalOfOrigin(request, settings.allowedOrigins)
          if (refusal !== undefined) return Effect.succeed(refusal)
          const headers = headersFor(request, Option.getOrUndefined(caller))
          return protocol(request.modify({ url: "/mcp", headers })).pipe(
            Effect.map(explained),
            // The library names a new session after the response is made.
            Effect.tap(
              HttpEffect.appendPreResponseHandler((asked, response) =>
                Effect.as(noteSession(asked, response), response),
              ),
            ),
          )
        })
      return handlers.handleRaw("speak", answer).handleRaw("listen", answer).handleRaw("leave", answer)
    }),
  )
