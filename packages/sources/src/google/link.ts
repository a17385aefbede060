import * as Effect from "effect/Effect"
import type { HttpClient } from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Schema from "effect/Schema"
import * as CodeFlow from "../linking/codeFlow.ts"
import { linkByCode } from "../linking/linkable.ts"
import { LinkedAccounts } from "../linking/linkedAccounts.ts"
import { Text } from "../text.ts"
import * as Upstream from "../upstream.ts"
import { type Config, settings } from "./settings.ts"

const scope = (name: string) => `https://www.googleapis.com/auth/${name}`

const Profile = Schema.Struct({ emailAddress: Text })

/** How accounts of Google are linked and renewed: https://developers.google.com/identity/protocols/oauth2/web-server */
export const makeFlow = Effect.fnUntraced(function* (
  config: Config,
): Effect.fn.Return<CodeFlow.CodeFlow, never, HttpClient> {
  const tokens = yield* Upstream.make({
    ...CodeFlow.serviceAt("google", settings, settings.table.tokenUrl, config.tokenUrl),
    timeout: CodeFlow.deliveryTimeout,
  })
  const apis = yield* Upstream.make({
    ...CodeFlow.serviceAt("google", settings, settings.table.apiUrl, config.apiUrl),
  })
  return CodeFlow.make(
    {
      name: "google",
      settings,
      authorizeUrl: config.authorizeUrl,
      issuer: "https://accounts.google.com",
      clientId: config.clientId,
      clientSecret: config.clientSecret,
      scopes: [scope("gmail.readonly"), scope("calendar.events.readonly")],
      // Without renewed consent, an account that was linked before returns no refresh token.
      asks: { access_type: "offline", prompt: "consent" },
      pkce: true,
      tokens,
      accountOf: (token) =>
        apis
          .ask(
            HttpClientRequest.get("/gmail/v1/users/me/profile").pipe(HttpClientRequest.bearerToken(token)),
            apis.json(Profile),
            CodeFlow.interactiveRetries,
          )
          .pipe(
            Effect.map(({ emailAddress }) => ({ account: emailAddress, ref: emailAddress })),
            // The account may keep its mail from us; its calendar is of use all the same.
            Effect.catchIf(
              ({ failure }) => failure === "unauthorized",
              () => Effect.succeed({ account: "", ref: "" }),
            ),
          ),
      missing: (scopes) =>
        scopes.length === 0 ? "Google did not grant read access: start again at /link/google" : undefined,
    },
    yield* LinkedAccounts,
  )
})

/** Google as a service whose accounts can be linked. */
export const link = linkByCode("google", settings, makeFlow)
