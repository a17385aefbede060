import { ClientDocuments, oauthError } from "@daybook/access"
import { makeGuardedFetch } from "@daybook/images-node"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"

const failed = (why: string) => oauthError("invalid_client", `The client's metadata document ${why}`)

/** Fetches metadata documents of clients: over HTTPS from public addresses, following no redirect. */
export const layer = Layer.effect(
  ClientDocuments,
  Effect.gen(function* () {
    const scope = yield* Effect.scope
    const guarded = yield* makeGuardedFetch({
      accept: "application/json",
      maxBytes: 16 * 1024,
      maxRedirects: 0,
      timeLimit: "5 seconds",
    }).pipe(Effect.provideService(Scope.Scope, scope), Effect.cached)
    return Effect.fn("ClientDocuments.fetch")(function* (url: string) {
      if (!url.startsWith("https://")) return yield* failed("must be at an https address")
      const { bytes } = yield* Effect.mapError((yield* guarded)(url), ({ message }) => failed(message))
      return new TextDecoder().decode(bytes)
    })
  }),
)
