import { IdentityProvider } from "@daybook/access"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { IdentityGroup, LinkedAccount } from "./group.ts"
import { partOfActivity, workFailed } from "../forRoutes.ts"

export const layer = HttpApiBuilder.group(
  partOfActivity(IdentityGroup),
  "identity",
  Effect.fn(function* (handlers) {
    const provider = yield* IdentityProvider
    return handlers.handleAll({
      test: () =>
        provider.test.pipe(
          Effect.map(LinkedAccount.of),
          Effect.mapError((error) => workFailed(error.message)),
        ),
    })
  }),
)
