import type { EpochMillis } from "@daybook/kernel"
import * as Context from "effect/Context"
import type * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { MediaEvent } from "./mediaEvent.ts"

/** A delivery that was understood and contains nothing to store. */
export interface IgnoredDelivery {
  readonly type: "ignored"
  /** The reason in words for the owner, such as `a track is neither a film nor an episode`. */
  readonly reason: string
}

/** A delivery that cannot be understood. The message names the field and never repeats its value. */
export class InvalidDelivery extends Schema.TaggedError<InvalidDelivery>()("InvalidDelivery", {
  message: Schema.String,
}) {}

/** Reads the webhook payloads of media servers. Only an adapter knows their forms. */
export class MediaPayloads extends Context.Service<
  MediaPayloads,
  {
    /** The event in a payload, which is any JSON. An event without a time takes the time of arrival. */
    readonly read: (
      payload: unknown,
      arrivedAt: EpochMillis,
    ) => Result.Result<MediaEvent | IgnoredDelivery, InvalidDelivery>
  }
>()("daybook/watching/MediaPayloads") {}
