import { formatInstant } from "@daybook/kernel"
import {
  type ItemRef,
  type MediaEvent,
  MediaPayloads,
  recordMediaEvent,
  type WatchingStore,
} from "@daybook/watching"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { WebhooksGroup } from "./group.ts"
import { readWebhookBody } from "./body.ts"
import { badRequest, handlersOf, makeRunDetached } from "../forRoutes.ts"

const nameOf = (item: ItemRef) =>
  item.kind === "film"
    ? `"${item.title}"${item.year === 0 ? "" : ` (${item.year})`}`
    : `"${item.show}", season ${item.season}, episode ${item.episode}`

const describe = (event: MediaEvent) => {
  if (event.type === "watched") return `${nameOf(event.item)} was watched at ${formatInstant(event.at)}`
  return event.rating === 0
    ? `the rating of ${nameOf(event.item)} was removed`
    : `${nameOf(event.item)} was rated ${event.rating} of 5`
}

export const layer = handlersOf(WebhooksGroup, function* (handlers) {
  const payloads = yield* MediaPayloads
  const carryOn = yield* makeRunDetached<WatchingStore>()

  return handlers.handleRaw(
    "mediaServer",
    Effect.fnUntraced(function* ({ request }) {
      const payload = yield* readWebhookBody(request)
      const arrivedAt = yield* Clock.currentTimeMillis
      const delivery = yield* Effect.mapError(
        Effect.fromResult(payloads.read(payload, arrivedAt)),
        ({ message }) => badRequest(message),
      )
      if (delivery.type === "ignored") return { success: true, message: `Ignored: ${delivery.reason}` }
      const isNew = yield* carryOn(recordMediaEvent(delivery))
      return {
        success: true,
        message: `${isNew ? "Stored" : "Nothing new, stored before"}: ${describe(delivery)}`,
      }
    }),
  )
})
