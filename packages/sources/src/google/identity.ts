import { IdentityProvider } from "@daybook/access"
import { NotConfigured, Setting } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import type { HttpClient } from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { Text } from "../text.ts"
import * as Client from "./client.ts"
import { type Config, settings } from "./settings.ts"

// https://developers.google.com/workspace/gmail/api/reference/rest/v1/users/getProfile
const Profile = Schema.Struct({ emailAddress: Text, messagesTotal: Schema.Natural })

const gmail = { title: "Gmail API", scope: "https://www.googleapis.com/auth/gmail.readonly" }

/** Tests a client's account link. */
export const testOf = (client: Client.Client): IdentityProvider["Service"]["test"] =>
  client
    .askWithNewAccess(gmail, HttpClientRequest.get("/gmail/v1/users/me/profile"), client.json(Profile))
    .pipe(
      Effect.map(({ access, answer }) => ({
        email: answer.emailAddress,
        messagesTotal: answer.messagesTotal,
        scopes: access.scopes,
        expiresAt: access.expiresAt,
      })),
      Effect.withSpan("IdentityProvider.test"),
    )

const notConfigured = Effect.fail(
  new NotConfigured({
    domain: "identity",
    message: `No identity provider is configured: set ${Setting.neededInWords(settings)}`,
  }),
)

/** Google as the identity provider. If it is not configured, its test names the settings. */
export const layer = (config: Config | undefined): Layer.Layer<IdentityProvider, never, HttpClient> =>
  Layer.effect(
    IdentityProvider,
    Effect.gen(function* () {
      const test = config === undefined ? notConfigured : testOf(yield* Client.make(config))
      return IdentityProvider.of({ test })
    }),
  )
