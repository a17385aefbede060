import * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { Admission, BadRequest, InvalidRequest, PayloadTooLarge, RequestTimeout } from "../forRoutes.ts"
import { WebhookSecret } from "../../middleware/webhookSecret.ts"

const Payload = Schema.Record(Schema.String, Schema.Json)

export class WebhooksGroup extends HttpApiGroup.make("webhooks")
  .add(
    HttpApiEndpoint.post("mediaServer", "/v1/webhooks/media-server", {
      query: {
        secret: Schema.optionalKey(
          Schema.String.annotate({
            description: "The webhook's secret, where no header X-Webhook-Secret has it",
          }),
        ),
      },
      payload: [
        Schema.Struct({
          payload: Schema.optionalKey(Schema.String.annotate({ description: "Plex: its payload, as JSON" })),
          data: Schema.optionalKey(Schema.String.annotate({ description: "Emby: its payload, as JSON" })),
        }).pipe(HttpApiSchema.asMultipart()),
        Payload,
        Schema.String.annotate({ description: "Jellyfin: its payload, as JSON" }).pipe(
          HttpApiSchema.asText(),
        ),
      ],
      success: Schema.Struct({
        success: Schema.Boolean,
        message: Schema.String.annotate({ description: "What was stored, or why the delivery was ignored" }),
      }),
      error: [BadRequest, PayloadTooLarge, RequestTimeout],
    })
      .annotate(Admission, "webhook")
      .annotateMerge(
        OpenApi.annotations({
          summary: "Take a delivery of Plex, Jellyfin or Emby",
          description:
            "A film or an episode that was watched to its end is stored, and so is a rating; everything else is ignored. " +
            "Needs no key, but the secret of `MEDIA_SERVER_WEBHOOK_SECRET`. At most 10 MiB.",
        }),
      ),
  )
  .middleware(InvalidRequest)
  .middleware(WebhookSecret)
  .annotateMerge(OpenApi.annotations({ title: "Webhooks" })) {}
