import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpEffect from "effect/http/HttpEffect"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import { InsideCall } from "../middleware/access/insideCall.ts"
import type { WebApp } from "../webHandler.ts"

/** The URL of an API that is called within its process. */
export const inProcessUrl = "http://daybook.invalid"

/** A client of an API in the same process: its requests pass the same gate as those from outside. */
export const inProcessClient = Effect.fnUntraced(function* (app: WebApp) {
  const services = Context.add(yield* Effect.context<never>(), InsideCall, true)
  const handler = HttpEffect.toWebHandlerWith<never, HttpServerRequest | Scope.Scope>(services)(app)
  const fetchWithin: typeof globalThis.fetch = (input, init) => handler(new Request(input, init))
  const client = yield* Effect.provide(HttpClient.HttpClient, FetchHttpClient.layer)
  // At each request: the layer of the client is shared, and others mean the network by it.
  return HttpClient.transform(client, Effect.provideService(FetchHttpClient.Fetch, fetchWithin))
})
