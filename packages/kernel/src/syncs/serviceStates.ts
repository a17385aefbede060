import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { EpochMillis } from "../dates/calendar.ts"

/** How the calls of a third-party service went. */
export const ServiceState = Schema.Struct({
  /** The name of the service, such as `lastfm`. */
  service: Schema.String,
  /** The last successful call, to the minute. */
  succeededAt: Schema.UndefinedOr(EpochMillis),
  failedAt: Schema.UndefinedOr(EpochMillis),
  /** The reason of its last failure, for users; "" if it has never failed. */
  trouble: Schema.String,
})
export type ServiceState = typeof ServiceState.Type

/**
 * Records how calls of third-party services went, for owners who wonder why nothing arrives. The storage adapters
 * store it; without them nothing is recorded.
 */
export const ServiceStates = Context.Reference<{
  readonly succeeded: (service: string) => Effect.Effect<void>
  /** `trouble` reports the owner what happened and what to do, and never contains secrets. */
  readonly failed: (service: string, trouble: string) => Effect.Effect<void>
  /** By name. */
  readonly list: Effect.Effect<ReadonlyArray<ServiceState>>
}>("daybook/kernel/ServiceStates", {
  defaultValue: () => ({
    succeeded: () => Effect.void,
    failed: () => Effect.void,
    list: Effect.succeed([]),
  }),
})
