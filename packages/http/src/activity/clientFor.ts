import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiClient from "effect/http-api/HttpApiClient"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import { KeyRequired } from "../wire/middleware.ts"

/** The address of a server and a key for it. */
export interface ClientOptions {
  readonly baseUrl: string
  readonly key: Redacted.Redacted
}

/**
 * A typed client of an activity API: of one domain, `makeFor(listeningDefinition.api, options)`, or of a server with
 * several, `makeFor(activityGroups([listeningDefinition]), options)`. Errors are the API's `{ error, status }`.
 */
export const makeFor = <Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<"activity", Groups>,
  options: ClientOptions,
) =>
  HttpApiClient.make(api, {
    transformClient: HttpClient.mapRequest(HttpClientRequest.prependUrl(options.baseUrl)),
  }).pipe(
    Effect.provide(
      HttpApiMiddleware.layerClient(KeyRequired, ({ next, request }) =>
        next(HttpClientRequest.bearerToken(request, options.key)),
      ),
    ),
  )
