import type { EpochMillis } from "@daybook/kernel"
import * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { Admission, AtOnce, Instant, Unavailable, wireForm } from "../../forRoutes.ts"

export const Health = wireForm({ status: Schema.Literal("ok"), timestamp: Instant })

const encodeHealth = Schema.encodeSync(Schema.fromJsonString(Health))

/** Health at a moment. Its bytes depend on that moment alone, so the moment is its ETag. */
export const healthAt = (timestamp: EpochMillis): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.text(encodeHealth(Health.of({ status: "ok", timestamp })), {
    contentType: "application/json",
    headers: { etag: `"${timestamp}"` },
  })

export class HealthGroup extends HttpApiGroup.make("health")
  .add(
    HttpApiEndpoint.get("alive", "/v1/health", { success: Health })
      .annotate(Admission, "free")
      .annotate(AtOnce, healthAt)
      .annotateMerge(
        OpenApi.annotations({ summary: "Liveness", description: "The process runs; storage is not asked." }),
      ),
  )
  .add(
    HttpApiEndpoint.get("ready", "/v1/health/ready", { success: Health, error: Unavailable })
      .annotate(Admission, "free")
      .annotateMerge(
        OpenApi.annotations({
          summary: "Readiness",
          description:
            "Storage reads and writes, and set-once requests are stored and applied; a 503 names the part that does not answer.",
        }),
      ),
  )
  .annotateMerge(OpenApi.annotations({ title: "Health" })) {}
