import { SignInLinks } from "@daybook/access"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import { makePublicUrl } from "../../../middleware/publicUrl.ts"
import { handlersOf } from "../../forRoutes.ts"
import { CreatedLink, SignInLinksGroup } from "./group.ts"
import { signInUrl } from "./signInUrl.ts"

export const layer = handlersOf(SignInLinksGroup, function* (handlers) {
  const links = yield* SignInLinks
  const baseOf = yield* makePublicUrl
  return handlers.handleAll({
    create: Effect.fnUntraced(function* () {
      const { expiresAt, token } = yield* links.create
      const base = baseOf(yield* HttpServerRequest.HttpServerRequest)
      return CreatedLink.of({ url: signInUrl(base, Redacted.value(token)), expiresAt })
    }),
  })
})
