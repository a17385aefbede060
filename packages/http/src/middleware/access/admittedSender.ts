import { mayRead, maySave, maySubmit } from "@daybook/access"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Caller } from "./caller.ts"
import { credentialScope } from "./credential.ts"

const refusal = (status: number, error: string) => ({ status, error })

/** The scope of a key with requests left. The gate has looked it up. */
const scopeOfCaller = (where: string) =>
  Effect.gen(function* () {
    const { allowance, caller } = yield* Caller
    if (!allowance.allowed)
      return yield* Effect.fail(refusal(429, "Too many requests: wait for the seconds in Retry-After"))
    if (Option.isNone(caller))
      return yield* Effect.fail(refusal(401, `Unauthorized: ${where} must be a key of Daybook`))
    return credentialScope(caller.value)
  })

/** Admits a key that may send. `where` says what of the client must be a key of Daybook. */
export const admittedSender = (where: string) =>
  Effect.flatMap(scopeOfCaller(where), (scope) =>
    maySubmit(scope)
      ? Effect.void
      : Effect.fail(refusal(403, "This key may not send: make one with the scope submit")),
  )

/** Admits a key that may read, of a client that also sends. */
export const admittedReader = (where: string) =>
  Effect.flatMap(scopeOfCaller(where), (scope) =>
    mayRead(scope)
      ? Effect.void
      : Effect.fail(refusal(403, "This key may not read: to send and read, use one with the scope admin")),
  )

/** Admits a key that may save pages. */
export const admittedSaver = (where: string) =>
  Effect.flatMap(scopeOfCaller(where), (scope) =>
    maySave(scope)
      ? Effect.void
      : Effect.fail(refusal(403, "This key may not save pages: make one with the scope save")),
  )
