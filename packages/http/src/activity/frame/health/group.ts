import * as Schema from "effect/Schema"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { Admission, Endpoint, Instant, optional, Unavailable, wireForm } from "../../forRoutes.ts"

/** The path of the liveness check, of both APIs. */
export const alivePath = "/v1/health"

const health = { status: Schema.Literal("ok"), timestamp: Instant }

export const Health = wireForm(health)

export const ReadyHealth = wireForm({
  ...health,
  warnings: optional(Schema.Array(Schema.String), "Parts that are not configured, each with what to do"),
})

export class HealthGroup extends HttpApiGroup.make("health")
  .add(
    Endpoint.get("alive", alivePath, {
      success: Health,
      summary: "Liveness",
      description: "The process is running; storage is not checked.",
    }).annotate(Admission, "free"),
    Endpoint.get("ready", "/v1/health/ready", {
      success: ReadyHealth,
      error: Unavailable,
      summary: "Readiness",
      description:
        "Storage reads and writes, and set-once requests are stored and applied; a 503 names the failing part. " +
        "warnings list what is not configured, such as a model with missing files, and what to do.",
    }).annotate(Admission, "free"),
  )
  .annotate(OpenApi.Title, "Health") {}
