import * as HttpApi from "effect/http-api/HttpApi"
import * as OpenApi from "effect/http-api/OpenApi"
import { type CommonAnswers, describeWire } from "../wire/definition.ts"
import { isReadable } from "../middleware/keyRequired.ts"
import { AttendingAdminGroup, AttendingGroup } from "./attending/group.ts"
import { CatalogGroup } from "./listening/catalog/group.ts"
import { CollectingGroup } from "./collecting/group.ts"
import { FiltersGroup } from "./listening/filters/group.ts"
import { HealthGroup } from "./health/group.ts"
import { ImagesGroup } from "./images/group.ts"
import { IdentityGroup } from "./identity/group.ts"
import { KeysGroup } from "./keys/group.ts"
import { ListeningGroup } from "./listening/group.ts"
import { PlacesGroup } from "./places/group.ts"
import { RunningGroup } from "./running/group.ts"
import { ReadingGroup } from "./reading/group.ts"
import { ReadingAdminGroup } from "./reading/admin/group.ts"
import { SyncsGroup } from "./syncs/group.ts"
import { WatchingGroup } from "./watching/group.ts"
import { WebhooksGroup } from "./webhook/group.ts"

const commonAnswers: CommonAnswers = {
  errorBody: (status) => ({
    type: "object",
    properties: { error: { type: "string" }, status: { type: "integer", const: status } },
    required: ["error", "status"],
  }),
  errors: {
    400: "The input is unfit; the message names the field and says what to send",
    401: "The key is missing, unknown, revoked or expired",
    403: "The key, or the secret, may not do this",
    404: "There is no such thing",
    405: "The path has other methods: those in Allow",
    408: "The request did not arrive in time",
    413: "The body is too large",
    417: "Expect says something else than 100-continue",
    429: "The limit is used up; Retry-After says when to come back",
    431: "The address and the headers are larger than 16 KiB together",
    500: "The work could not be done, and the message says why; or it failed inside, and is logged under X-Request-Id",
    503: "Storage is away, and Retry-After says when to come back; or it is not configured, and the message names the setting",
  },
  everywhere: [400, 408, 417, 431, 500, 503],
  cannot: (method, path, status) => status === 403 && isReadable(method.toUpperCase(), path),
  headers: [
    "X-RateLimit-Limit",
    "X-RateLimit-Remaining",
    "X-RateLimit-Reset",
    "X-Request-Id",
    "Cache-Control",
  ],
  conditional: true,
}

/** The activity API: what the server answers, the typed client asks, and `/v1/openapi.json` describes. */
export class ActivityApi extends HttpApi.make("activity")
  .add(HealthGroup)
  .add(ListeningGroup)
  .add(FiltersGroup)
  .add(CatalogGroup)
  .add(AttendingGroup)
  .add(AttendingAdminGroup)
  .add(CollectingGroup)
  .add(RunningGroup)
  .add(ImagesGroup)
  .add(WatchingGroup)
  .add(ReadingGroup)
  .add(ReadingAdminGroup)
  .add(PlacesGroup)
  .add(SyncsGroup)
  .add(IdentityGroup)
  .add(KeysGroup)
  .add(WebhooksGroup)
  .annotateMerge(
    OpenApi.annotations({
      title: "Daybook",
      version: "1",
      description:
        "A person's activity data. Every endpoint but those of health, images and webhooks needs `Authorization: Bearer <key>`.",
      transform: describeWire(commonAnswers),
    }),
  ) {}
