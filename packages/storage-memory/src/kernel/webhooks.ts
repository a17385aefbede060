import {
  type Delivery,
  DeliveryId,
  type EpochMillis,
  mostWebhooks,
  type NewDelivery,
  pageIn,
  type Webhook,
  WebhookId,
  WebhookStore,
} from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { raiseVersion, VersionCounts } from "./dataVersions.ts"

/** Webhooks and what they are told, in memory. */
export const layer = Layer.effect(
  WebhookStore,
  Effect.gen(function* () {
    const versions = yield* VersionCounts
    const webhooks = new Map<WebhookId, Webhook>()
    const deliveries = new Map<DeliveryId, Delivery>()
    let [webhookIds, deliveryIds] = [0, 0]

    const of = (id: WebhookId) => [...deliveries.values()].filter(({ webhookId }) => webhookId === id)
    const waitingFor = (id: WebhookId) => of(id).filter(({ status }) => status === "waiting")

    const store = (
      webhookId: WebhookId,
      events: ReadonlyArray<NewDelivery>,
      status: Delivery["status"],
      at: EpochMillis,
    ): number => {
      const has = new Set(of(webhookId).map(({ ref, type }) => `${type} ${ref}`))
      const fresh = events.filter(({ ref, type }) => !has.has(`${type} ${ref}`))
      for (const event of fresh) {
        const id = DeliveryId.make(++deliveryIds)
        const untried = { attempts: 0, triedAt: undefined, answer: 0, error: "" }
        deliveries.set(id, { ...event, id, webhookId, status, createdAt: at, dueAt: at, ...untried })
      }
      return fresh.length
    }

    const mayBeTried = (webhook: Webhook | undefined, now: EpochMillis): webhook is Webhook =>
      webhook !== undefined && webhook.offAt === undefined && (webhook.nextAt ?? now) <= now

    return WebhookStore.of({
      insert: (webhook, known) =>
        Effect.sync(() => {
          if (webhooks.size >= mostWebhooks) return undefined
          const id = WebhookId.make(++webhookIds)
          const untried = { toldAt: webhook.createdAt, offAt: undefined, failures: 0, nextAt: undefined }
          const stored = { ...webhook, id, ...untried }
          webhooks.set(id, stored)
          store(id, known, "known", webhook.createdAt)
          raiseVersion(versions, "webhooks")
          return stored
        }),
      list: Effect.sync(() => [...webhooks.values()]),
      switchTo: (id, offAt) =>
        Effect.sync(() => {
          const webhook = webhooks.get(id)
          if (webhook === undefined) return Option.none()
          const isOff = offAt !== undefined
          const switched = {
            ...webhook,
            offAt: isOff ? (webhook.offAt ?? offAt) : undefined,
            nextAt: undefined,
          }
          webhooks.set(id, switched)
          raiseVersion(versions, "webhooks")
          return Option.some(switched)
        }),
      remove: (id) =>
        Effect.sync(() => {
          if (!webhooks.delete(id)) return false
          for (const delivery of of(id)) deliveries.delete(delivery.id)
          raiseVersion(versions, "webhooks")
          return true
        }),
      tell: (id, toldAt, events, toldVersions) =>
        Effect.sync(() => {
          const webhook = webhooks.get(id)
          if (webhook === undefined || webhook.offAt !== undefined) return 0
          webhooks.set(id, {
            ...webhook,
            toldAt: Math.max(webhook.toldAt, toldAt),
            toldVersions: { ...webhook.toldVersions, ...toldVersions },
          })
          const stored = store(id, events, "waiting", toldAt)
          if (stored > 0) raiseVersion(versions, "webhooks")
          return stored
        }),
      due: (now) =>
        Effect.sync(() =>
          [...webhooks.values()]
            .filter((webhook) => mayBeTried(webhook, now) && waitingFor(webhook.id).length > 0)
            .map(({ id }) => id),
        ),
      next: (id, now) =>
        Effect.sync(() => {
          const webhook = webhooks.get(id)
          const [delivery] = waitingFor(id)
          return mayBeTried(webhook, now) && delivery !== undefined
            ? Option.some({ webhook, delivery })
            : Option.none()
        }),
      settle: ({ id, webhookId }, { answer, at, error }, verdict) =>
        Effect.sync(() => {
          const webhook = webhooks.get(webhookId)
          const delivery = deliveries.get(id)
          if (webhook === undefined || delivery === undefined) return
          const isTaken = verdict.kind === "delivered"
          webhooks.set(webhookId, {
            ...webhook,
            failures: isTaken ? 0 : webhook.failures + 1,
            nextAt: verdict.kind === "again" ? verdict.nextAt : undefined,
            offAt: verdict.kind === "off" ? at : webhook.offAt,
          })
          deliveries.set(id, {
            ...delivery,
            status: isTaken ? "delivered" : delivery.status,
            attempts: delivery.attempts + 1,
            triedAt: at,
            answer,
            error,
          })
          if (isTaken) return
          for (const waiting of waitingFor(webhookId)) {
            if (verdict.kind === "off" || waiting.dueAt <= verdict.setAside)
              deliveries.set(waiting.id, { ...waiting, status: "set aside" })
          }
        }),
      deliveries: (id, page) =>
        Effect.sync(() =>
          webhooks.has(id)
            ? pageIn(
                of(id)
                  .filter(({ status }) => status !== "known")
                  .toReversed(),
                page,
              )
            : undefined,
        ),
      retry: (webhookId, id, now) =>
        Effect.sync(() => {
          const webhook = webhooks.get(webhookId)
          const delivery = deliveries.get(id)
          if (webhook === undefined || delivery?.webhookId !== webhookId || delivery.status === "known") {
            return Option.none()
          }
          webhooks.set(webhookId, { ...webhook, offAt: undefined, nextAt: undefined })
          const again = { ...delivery, status: "waiting" as const, dueAt: now }
          deliveries.set(id, again)
          raiseVersion(versions, "webhooks")
          return Option.some(again)
        }),
      forget: (before) =>
        Effect.sync(() => {
          for (const { at, createdAt, dueAt, id, status } of deliveries.values()) {
            if (status !== "waiting" && Math.max(at, createdAt, dueAt) < before) deliveries.delete(id)
          }
        }),
    })
  }),
)
