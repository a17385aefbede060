import type { SourceError } from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Semaphore from "effect/Semaphore"
import { LinkedAccounts, type LinkedAccount } from "./linkedAccounts.ts"

/** The access token of a linked account. */
export interface Access {
  readonly account: LinkedAccount
  readonly token: Redacted.Redacted
  /** True for a token of an earlier call, which the service may have revoked, if it can be renewed. */
  readonly isOld: boolean
}

/** Access to the account that is linked to a service. */
export interface LinkedAccess {
  /** The account as it is; none if none is linked. */
  readonly account: Effect.Effect<Option.Option<LinkedAccount>, SourceError>
  /** A valid token; none if no account is linked. */
  readonly current: Effect.Effect<Option.Option<Access>, SourceError>
  /** Has the next call renew the token, although it still lasts. */
  readonly forget: Effect.Effect<void>
}

// A token is renewed five minutes before its end: clocks differ, and a sync takes time.
const margin = 5 * 60_000

/** Access that is never renewed, or renewed by `renew`, which requests new tokens. */
export const make = Effect.fnUntraced(function* (
  service: string,
  renew?: (account: LinkedAccount) => Effect.Effect<LinkedAccount, SourceError>,
): Effect.fn.Return<LinkedAccess> {
  const accounts = yield* LinkedAccounts
  const turn = Semaphore.makeUnsafe(1)
  let revoked: string | undefined

  const access = (account: LinkedAccount, isOld: boolean): Access => ({
    account,
    token: Redacted.make(account.accessToken),
    isOld,
  })

  const lasts = (account: LinkedAccount, now: number) =>
    account.accessToken !== revoked && (account.expiresAt === undefined || now < account.expiresAt - margin)

  // The response may void the old tokens: nothing may come between it and its storing.
  const renewed = (account: LinkedAccount, ask: NonNullable<typeof renew>) =>
    Effect.uninterruptibleMask((restore) =>
      Effect.tap(restore(ask(account)), (fresh) => accounts.keep(service, fresh)),
    ).pipe(
      Effect.catchIf(
        ({ failure }) => failure === "unauthorized",
        (error) =>
          // Another server may have renewed it meanwhile: its tokens are the ones that count.
          Effect.flatMap(accounts.get(service), (stored) =>
            Option.isSome(stored) && stored.value.accessToken !== account.accessToken
              ? Effect.succeed(stored.value)
              : Effect.fail(error),
          ),
      ),
    )

  const current = Effect.gen(function* () {
    const stored = Option.getOrUndefined(yield* accounts.get(service))
    if (stored === undefined) return Option.none()
    if (renew === undefined || stored.refreshToken === undefined) return Option.some(access(stored, false))
    if (lasts(stored, yield* Clock.currentTimeMillis)) return Option.some(access(stored, true))
    return Option.some(access(yield* renewed(stored, renew), false))
  })

  return {
    account: accounts.get(service),
    current: turn.withPermits(1)(current),
    forget: Effect.flatMap(Effect.orElseSucceed(accounts.get(service), Option.none), (stored) =>
      Effect.sync(() => (revoked = Option.getOrUndefined(stored)?.accessToken)),
    ).pipe(Effect.asVoid),
  }
})
