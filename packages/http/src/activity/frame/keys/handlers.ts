import { type ApiKey, KeyId, Keys } from "@daybook/access"
import { resolveInstant } from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { CreatedKey, KeyRecords, KeysGroup } from "./group.ts"
import { badRequest, handlersOf, orNotFound, paged, refused } from "../../forRoutes.ts"

export const layer = (settings: { readonly rateLimit: number }) => {
  const limited = (record: ApiKey) => ({ ...record, rateLimit: record.rateLimit ?? settings.rateLimit })

  return handlersOf(KeysGroup, function* (handlers) {
    const keys = yield* Keys
    const zone = yield* DateTime.CurrentTimeZone

    /** The expiry of a new key, which must be in the future. */
    const expiryOf = Effect.fnUntraced(function* (text: string | undefined) {
      if (text === undefined) return undefined
      const expiresAt = yield* refused(Effect.fromResult(resolveInstant("expires_at", text, zone)))
      if (expiresAt > (yield* Clock.currentTimeMillis)) return expiresAt
      return yield* Effect.fail(badRequest("expires_at: must be in the future"))
    })

    return handlers.handleAll({
      create: Effect.fnUntraced(function* ({ payload }) {
        const expiresAt = yield* expiryOf(payload.expires_at)
        const { key, record } = yield* refused(
          keys.create({
            name: payload.name,
            scope: payload.scope,
            rateLimit: payload.rate_limit,
            expiresAt,
          }),
        )
        return CreatedKey.of({ ...limited(record), key: Redacted.value(key) })
      }),

      list: ({ query }) => Effect.map(paged(query, keys.list, limited), KeyRecords.of),

      revoke: ({ params }) => orNotFound(keys.revoke(KeyId.make(params.id)), `There is no key ${params.id}`),
    })
  })
}
