import { mayRead, maySubmit, type Scope } from "@daybook/access"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { Caller } from "../middleware/access/caller.ts"
import { credentialScope } from "../middleware/access/credential.ts"
import { OwnersToken, ReadersToken, SubmitKey } from "./tokenKeys.ts"

const fail =
  <const Code extends number>(code: Code) =>
  (error: string) =>
    Effect.fail({ code, error })

const unauthorized = fail(401)
const forbidden = fail(403)

/** Admits a key with requests left. The gate has looked it up. */
const scopeOfCaller = Effect.gen(function* () {
  const { allowance, caller } = yield* Caller
  if (!allowance.allowed) {
    return yield* fail(429)("Too many requests: wait for the seconds in X-RateLimit-Reset-In")
  }
  if (Option.isNone(caller)) {
    return yield* unauthorized("The token is missing or invalid: send Authorization: Token and a key")
  }
  return credentialScope(caller.value)
})

/** Admits keys of scopes that may; the others get this refusal. */
const admitting = <F>(may: (scope: Scope) => boolean, refusal: Effect.Effect<never, F>) => ({
  token: <A, E, R>(answer: Effect.Effect<A, E, R>) =>
    Effect.flatMap(scopeOfCaller, (scope): Effect.Effect<A, E | F, R> => (may(scope) ? answer : refusal)),
})

/** Keys that may read, and keys that may send. ListenBrainz refuses a token without the right to send with a 401. */
export const layer = Layer.mergeAll(
  Layer.succeed(
    OwnersToken,
    OwnersToken.of(
      admitting(
        (scope) => scope === "admin",
        forbidden("Only a key with the scope admin may remove listens"),
      ),
    ),
  ),
  Layer.succeed(
    ReadersToken,
    ReadersToken.of(admitting(mayRead, forbidden("This key may send listens and nothing else"))),
  ),
  Layer.succeed(
    SubmitKey,
    SubmitKey.of(admitting(maySubmit, unauthorized("This key may not send: make one with the scope submit"))),
  ),
)
