import { Setting } from "@daybook/kernel"
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
  const words = Setting.inWords(Setting.neededToLink(settings))
  const service = (address: Setting.Setting) => ({
    name: "foursquare",
    title: settings.title,
    settings: { url: address.name, access: words },
  })
  const tokens = yield* Upstream.make({
    ...service(settings.table.tokenUrl),
    url: tokenUrl ?? new URL(settings.table.tokenUrl.default),
    timeout: CodeFlow.deliveryTimeout,
  })
  const api = yield* Upstream.make({
    ...service(settings.table.url),
    url: url ?? new URL(settings.table.url.default),
  })
  return CodeFlow.make(
    {
      name: "foursquare",
      title: settings.title,
      authorizeUrl: authorizeUrl ?? new URL(settings.table.authorizeUrl.default),
      clientId,
      clientSecret,
      settings: words,
      scopes: [],
      pkce: false,
      tokens,
      // Its token endpoint is asked by GET: https://docs.foursquare.com/developer/reference/authentication
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
