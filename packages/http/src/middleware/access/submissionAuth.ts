import { type ApiKey, Keys, maySubmit, RateLimiter } from "@daybook/access"
import { DataVersions } from "@daybook/kernel"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

/** Requests of a key in 60 seconds, unless the key has its own limit. */
export const DefaultRateLimit = Context.Reference<number>("daybook/http/DefaultRateLimit", {
  defaultValue: () => 60,
})

/** Why a key may not send: it may not, or not now. */
export type Refusal = "no key" | "no right" | "too many requests"

/** Admits keys that protocols show elsewhere than in a header, where the gate cannot see them. */
export const makeSubmissionAuth = Effect.gen(function* () {
  const keys = yield* Keys
  const dataVersions = yield* DataVersions
  const limiter = yield* RateLimiter
  const limit = yield* DefaultRateLimit

  /** The record of a valid key; the request does not count. The gate found no key, and so read no versions. */
  const find = (key: string) =>
    Effect.flatMap(dataVersions.current, (versions) =>
      keys.authenticate(key, versions.get("access") ?? Number.NaN),
    )

  /** Admits the key if its scope allows it, and counts the request as one of it. */
  const admit = Effect.fnUntraced(function* (found: Option.Option<ApiKey>, may = maySubmit) {
    if (Option.isNone(found)) return yield* Effect.fail<Refusal>("no key")
    const { id, rateLimit, scope } = found.value
    const { allowed } = yield* limiter.take(`key ${id}`, rateLimit ?? limit)
    if (!may(scope)) return yield* Effect.fail<Refusal>("no right")
    if (!allowed) return yield* Effect.fail<Refusal>("too many requests")
    return found.value
  })

  return { find, admit }
})
