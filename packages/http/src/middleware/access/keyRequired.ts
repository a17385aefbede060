import { mayRead, maySave } from "@daybook/access"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { forbidden, tooManyRequests, unauthorized } from "../../wire/errors.ts"
import { KeyRequired } from "../../wire/middleware.ts"
import { Caller, type CallerState } from "./caller.ts"
import { credentialScope } from "./credential.ts"
import { isReadable, isSaving } from "./readKeyScope.ts"

/** Why a caller may not have an endpoint's response; undefined if they may. */
export const refusalOf = ({ allowance, caller }: CallerState, readable: boolean, saves = false) => {
  if (Option.isNone(caller)) return allowance.allowed ? unauthorized : tooManyRequests
  const scope = credentialScope(caller.value)
  const may = scope === "admin" || (saves ? maySave(scope) : readable && mayRead(scope))
  if (!may) return forbidden
  return allowance.allowed ? undefined : tooManyRequests
}

export const layer = Layer.succeed(
  KeyRequired,
  KeyRequired.of({
    // The gate has looked the key up already, since even a 404 has its caller's rate-limit headers.
    bearer: (endpointEffect, { endpoint }) =>
      Effect.gen(function* () {
        const refusal = refusalOf(
          yield* Caller,
          isReadable(endpoint.method, endpoint.path),
          isSaving(endpoint.path),
        )
        return yield* refusal === undefined ? endpointEffect : Effect.fail(refusal)
      }),
  }),
)
