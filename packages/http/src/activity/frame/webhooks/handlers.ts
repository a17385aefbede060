import {
  type DataVersions,
  DeliveryId,
  type DomainServices,
  eventsOf,
  inOneList,
  makeWebhook,
  pageIn,
  type SyncRuns,
  WebhookId,
  WebhookSender,
  WebhookStore,
} from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { handlersOf, notConfigured, notFound, pageOf, refused } from "../../forRoutes.ts"
import { eventData } from "../../journal/wire.ts"
import type { DomainRoutes } from "../../routes.ts"
import {
  CreatedWebhook,
  DeliveryRecord,
  DeliveryRecords,
  EventTypes,
  WebhookRecord,
  WebhookRecords,
  WebhooksGroup,
} from "./group.ts"

const noWebhook = (id: number) => notFound(`There is no webhook ${id}`)

/** The handlers of webhooks, which receive the events of these domains. */
export const layer = <Routes extends DomainRoutes>(domains: ReadonlyArray<Routes["domain"]>) => {
  const sources = eventsOf(inOneList(domains), eventData)
  return handlersOf(WebhooksGroup, function* (handlers) {
    const sender = yield* WebhookSender
    const store = yield* WebhookStore
    const services = yield* Effect.context<
      DataVersions | DomainServices<Routes["domain"]> | SyncRuns | WebhookStore
    >()

    return handlers.handleAll({
      create: Effect.fnUntraced(function* ({ payload }) {
        if (sender === undefined) return yield* Effect.fail(notConfigured("This host sends no webhooks"))
        const { secret, webhook } = yield* refused(
          Effect.provideContext(makeWebhook(sender, sources, payload), services),
        )
        return CreatedWebhook.of({ ...webhook, secret: secret === undefined ? "" : Redacted.value(secret) })
      }),

      list: Effect.fnUntraced(function* ({ query }) {
        const page = pageOf(query)
        return WebhookRecords.of({ ...page, ...pageIn(yield* store.list, page) })
      }),

      types: ({ query }) => {
        const page = pageOf(query)
        const types = sources.map(({ late, type }) => ({ type, domain: late?.domain ?? "" }))
        return Effect.succeed(EventTypes.of({ ...page, ...pageIn(types, page) }))
      },

      switch: Effect.fnUntraced(function* ({ params, payload }) {
        const offAt = payload.off ? yield* Clock.currentTimeMillis : undefined
        const switched = yield* store.switchTo(WebhookId.make(params.id), offAt)
        if (Option.isSome(switched)) return WebhookRecord.of(switched.value)
        return yield* Effect.fail(noWebhook(params.id))
      }),

      remove: Effect.fnUntraced(function* ({ params }) {
        if (!(yield* store.remove(WebhookId.make(params.id)))) return yield* Effect.fail(noWebhook(params.id))
      }),

      deliveries: Effect.fnUntraced(function* ({ params, query }) {
        const page = pageOf(query)
        const found = yield* store.deliveries(WebhookId.make(params.id), page)
        if (found === undefined) return yield* Effect.fail(noWebhook(params.id))
        return DeliveryRecords.of({ ...page, ...found })
      }),

      retry: Effect.fnUntraced(function* ({ params }) {
        const now = yield* Clock.currentTimeMillis
        const again = yield* store.retry(WebhookId.make(params.id), DeliveryId.make(params.delivery), now)
        if (Option.isSome(again)) return DeliveryRecord.of(again.value)
        return yield* Effect.fail(notFound(`The webhook ${params.id} has no delivery ${params.delivery}`))
      }),
    })
  })
}
