import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import * as HttpApiClient from "effect/http-api/HttpApiClient"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import { NotifyApi } from "./api.ts"
import { WorkspaceKeyRequired } from "./workspaceKey.ts"

/** A typed client of the profile API. Errors are the API's `{ _message, status: "error" }`. */
export const make = (options: { readonly baseUrl: string; readonly key: Redacted.Redacted }) =>
  HttpApiClient.make(NotifyApi, {
    transformClient: HttpClient.mapRequest(HttpClientRequest.prependUrl(options.baseUrl)),
  }).pipe(
    Effect.provide(
      HttpApiMiddleware.layerClient(WorkspaceKeyRequired, ({ next, request }) =>
        next(HttpClientRequest.bearerToken(request, options.key)),
      ),
    ),
  )
