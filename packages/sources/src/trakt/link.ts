import * as Effect from "effect/Effect"
import type { HttpClient } from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as CodeFlow from "../linking/codeFlow.ts"
import { linkByCode } from "../linking/linkable.ts"
import { LinkedAccounts } from "../linking/linkedAccounts.ts"
import { Text } from "../text.ts"
import * as Upstream from "../upstream.ts"
import { readable } from "./accountTrouble.ts"
import { type Config, settings } from "./settings.ts"

const User = Schema.Struct({ user: Schema.Struct({ username: Text }) })

/** How accounts of Trakt are linked and renewed; undefined without the application's secret. */
export const makeFlow = Effect.fnUntraced(function* ({
  authorizeUrl,
  clientId,
  clientSecret,
  url,
}: Config): Effect.fn.Return<CodeFlow.CodeFlow | undefined, never, HttpClient> {
  if (clientSecret === undefined) return undefined
  const tokens = yield* Upstream.make({
    ...CodeFlow.serviceAt("trakt", settings, settings.table.url, url),
    timeout: CodeFlow.deliveryTimeout,
    everyRequest: HttpClientRequest.setHeaders({
      "trakt-api-version": "2",
      "trakt-api-key": Redacted.value(clientId),
    }),
  })
  return CodeFlow.make(
    {
      name: "trakt",
      settings,
      authorizeUrl,
      clientId: Redacted.value(clientId),
      clientSecret,
      scopes: [],
      pkce: false,
      tokens,
      // Its tokens are requested in JSON: https://trakt.docs.apiary.io/#reference/authentication-oauth/get-token
      request: (parameters) =>
        HttpClientRequest.post("/oauth/token").pipe(HttpClientRequest.bodyJsonUnsafe(parameters)),
      accountOf: (token) =>
        tokens
          .ask(
            HttpClientRequest.get("/users/settings").pipe(HttpClientRequest.bearerToken(token)),
            readable(tokens, User),
            CodeFlow.interactiveRetries,
          )
          .pipe(Effect.map(({ user: { username } }) => ({ account: username, ref: username }))),
    },
    yield* LinkedAccounts,
  )
})

/** Trakt as a service whose accounts can be linked. */
export const link = linkByCode("trakt", settings, makeFlow)
