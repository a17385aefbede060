import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import { MountPath } from "./mountPath.ts"

/**
 * The address that people reach this server at, without a slash at its end. Where a host does not say, it is that of their
 * request.
 */
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

/** The scheme and host that were asked; a proxy that is believed has set them. */
const originOf = ({ headers, originalUrl }: HttpServerRequest.HttpServerRequest): string => {
  const asked = URL.canParse(originalUrl) ? new URL(originalUrl) : undefined
  const isSecure = asked?.protocol === "https:" || headers["x-forwarded-proto"] === "https"
  return `${isSecure ? "https" : "http"}://${headers["host"] ?? asked?.host ?? "127.0.0.1"}`
}

/** Gives the address of this API, as the sender of a request reaches it, without a slash at its end. */
export const makeBaseOf = Effect.gen(function* () {
  const publicUrl = yield* PublicUrl
  const mountPath = yield* MountPath
  return (request: HttpServerRequest.HttpServerRequest): string => publicUrl ?? originOf(request) + mountPath
})
