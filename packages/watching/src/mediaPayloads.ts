import type { EpochMillis } from "@daybook/kernel"
import * as Context from "effect/Context"
import type * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { MediaEvent } from "./mediaEvent.ts"

/** A delivery that was understood and of which nothing is to be kept. */
export interface IgnoredDelivery {
  readonly type: "ignored"
  /** Why, in words for the person, such as `a track is neither a film nor an episode`. */
  readonly reason: string
}

/** A delivery that cannot be understood. The message names the field, and repeats nothing of its value. */
export class UnfitDelivery extends Schema.TaggedError<UnfitDelivery>()("UnfitDelivery", {
  message: Schema.String,
}) {}

/** Reads what media servers send to their webhooks; only an adapter knows the forms in which they do. */
export class MediaPayloads extends Context.Service<
  MediaPayloads,
  {
    /** What a payload, which is any JSON, tells. One that does not say when it happened happened on its arrival. */
    readonly read: (
      payload: unknown,
      arrivedAt: EpochMillis,
    ) => Result.Result<MediaEvent | IgnoredDelivery, UnfitDelivery>
  }
>()("daybook/watching/MediaPayloads") {}
