import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { EpochMillis } from "../dates/calendar.ts"
import type { Page, PageRequest } from "../page.ts"

export const WebhookId = Schema.Int.pipe(Schema.brand("WebhookId"))
export type WebhookId = typeof WebhookId.Type

/** The form of a webhook's messages: events as they are, or plays in the protocol of a service. */
export const WebhookForm = Schema.Literals(["events", "listenbrainz", "lastfm"])
export type WebhookForm = typeof WebhookForm.Type

/** A URL that receives new entries. */
export const Webhook = Schema.Struct({
  id: WebhookId,
  url: Schema.String,
  form: WebhookForm,
  /** The types of events that it receives, such as `film.watched`. */
  events: Schema.Array(Schema.String),
  /** The secret that signs its messages, or signs in at a service; sealed: a store never sees one. */
  sealedSecret: Schema.String,
  createdAt: EpochMillis,
  /** Everything stored by then has been sent. */
  toldAt: EpochMillis,
  /** By domain, the version of its data up to and including the last sent entries of any date. */
  toldVersions: Schema.Record(Schema.String, Schema.Int),
  /** From this instant on nothing is sent: its receiver said that it is gone, or the owner switched it off. */
  offAt: Schema.UndefinedOr(EpochMillis),
  /** Failed attempts since the last success. */
  failures: Schema.Int,
  /** Nothing is tried before this instant; undefined while its receiver takes what it is sent. */
  nextAt: Schema.UndefinedOr(EpochMillis),
})
export type Webhook = typeof Webhook.Type

/** A webhook to be stored. */
export type NewWebhook = Pick<
  Webhook,
  "url" | "form" | "events" | "sealedSecret" | "createdAt" | "toldVersions"
>

export const DeliveryId = Schema.Int.pipe(Schema.brand("DeliveryId"))
export type DeliveryId = typeof DeliveryId.Type

/** `known` is what was there before its webhook: it is never sent, and no list shows it. */
export const DeliveryStatus = Schema.Literals(["waiting", "delivered", "set aside", "known"])
export type DeliveryStatus = typeof DeliveryStatus.Type

/** An event for one webhook. */
export const Delivery = Schema.Struct({
  id: DeliveryId,
  webhookId: WebhookId,
  /** Names it to its receiver: the `webhook-id` of every attempt. */
  messageId: Schema.String,
  type: Schema.String,
  /** Equal for the same event of a type. */
  ref: Schema.String,
  at: EpochMillis,
  /** The body that is sent. */
  payload: Schema.String,
  status: DeliveryStatus,
  createdAt: EpochMillis,
  /** The three days of retries start here. */
  dueAt: EpochMillis,
  attempts: Schema.Int,
  triedAt: Schema.UndefinedOr(EpochMillis),
  /** The HTTP status of the last response; 0 without one. */
  answer: Schema.Int,
  /** Why the last attempt failed; "" if it did not. */
  error: Schema.String,
})
export type Delivery = typeof Delivery.Type

/** An event to send to a webhook, or already delivered. */
export type NewDelivery = Pick<Delivery, "messageId" | "type" | "ref" | "at" | "payload">

/** How an attempt went. */
export interface Attempt extends Pick<Delivery, "answer" | "error"> {
  readonly at: EpochMillis
  /** The time to wait for, where the receiver names one (`Retry-After`). */
  readonly waitMillis?: number | undefined
  /** True if the receiver will never take this one, and may take others. */
  readonly isRefused?: boolean | undefined
  /** True if it is not for this receiver: nothing was sent. */
  readonly isSkipped?: boolean | undefined
}

/** The consequence of an attempt. */
export type Verdict =
  | { readonly kind: "delivered" }
  /** Only this delivery fails. */
  | { readonly kind: "refused" }
  /** It becomes known: no list shows it. */
  | { readonly kind: "skipped" }
  /** It is retried. Everything due before `setAside` becomes failed. */
  | { readonly kind: "again"; readonly nextAt: EpochMillis; readonly setAside: EpochMillis }
  /** The receiver is gone: the webhook is off, and all that waits is set aside. */
  | { readonly kind: "off" }

/** The most webhooks of one store. */
export const maxWebhooks = 50

/**
 * The store of webhooks and their deliveries. Creating, switching and removing webhooks, and new pending deliveries,
 * raise the version of "webhooks". Storage failures are defects.
 */
export class WebhookStore extends Context.Service<
  WebhookStore,
  {
    /** Stores a webhook with the events it has already delivered; undefined if there are `maxWebhooks`. */
    readonly insert: (
      webhook: NewWebhook,
      known: ReadonlyArray<NewDelivery>,
    ) => Effect.Effect<Webhook | undefined>
    /** Oldest first. */
    readonly list: Effect.Effect<ReadonlyArray<Webhook>>
    /**
     * Switches a webhook off at an instant, unless it is off already; without an instant, on. Pending deliveries stay
     * pending, and entries stored meanwhile are sent once it is on again. None if the webhook does not exist.
     */
    readonly switchTo: (
      id: WebhookId,
      offAt: EpochMillis | undefined,
    ) => Effect.Effect<Option.Option<Webhook>>
    /** Removes a webhook with its deliveries; false if it does not exist. */
    readonly remove: (id: WebhookId) => Effect.Effect<boolean>
    /**
     * Queues events for a webhook, in their order, each once however often it arrives; `toldAt` is when they were
     * found, and `toldVersions` replaces the versions of some domains. Returns the number of new ones. A webhook that
     * is gone or off gets nothing.
     */
    readonly tell: (
      id: WebhookId,
      toldAt: EpochMillis,
      events: ReadonlyArray<NewDelivery>,
      toldVersions?: Webhook["toldVersions"],
    ) => Effect.Effect<number>
    /** The webhooks for which something waits that may be tried now. */
    readonly due: (now: EpochMillis) => Effect.Effect<ReadonlyArray<WebhookId>>
    /** The first that waits for a webhook which may be tried now. */
    readonly next: (
      id: WebhookId,
      now: EpochMillis,
    ) => Effect.Effect<Option.Option<{ readonly webhook: Webhook; readonly delivery: Delivery }>>
    /** Notes an attempt and what follows from it. */
    readonly settle: (delivery: Delivery, attempt: Attempt, verdict: Verdict) => Effect.Effect<void>
    /** Newest first, without events already delivered; undefined if the webhook does not exist. */
    readonly deliveries: (id: WebhookId, page: PageRequest) => Effect.Effect<Page<Delivery> | undefined>
    /**
     * Queues a delivery again, due at once and for three more days, and switches its webhook on. None if the delivery
     * does not exist.
     */
    readonly retry: (
      webhook: WebhookId,
      id: DeliveryId,
      now: EpochMillis,
    ) => Effect.Effect<Option.Option<Delivery>>
    /** Forgets deliveries of webhooks that are on: those that do not wait, and both were made and happened before an instant. */
    readonly forget: (before: EpochMillis) => Effect.Effect<void>
  }
>()("daybook/kernel/WebhookStore") {}

/** What the owner of an account at a service knows: a token, or what Last.fm requests. */
export interface RelayAccount {
  readonly token?: string | undefined
  readonly api_key?: string | undefined
  readonly api_secret?: string | undefined
  readonly username?: string | undefined
  readonly password?: string | undefined
}

/** Signs and sends messages by the rules of Standard Webhooks. */
export interface SendsWebhooks {
  /** Why this URL cannot receive events, for the user; undefined if it can. */
  readonly faultOf: (url: string) => string | undefined
  readonly seal: (secret: Redacted.Redacted) => Effect.Effect<string>
  /** The secret for sending plays to a service, from its owner's account data; fails with the reason. */
  readonly signIn: (
    form: Exclude<WebhookForm, "events">,
    url: string,
    account: RelayAccount,
  ) => Effect.Effect<Redacted.Redacted, string>
  /** One attempt; `answer` is 0 without a response. A response other than 2xx has an error, too. */
  readonly send: (
    webhook: Pick<Webhook, "form" | "sealedSecret" | "url">,
    message: Pick<Delivery, "messageId" | "payload">,
    at: EpochMillis,
  ) => Effect.Effect<Omit<Attempt, "at">>
}

/** The sender of a host; undefined if it sends no webhooks, and then none can be created. */
export const WebhookSender = Context.Reference<SendsWebhooks | undefined>("daybook/kernel/WebhookSender", {
  defaultValue: () => undefined,
})
