import * as Schema from "effect/Schema"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import { Endpoint, keyedGroup } from "../../forRoutes.ts"

const Events = Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/event-stream" }))

export class LiveGroup extends keyedGroup(
  "live",
  "Live",
  Endpoint.get("events", "/v1/live", {
    success: Events,
    summary: "Live",
    description:
      "Server-sent events: `now-playing`, the body of `/v1/listening/now-playing`, on connect and on every change; `changed`, " +
      "`{domain, version}`, when a domain's data has changed; a comment every 20 seconds. With `Last-Event-ID`, which a browser " +
      "sends automatically, the stream starts with missed events. A browser's EventSource can't send a key: use a share link.",
  }),
) {}
