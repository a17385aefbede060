import { MediaEvents } from "@daybook/http"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** Puts what a media server tells into the domain of watching. */
export const layer = Layer.succeed(MediaEvents, {
  record: () => Effect.die(new Error("the domain of watching is not joined yet")),
})
