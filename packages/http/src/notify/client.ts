import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import * as HttpApiClient from "effect/http-api/HttpApiClient"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import { NotifyApi } from "./api.ts"
import { WorkspaceKeyRequired } from "./workspaceKey.ts"

// Next to `profiles/count` the id "count" is reached by a spelling that is not that word.
const spelled = (url: string) => url.replace(/\/count$/, "/%63ount")

/** A typed client of the profile API. Errors are the API's `{ _message, status: "error" }`. */
export const make = (options: { readonly baseUrl: string; readonly key: Redacted.Redacted }) =>
  HttpApiClient.make(NotifyApi, {
    transformClient: HttpClient.mapRequest(HttpClientRequest.prependUrl(options.baseUrl)),
  }).pipe(
    Effect.provide(
      HttpApiMiddleware.layerClient(WorkspaceKeyRequired, ({ endpoint, next, request }) => {
        const keyed = HttpClientRequest.bearerToken(request, options.key)
        return next(
          endpoint.identifier === "get" ? HttpClientRequest.setUrl(keyed, spelled(request.url)) : keyed,
        )
      }),
    ),
  )
