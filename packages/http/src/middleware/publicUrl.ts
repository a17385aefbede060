import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import { MountPath } from "./routing/mountPath.ts"

/** The URL at which users reach this server, without a trailing slash; the request's by default. */
export const PublicUrl = Context.Reference<string | undefined>("daybook/http/PublicUrl", {
  defaultValue: () => undefined,
})

/**
 * The path below which people reach this API, without a slash at its end, such as `/daybook`; "" at the root. It is that of
 * `PublicUrl`, else the path that the host mounts it under.
 */
export const basePath = Effect.gen(function* () {
  const publicUrl = yield* PublicUrl
  return publicUrl === undefined ? yield* MountPath : new URL(publicUrl).pathname.replace(/\/$/, "")
})

/** The requested scheme and host; a trusted proxy sets them. */
const askedAt = ({ headers, originalUrl }: HttpServerRequest.HttpServerRequest) => {
  const asked = URL.canParse(originalUrl) ? new URL(originalUrl) : undefined
  const isSecure = asked?.protocol === "https:" || headers["x-forwarded-proto"] === "https"
  return { protocol: isSecure ? "https:" : "http:", host: headers["host"] ?? asked?.host ?? "127.0.0.1" }
}

const originOf = (request: HttpServerRequest.HttpServerRequest): string => {
  const { host, protocol } = askedAt(request)
  return `${protocol}//${host}`
}

/** The whole URL of a request. A host that no URL can have is left out. */
export const urlOf = (request: HttpServerRequest.HttpServerRequest): URL =>
  Object.assign(new URL(`http://localhost${request.url}`), askedAt(request))

/** The URL of this API, as the sender of a request reaches it, without a trailing slash. */
export const makePublicUrl = Effect.gen(function* () {
  const publicUrl = yield* PublicUrl
  const mountPath = yield* MountPath
  return (request: HttpServerRequest.HttpServerRequest): string => publicUrl ?? originOf(request) + mountPath
})
