import * as HttpApi from "effect/http-api/HttpApi"
import * as OpenApi from "effect/http-api/OpenApi"
import { AttendingAdminGroup, AttendingGroup } from "./attending.ts"
import { CatalogGroup } from "./catalog.ts"
import { CollectingGroup } from "./collecting.ts"
import { FiltersGroup } from "./filters.ts"
import { HealthGroup } from "./health.ts"
import { ImagesGroup } from "./images.ts"
import { IdentityGroup } from "./identity.ts"
import { KeysGroup } from "./keys.ts"
import { ListeningGroup } from "./listening.ts"
import { PlacesGroup } from "./places.ts"
import { describeWire } from "./query.ts"
import { RunningGroup } from "./running.ts"
import { ReadingGroup } from "./reading.ts"
import { ReadingAdminGroup } from "./readingAdmin.ts"
import { SyncsGroup } from "./syncs.ts"
import { WatchingGroup } from "./watching.ts"
import { WebhooksGroup } from "./webhooks.ts"

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
      transform: describeWire,
    }),
  ) {}
