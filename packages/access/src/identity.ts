import { describeDomain } from "@daybook/kernel"
import type { NotConfigured, SourceError } from "@daybook/kernel"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

/** The account that the person has linked, as its provider tells it of itself. */
export interface LinkedAccount {
  readonly email: string
  /** How many messages its mail holds. */
  readonly messagesTotal: number
  /** As granted: it may be fewer than were asked for, and their order says nothing. */
  readonly scopes: ReadonlyArray<string>
  /** Unix seconds: until when the access lasts that was given for this test. */
  readonly expiresAt: number
}

/** The provider that lets us into the person's mail and calendar. */
export class IdentityProvider extends Context.Service<
  IdentityProvider,
  {
    /**
     * Asks for new access, always, and for the account's mail with it. The error says what to do, and never holds a
     * token.
     */
    readonly test: Effect.Effect<LinkedAccount, SourceError | NotConfigured>
  }
>()("daybook/access/IdentityProvider") {}

/** The link to the identity provider as hosts see it: nothing of it is stored. */
export const identity = describeDomain({ name: "identity", dataVersions: [] })
