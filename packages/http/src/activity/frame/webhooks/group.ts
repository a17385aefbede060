import { Delivery, type DeliveryStatus, longestWebhookUrl, Webhook } from "@daybook/kernel"
import * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import {
  BadRequest,
  Instant,
  InstantOrEmpty,
  InvalidRequest,
  JsonBody,
  KeyRequired,
  listOf,
  NotConfigured,
  NotFound,
  paging,
  RecordId,
  wireAs,
  wireForm,
} from "../../forRoutes.ts"

const WebhookRequest = Schema.Struct({
  url: Schema.String.annotate({
    description:
      "Where events are sent by POST, http or https; no private address unless WEBHOOKS_TO names it",
  }).check(
    Schema.isMaxLength(longestWebhookUrl, { message: `must have at most ${longestWebhookUrl} characters` }),
  ),
  events: Schema.Array(Schema.String).annotate({
    description: "Types such as play, film.watched or sync.failed; GET /v1/admin/webhooks/types lists all",
  }),
  secret: Schema.optionalKey(
    Schema.String.annotate({
      description: "whsec_ and 24 to 64 bytes in base64; without one a secret is made",
    }),
  ),
}).annotate({ examples: [{ url: "https://example.org/daybook", events: ["play", "film.watched"] }] })

const fields = {
  id: Webhook.fields.id,
  url: Webhook.fields.url,
  events: Webhook.fields.events,
  createdAt: Instant,
}

export const CreatedWebhook = wireForm({
  ...fields,
  secret: Schema.String.annotate({
    description: "The signing secret, shown only once; empty if the request set it",
  }),
})

export const WebhookRecord = wireForm({
  ...fields,
  offAt: InstantOrEmpty.annotate({
    description: "When it was disabled, manually or by a 410 response; empty while it is enabled",
  }),
  failures: Webhook.fields.failures.annotate({ description: "Attempts that have failed in a row" }),
  nextAt: InstantOrEmpty.annotate({
    description: "When the next attempt is made; empty unless the last one failed",
  }),
})

export const WebhookRecords = listOf(WebhookRecord)

export const EventTypes = listOf(
  wireForm({
    type: Schema.String.annotate({ description: "Its name, such as film.watched" }),
    domain: Schema.String.annotate({ description: "The domain that it is of; empty for one of all domains" }),
  }),
)

const SwitchRequest = Schema.Struct({
  off: Schema.Boolean.annotate({
    description: "true disables the webhook; false enables it and sends the events missed meanwhile",
    message: "must be true or false",
  }),
}).annotate({ examples: [{ off: true }] })

export const DeliveryRecord = wireForm(
  {
    id: Delivery.fields.id,
    messageId: Delivery.fields.messageId.annotate({ description: "The webhook-id of each attempt" }),
    type: Delivery.fields.type,
    status: wireAs(Schema.Literals(["waiting", "delivered", "set aside"]), (status: DeliveryStatus) =>
      // No list has what was known.
      status === "known" ? "delivered" : status,
    ),
    payload: Delivery.fields.payload.annotate({ description: "The body, as it is sent" }),
    createdAt: Instant,
    attempts: Delivery.fields.attempts,
    triedAt: InstantOrEmpty.annotate({ description: "The last attempt; empty before the first" }),
    answer: Delivery.fields.answer.annotate({
      description: "The last response status; 0 if there was no response",
    }),
    error: Delivery.fields.error.annotate({
      description: "Why the last attempt failed; empty unless it did",
    }),
  },
  { payload: "body" },
)

export const DeliveryRecords = listOf(DeliveryRecord)

const ofWebhook = { id: RecordId }

export class WebhooksGroup extends HttpApiGroup.make("outgoingWebhooks")
  .add(
    HttpApiEndpoint.post("create", "/v1/admin/webhooks", {
      payload: WebhookRequest,
      success: CreatedWebhook.pipe(HttpApiSchema.status(201)),
      error: [BadRequest, NotConfigured],
    })
      .middleware(JsonBody)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Make a webhook",
          description:
            "Each event of these types that is new from now on is sent as `{type, timestamp, data}`, signed by Standard " +
            "Webhooks (`webhook-id`, `webhook-timestamp`, `webhook-signature`): at least once, in order, for up to three " +
            "days. Anything stored more than a week after it happened is history and is not sent.",
        }),
      ),
  )
  .add(
    HttpApiEndpoint.get("list", "/v1/admin/webhooks", {
      query: paging,
      success: WebhookRecords,
    }).annotateMerge(OpenApi.annotations({ summary: "List webhooks, oldest first" })),
  )
  .add(
    HttpApiEndpoint.get("types", "/v1/admin/webhooks/types", {
      query: paging,
      success: EventTypes,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "List the event types that a webhook can receive",
        description: "This server's domains in order, then the types that cover all domains.",
      }),
    ),
  )
  .add(
    HttpApiEndpoint.patch("switch", "/v1/admin/webhooks/:id", {
      params: ofWebhook,
      payload: SwitchRequest,
      success: WebhookRecord,
      error: [BadRequest, NotFound],
    })
      .middleware(JsonBody)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Switch a webhook off or on",
          description: "Pending deliveries wait while it is disabled.",
        }),
      ),
  )
  .add(
    HttpApiEndpoint.delete("remove", "/v1/admin/webhooks/:id", {
      params: ofWebhook,
      success: HttpApiSchema.NoContent,
      error: [BadRequest, NotFound],
    }).annotateMerge(OpenApi.annotations({ summary: "Remove a webhook and its deliveries" })),
  )
  .add(
    HttpApiEndpoint.get("deliveries", "/v1/admin/webhooks/:id/deliveries", {
      params: ofWebhook,
      query: paging,
      success: DeliveryRecords,
      error: [BadRequest, NotFound],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "List a webhook's deliveries",
        description: "Newest first. Finished deliveries are retained for 30 days.",
      }),
    ),
  )
  .add(
    HttpApiEndpoint.post("retry", "/v1/admin/webhooks/:id/deliveries/:delivery/retry", {
      params: { ...ofWebhook, delivery: RecordId },
      success: DeliveryRecord,
      error: [BadRequest, NotFound],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Send a delivery again",
        description: "At once, and for three days more. A webhook that is off is switched on by it.",
      }),
    ),
  )
  .middleware(InvalidRequest)
  .middleware(KeyRequired)
  .annotateMerge(OpenApi.annotations({ title: "Webhooks that are sent" })) {}
