// The client of one domain, for a page: its bundle contains that domain's definition, and no module of a server.
import { type ClientOptions, makeFor } from "@daybook/http/client"
import { listeningDefinition } from "@daybook/http/client/listening"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"

/** The most played album of the last month; undefined if nothing was played. */
export const favourite = Effect.fnUntraced(function* (options: ClientOptions) {
  const client = yield* makeFor(listeningDefinition.api, options)
  const { data } = yield* client.listening.topAlbums({ query: { period: "1month", limit: 1 } })
  return data[0]?.name
}, Effect.provide(FetchHttpClient.layer))
