import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import * as HttpApiClient from "effect/http-api/HttpApiClient"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import { KeyRequired } from "../middleware/keyRequired.ts"
import { ActivityApi } from "./api.ts"

/**
 * A typed client of the activity API, made from the definition that the server serves:
 * `client.listening.topAlbums({ query: { period: "1month" } })`. Errors are the API's `{ error, status }`.
 */
export const make = (options: { readonly baseUrl: string; readonly key: Redacted.Redacted }) =>
  HttpApiClient.make(ActivityApi, {
    transformClient: HttpClient.mapRequest(HttpClientRequest.prependUrl(options.baseUrl)),
  }).pipe(
    Effect.provide(
      HttpApiMiddleware.layerClient(KeyRequired, ({ next, request }) =>
        next(HttpClientRequest.bearerToken(request, options.key)),
      ),
    ),
  )
