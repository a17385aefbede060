import type { Allowance, ApiKey } from "@daybook/access"
import * as Context from "effect/Context"
import * as Option from "effect/Option"
import type { Route } from "./routeTable.ts"

/** A request as the gate knows it before its route runs. */
export interface CallerState {
  readonly requestId: string
  /** The route that it will take; undefined where there is none. */
  readonly route: Route | undefined
  /** The record of a valid key. */
  readonly caller: Option.Option<ApiKey>
  readonly allowance: Allowance
  /** True where it shows the secret of its webhook. */
  readonly showsSecret: boolean
  /** The versions of what is stored, read after the request came. */
  readonly versions: ReadonlyMap<string, number>
}

/** The request at hand, as the gate found it. Where no gate stands, nobody calls. */
export const Caller = Context.Reference<CallerState>("daybook/http/Caller", {
  defaultValue: () => ({
    requestId: "",
    route: undefined,
    caller: Option.none(),
    allowance: { allowed: true, limit: 0, remaining: 0, resetAt: 0, retryAfter: 1 },
    showsSecret: false,
    versions: new Map(),
  }),
})
