import { describeDomain } from "@daybook/kernel"
import type { NotConfigured, SourceError } from "@daybook/kernel"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

/** The account that the owner has linked, as its provider describes it. */
export interface LinkedAccount {
  readonly email: string
  /** The number of messages in its mailbox. */
  readonly messagesTotal: number
  /** The granted scopes, which may be fewer than were requested, in no particular order. */
  readonly scopes: ReadonlyArray<string>
  /** The end of this test's access, in Unix seconds. */
  readonly expiresAt: number
}

/** The provider of access to the owner's mail and calendar. */
export class IdentityProvider extends Context.Service<
  IdentityProvider,
  {
    /**
     * Always requests new access, and with it the account's mail address. The error states what to do, and never holds a
     * token.
     */
    readonly test: Effect.Effect<LinkedAccount, SourceError | NotConfigured>
  }
>()("daybook/access/IdentityProvider") {}

/** The link to the identity provider as hosts see it: nothing of it is stored. */
export const identity = describeDomain({ name: "identity", dataVersions: [] })
