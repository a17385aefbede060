import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import { forbidden, notConfigured, tooManyRequests } from "../../wire/errors.ts"
import { WebhookSecret } from "../../wire/middleware.ts"
import { Caller } from "./caller.ts"
import { queryOf } from "../routing/target.ts"

/** The webhook's secret. */
export interface WebhookSettings {
  /** The secret that a media server shows; undefined closes the webhook. */
  readonly webhookSecret: Redacted.Redacted | undefined
}

/** Compares two texts of the same length in constant time. */
export const areSame = (one: string, other: string) => {
  let difference = one.length ^ other.length
  for (let at = 0; at < one.length; at++) difference |= one.charCodeAt(at) ^ other.charCodeAt(at)
  return difference === 0
}

/**
 * Tests whether a request shows the secret, as `?secret=` or in `X-Webhook-Secret`. Hashes are compared, never the
 * texts.
 */
export const makeShowsSecret = ({ webhookSecret }: WebhookSettings, hash: (text: string) => string) => {
  if (webhookSecret === undefined) return () => false
  const wanted = hash(Redacted.value(webhookSecret))
  return ({ headers, url }: HttpServerRequest.HttpServerRequest) => {
    const header = headers["x-webhook-secret"]
    const shown = [...queryOf(url).getAll("secret"), ...(header === undefined ? [] : [header])]
    return shown.some((text) => areSame(hash(text), wanted))
  }
}

/** The request without the parameter that holds its secret, so that no log can contain it. */
export const withoutParameter = (request: HttpServerRequest.HttpServerRequest, name: string) => {
  const query = queryOf(request.url)
  query.delete(name)
  const [path = ""] = request.url.split("?", 1)
  return request.modify({ url: query.size === 0 ? path : `${path}?${query}` })
}

export const layer = ({ webhookSecret }: WebhookSettings) =>
  Layer.succeed(
    WebhookSecret,
    // The gate has checked the secret already, since requests with it are not counted.
    WebhookSecret.of((endpointEffect) =>
      Effect.gen(function* () {
        const { allowance, showsSecret } = yield* Caller
        if (showsSecret) return yield* endpointEffect
        if (!allowance.allowed) return yield* Effect.fail(tooManyRequests)
        return yield* Effect.fail(
          webhookSecret === undefined
            ? notConfigured("The webhook is closed: MEDIA_SERVER_WEBHOOK_SECRET is not set")
            : forbidden,
        )
      }),
    ),
  )
