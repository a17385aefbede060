import type { Allowance } from "@daybook/access"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Credential } from "./credential.ts"

/** A request as the gate knows it before its route runs. */
export interface CallerState {
  readonly requestId: string
  /** The record of a valid key, or of the share that opens this address. */
  readonly caller: Option.Option<Credential>
  /** True for an admin key, also in a session of the page, and for an assistant that the owner connected. */
  readonly isOwner: boolean
  /** Checks it again, for a long response: false once the key or the share is revoked or expired. */
  readonly isStillCaller: Effect.Effect<boolean>
  readonly allowance: Allowance
  /** True if it shows the secret of its webhook. */
  readonly showsSecret: boolean
  /** The versions of the stored data, read after the request arrived. */
  readonly versions: ReadonlyMap<string, number>
}

/** The current request, as the gate found it. Without a gate there is no caller. */
export const Caller = Context.Reference<CallerState>("daybook/http/Caller", {
  defaultValue: () => ({
    requestId: "",
    caller: Option.none(),
    isOwner: false,
    isStillCaller: Effect.succeed(false),
    allowance: { allowed: true, limit: 0, remaining: 0, resetAt: 0, retryAfter: 1 },
    showsSecret: false,
    versions: new Map(),
  }),
})
