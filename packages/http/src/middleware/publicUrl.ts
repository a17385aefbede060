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
export const originOf = ({ headers, originalUrl }: HttpServerRequest.HttpServerRequest): string => {
  const asked = URL.canParse(originalUrl) ? new URL(originalUrl) : undefined
  const isSecure = asked?.protocol === "https:" || headers["x-forwarded-proto"] === "https"
  return `${isSecure ? "https" : "http"}://${headers["host"] ?? asked?.host ?? "127.0.0.1"}`
}

/** The URL of this API, as the sender of a request reaches it, without a trailing slash. */
export const makePublicUrl = Effect.gen(function* () {
  const publicUrl = yield* PublicUrl
  const mountPath = yield* MountPath
  return (request: HttpServerRequest.HttpServerRequest): string => publicUrl ?? originOf(request) + mountPath
})
