import type { SourceError } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import type * as Upstream from "../upstream.ts"

/** The messages for responses whose obstacle is the account, not the call: https://docs.trakt.tv/docs/status-codes */
const accountTrouble = ({ headers, status }: Upstream.Answer): string | undefined => {
  if (status === 420) {
    const limit = /^\d{1,9}$/.exec(headers["x-account-limit"] ?? "")?.[0]
    const most = limit === undefined ? "its limit" : `its limit of ${limit} items`
    return `says that the account is over ${most} (420): free some space in its lists and collection, or upgrade to VIP at https://trakt.tv/vip`
  }
  if (status === 423)
    return "has locked or deactivated the account (423): ask Trakt's support at https://support.trakt.tv"
  if (status === 426) return "offers this to VIP accounts only (426): upgrade at https://trakt.tv/vip"
  return undefined
}

/**
 * Reads a JSON body like `upstream.json`. Responses whose obstacle is the account fail with a message for the user.
 */
export const readable =
  <S extends Schema.ConstraintDecoder<unknown>>(upstream: Upstream.Upstream, schema: S) =>
  (answer: Upstream.Answer): Effect.Effect<S["Type"], SourceError> => {
    const trouble = accountTrouble(answer)
    return trouble === undefined
      ? upstream.json(schema)(answer)
      : Effect.fail(upstream.failure("unauthorized", trouble))
  }
