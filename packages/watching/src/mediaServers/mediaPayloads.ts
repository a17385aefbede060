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

/** A report of an add-on of Kodi. */
export interface KodiReport {
  readonly type: "report"
  /** `start`, `pause`, `resume`, `progress`, `stop`, `rating` or `watched`. */
  readonly event: string
  /** The film's title, or the show's. */
  readonly title: string
  /** What is to be stored; undefined if nothing is, as for a film that begins or stopped early. */
  readonly stored: MediaEvent | undefined
}

/** The forms in which add-ons of Kodi report: Scrob's events, Scrob's ratings, and Movary's watched films. */
export type KodiForm = "scrob" | "scrob rating" | "movary"

/** Reads the webhook payloads of media servers and of Kodi. Only an adapter knows their forms. */
export class MediaPayloads extends Context.Service<
  MediaPayloads,
  {
    /** The event in a payload, which is any JSON. An event without a time takes the time of arrival. */
    readonly read: (
      payload: unknown,
      arrivedAt: EpochMillis,
    ) => Result.Result<MediaEvent | IgnoredDelivery, InvalidDelivery>
    /** The report of an add-on of Kodi. It has no time: the time of arrival is its time. */
    readonly readKodi: (
      form: KodiForm,
      payload: unknown,
      arrivedAt: EpochMillis,
    ) => Result.Result<KodiReport | IgnoredDelivery, InvalidDelivery>
  }
>()("daybook/watching/MediaPayloads") {}
