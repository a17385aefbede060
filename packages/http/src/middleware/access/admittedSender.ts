import { mayRead, maySave, maySubmit, type Scope } from "@daybook/access"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { tooManyRequests } from "../../wire/errors.ts"
import { Caller } from "./caller.ts"
import { credentialScope } from "./credential.ts"

const refusal = (status: number, error: string) => ({ status, error })

/**
 * Admits keys with such a scope and requests left; the gate has looked them up. `where` names the setting of the client
 * that must be a key of Daybook.
 */
const admittedIf = (may: (scope: Scope) => boolean, message: string) => (where: string) =>
  Effect.gen(function* () {
    const { allowance, caller } = yield* Caller
    if (!allowance.allowed) return yield* Effect.fail(tooManyRequests)
    if (Option.isNone(caller))
      return yield* Effect.fail(refusal(401, `Unauthorized: ${where} must be a key of Daybook`))
    if (!may(credentialScope(caller.value))) return yield* Effect.fail(refusal(403, message))
  })

/** Admits a key that may send. */
export const admittedSender = admittedIf(maySubmit, "This key may not send: make one with the scope submit")

/** Admits a key that may read, of a client that also sends. */
export const admittedReader = admittedIf(
  mayRead,
  "This key may not read: to send and read, use one with the scope admin",
)

/** Admits a key that may save pages. */
export const admittedSaver = admittedIf(maySave, "This key may not save pages: make one with the scope save")
