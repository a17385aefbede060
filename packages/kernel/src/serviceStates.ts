import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { EpochMillis } from "./calendar.ts"

/** How the calls of a third-party service went. */
export const ServiceState = Schema.Struct({
  /** The name of the service, such as `lastfm`. */
  service: Schema.String,
  /** The last call that it answered, to the minute. */
  succeededAt: Schema.UndefinedOr(EpochMillis),
  failedAt: Schema.UndefinedOr(EpochMillis),
  /** The reason of its last failure, for a person; "" while it never failed. */
  trouble: Schema.String,
})
export type ServiceState = typeof ServiceState.Type

/**
 * Notes how calls of third-party services go, for the person who wonders why nothing comes. The adapters of storage give
 * one that is kept; without them nothing is noted.
 */
export const ServiceStates = Context.Reference<{
  readonly succeeded: (service: string) => Effect.Effect<void>
  /** `trouble` tells the person what happened and what to do, and holds no secret. */
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
