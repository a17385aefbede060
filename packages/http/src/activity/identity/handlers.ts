import { IdentityProvider } from "@daybook/access"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { ActivityApi } from "../api.ts"
import { workFailed } from "../../wire/errors.ts"

export const layer = HttpApiBuilder.group(
  ActivityApi,
  "identity",
  Effect.fn(function* (handlers) {
    const provider = yield* IdentityProvider
    return handlers.handleAll({
      test: () =>
        provider.test.pipe(
          Effect.map(({ email, expiresAt, messagesTotal, scopes }) => ({
            email,
            messages_total: messagesTotal,
            scopes,
            expires_at: expiresAt,
          })),
          Effect.mapError((error) => workFailed(error.message)),
        ),
    })
  }),
)
