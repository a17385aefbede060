import * as Schema from "effect/Schema"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import {
  Admission,
  Endpoint,
  InvalidRequest,
  optional,
  PayloadTooLarge,
  RequestTimeout,
} from "../forRoutes.ts"
import { WebhookSecret } from "../../wire/middleware.ts"

const Payload = Schema.Record(Schema.String, Schema.Json).annotate({
  examples: [
    {
      NotificationType: "PlaybackStop",
      ItemType: "Movie",
      Name: "Border of Vesterhavn",
      Year: 1977,
      PlayedToCompletion: true,
      NotificationUsername: "ida",
    },
  ],
})

export class WebhooksGroup extends HttpApiGroup.make("webhooks")
  .add(
    Endpoint.post("mediaServer", "/v1/webhooks/media-server", {
      query: {
        secret: optional(Schema.String, "The webhook's secret, unless the header X-Webhook-Secret has it"),
      },
      payload: [
        Schema.Struct({
          payload: optional(Schema.String, "The payload of Plex, as JSON"),
          data: optional(Schema.String, "The payload of Emby, as JSON"),
        }).pipe(HttpApiSchema.asMultipart()),
        Payload,
        Schema.String.annotate({ description: "The payload of Jellyfin, as JSON" }).pipe(
          HttpApiSchema.asText(),
        ),
      ],
      success: Schema.Struct({
        success: Schema.Boolean,
        message: Schema.String.annotate({
          description: "The watch or rating that was stored, or why the delivery was ignored",
        }),
      }),
      error: [PayloadTooLarge, RequestTimeout],
      summary: "Receive a delivery from Plex, Jellyfin or Emby",
      description:
        "Stores ratings, and films and episodes watched to the end; ignores everything else. Needs the secret of " +
        "`MEDIA_SERVER_WEBHOOK_SECRET` instead of a key. Takes at most 10 MiB.",
    }).annotate(Admission, "webhook"),
  )
  .middleware(InvalidRequest)
  .middleware(WebhookSecret)
  .annotateMerge(OpenApi.annotations({ title: "Webhooks" })) {}
