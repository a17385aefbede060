import type { MediaEvent } from "@daybook/watching"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

/** Where the webhook puts what a media server tells. */
export class MediaEvents extends Context.Service<
  MediaEvents,
  {
    /** Stores an event, once however often it comes. Gives whether that changed anything. */
    readonly record: (event: MediaEvent) => Effect.Effect<boolean>
  }
>()("daybook/http/MediaEvents") {}
