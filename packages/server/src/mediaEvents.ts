import { MediaEvents } from "@daybook/http"
import { recordMediaEvent, type WatchingStore } from "@daybook/watching"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** Puts what a media server tells into the domain of watching. */
export const layer = Layer.effect(
  MediaEvents,
  Effect.map(Effect.context<WatchingStore>(), (services) => ({
    record: (event) => Effect.provideContext(recordMediaEvent(event), services),
  })),
)
