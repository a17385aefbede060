import * as HttpApi from "effect/http-api/HttpApi"
import * as OpenApi from "effect/http-api/OpenApi"
import { AttendingAdminGroup, AttendingGroup } from "./attending.ts"
import { CatalogGroup } from "./catalog.ts"
import { CollectingGroup } from "./collecting.ts"
import { FiltersGroup } from "./filters.ts"
import { HealthGroup } from "./health.ts"
import { ImagesGroup } from "./images.ts"
import { KeysGroup } from "./keys.ts"
import { ListeningGroup } from "./listening.ts"
import { describeWire } from "./query.ts"
import { RunningGroup } from "./running.ts"
import { SyncsGroup } from "./syncs.ts"
import { WatchingGroup } from "./watching.ts"

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
  .add(SyncsGroup)
  .add(KeysGroup)
  .annotateMerge(
    OpenApi.annotations({
      title: "Daybook",
      version: "1",
      description:
        "A person's activity data. Every endpoint but those of health and images needs `Authorization: Bearer <key>`.",
      transform: describeWire,
    }),
  ) {}
