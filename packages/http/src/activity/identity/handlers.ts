import { IdentityProvider } from "@daybook/access"
import * as Effect from "effect/Effect"
import { IdentityGroup, LinkedAccount } from "./group.ts"
import { handlersOf, workFailed } from "../forRoutes.ts"

export const layer = handlersOf(IdentityGroup, function* (handlers) {
  const provider = yield* IdentityProvider
  return handlers.handleAll({
    test: () =>
      provider.test.pipe(
        Effect.map(LinkedAccount.of),
        Effect.mapError((error) => workFailed(error.message)),
      ),
  })
})
