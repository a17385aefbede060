import { Digest, type EpochMillis, randomHex } from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { type CreatedKey, Keys } from "./keys.ts"
import { SignInLinkStore } from "./ports.ts"

/** Milliseconds after which a sign-in link that no one opened is refused. */
export const signInLinkMillis = 15 * 60_000

/** A sign-in link's token, and its expiry. */
export interface CreatedSignInLink {
  readonly token: Redacted.Redacted
  readonly expiresAt: EpochMillis
}

/**
 * Makes and spends sign-in links: anyone who opens one is signed in once, without a key. Each has 128 random bits and is good for 15
 * minutes, on every server of a store. Only its digest is stored.
 */
export class SignInLinks extends Context.Service<
  SignInLinks,
  {
    readonly create: Effect.Effect<CreatedSignInLink>
    /** Spends a link and returns a new admin key for the browser that opened it; none if it is unknown, spent or too old. */
    readonly spend: (token: string) => Effect.Effect<Option.Option<CreatedKey>>
  }
>()("daybook/access/SignInLinks") {
  static readonly layer = Layer.effect(
    SignInLinks,
    Effect.gen(function* () {
      const store = yield* SignInLinkStore
      const keys = yield* Keys
      const hash = yield* Digest

      const create = Effect.gen(function* () {
        const token = randomHex(16)
        const now = yield* Clock.currentTimeMillis
        const expiresAt = now + signInLinkMillis
        yield* store.insert(hash(token), expiresAt, now)
        return { token: Redacted.make(token), expiresAt }
      }).pipe(Effect.withSpan("SignInLinks.create"))

      const spend = Effect.fn("SignInLinks.spend")(function* (token: string) {
        const isGood = yield* store.spend(hash(token), yield* Clock.currentTimeMillis)
        return isGood ? Option.some(yield* keys.createForBrowser) : Option.none()
      })

      return SignInLinks.of({ create, spend })
    }),
  )
}
