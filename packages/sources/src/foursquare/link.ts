import * as Effect from "effect/Effect"
import type { HttpClient } from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Schema from "effect/Schema"
import * as CodeFlow from "../linking/codeFlow.ts"
import { linkByCode } from "../linking/linkable.ts"
import { LinkedAccounts } from "../linking/linkedAccounts.ts"
import { optional } from "../optional.ts"
import { Text } from "../text.ts"
import * as Upstream from "../upstream.ts"
import { type Config, settings } from "./settings.ts"

// https://docs.foursquare.com/developer/reference/v2-users-details
const User = Schema.Struct({
  response: Schema.Struct({
    user: Schema.Struct({
      id: Text,
      firstName: optional(Schema.String),
      lastName: optional(Schema.String),
    }),
  }),
})

/** How accounts of Foursquare are linked; undefined without the application. Its tokens do not end. */
const makeFlow = Effect.fnUntraced(function* ({
  authorizeUrl,
  clientId,
  clientSecret,
  tokenUrl,
  url,
}: Config): Effect.fn.Return<CodeFlow.CodeFlow | undefined, never, HttpClient> {
  if (clientId === undefined || clientSecret === undefined) return undefined
  const tokens = yield* Upstream.make({
    ...CodeFlow.serviceAt("foursquare", settings, settings.table.tokenUrl, tokenUrl),
    timeout: CodeFlow.deliveryTimeout,
  })
  const api = yield* Upstream.make({
    ...CodeFlow.serviceAt("foursquare", settings, settings.table.url, url),
  })
  return CodeFlow.make(
    {
      name: "foursquare",
      settings,
      authorizeUrl,
      clientId,
      clientSecret,
      scopes: [],
      pkce: false,
      tokens,
      // Its token endpoint takes GET: https://docs.foursquare.com/developer/reference/authentication
      request: (parameters) => HttpClientRequest.get("", { urlParams: parameters }),
      accountOf: (token) =>
        api
          .ask(
            HttpClientRequest.get("/users/self", { urlParams: { v: "20240101" } }).pipe(
              HttpClientRequest.bearerToken(token),
            ),
            api.json(User),
            CodeFlow.interactiveRetries,
          )
          .pipe(
            Effect.map(({ response: { user } }) => ({
              account: [user.firstName, user.lastName].filter((part) => part).join(" ") || user.id,
              ref: user.id,
            })),
          ),
    },
    yield* LinkedAccounts,
  )
})

/** Foursquare as a service whose accounts can be linked. */
export const link = linkByCode("foursquare", settings, makeFlow)
