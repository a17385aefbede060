import * as Effect from "effect/Effect"
import type { HttpClient } from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Schema from "effect/Schema"
import * as CodeFlow from "../linking/codeFlow.ts"
import { linkByCode } from "../linking/linkable.ts"
import { LinkedAccounts } from "../linking/linkedAccounts.ts"
import { optional } from "../optional.ts"
import { Text, TextId } from "../text.ts"
import * as Upstream from "../upstream.ts"
import { type Config, settings } from "./settings.ts"

const recentlyPlayed = "user-read-recently-played"

// https://developer.spotify.com/documentation/web-api/reference/get-current-users-profile
const Profile = Schema.Struct({ id: TextId, display_name: optional(Text) })

/** How accounts of Spotify are linked and renewed: https://developer.spotify.com/documentation/web-api/tutorials/code-flow */
export const makeFlow = Effect.fnUntraced(function* (
  config: Config,
): Effect.fn.Return<CodeFlow.CodeFlow, never, HttpClient> {
  const tokens = yield* Upstream.make({
    ...CodeFlow.serviceAt("spotify", settings, settings.table.accountsUrl, config.accountsUrl),
    timeout: CodeFlow.deliveryTimeout,
  })
  const api = yield* Upstream.make({
    ...CodeFlow.serviceAt("spotify", settings, settings.table.url, config.url),
  })
  return CodeFlow.make(
    {
      name: "spotify",
      settings,
      authorizeUrl: config.authorizeUrl,
      clientId: config.clientId,
      clientSecret: config.clientSecret,
      scopes: [recentlyPlayed, "user-read-currently-playing"],
      pkce: true,
      // Its token endpoint wants the application in a header.
      basic: true,
      tokens,
      request: (parameters) =>
        HttpClientRequest.post("/api/token").pipe(HttpClientRequest.bodyUrlParams(parameters)),
      accountOf: (token) =>
        api
          .ask(
            HttpClientRequest.get("/v1/me").pipe(HttpClientRequest.bearerToken(token)),
            api.json(Profile),
            CodeFlow.interactiveRetries,
          )
          .pipe(Effect.map(({ display_name, id }) => ({ account: display_name || id, ref: id }))),
      missing: (scopes) =>
        scopes.includes(recentlyPlayed)
          ? undefined
          : "Spotify did not grant access to your plays: start again at /link/spotify, and accept every permission",
    },
    yield* LinkedAccounts,
  )
})

/** Spotify as a service whose accounts can be linked. */
export const link = linkByCode("spotify", settings, makeFlow)
