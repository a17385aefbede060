import { IdentityProvider } from "@daybook/access"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { IdentityGroup } from "./group.ts"
import { partOfActivity, workFailed } from "../forRoutes.ts"

export const layer = HttpApiBuilder.group(
  partOfActivity(IdentityGroup),
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
