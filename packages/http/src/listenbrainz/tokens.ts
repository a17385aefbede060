import { mayRead, maySubmit } from "@daybook/access"
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

/** Keys that may read, and keys that may send. ListenBrainz refuses a token without the right to send with a 401. */
export const layer = Layer.mergeAll(
  Layer.succeed(
    OwnersToken,
    OwnersToken.of({
      token: (answer) =>
        Effect.gen(function* () {
          if ((yield* scopeOfCaller) !== "admin") {
            return yield* forbidden("Only a key with the scope admin may remove listens")
          }
          return yield* answer
        }),
    }),
  ),
  Layer.succeed(
    ReadersToken,
    ReadersToken.of({
      token: (answer) =>
        Effect.gen(function* () {
          if (!mayRead(yield* scopeOfCaller)) {
            return yield* forbidden("This key may send listens and nothing else")
          }
          return yield* answer
        }),
    }),
  ),
  Layer.succeed(
    SubmitKey,
    SubmitKey.of({
      token: (answer) =>
        Effect.gen(function* () {
          if (!maySubmit(yield* scopeOfCaller)) {
            return yield* unauthorized("This key may not send: make one with the scope submit")
          }
          return yield* answer
        }),
    }),
  ),
)
