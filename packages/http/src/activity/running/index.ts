import { running } from "@daybook/running"
import * as Layer from "effect/Layer"
import { StravaApi } from "../../strava/api.ts"
import * as Strava from "../../strava/handlers.ts"
import { strava } from "../../strava/protocol.ts"
import * as Handlers from "./handlers.ts"
import { domainRoutes } from "../forRoutes.ts"
import { runningDefinition } from "./definition.ts"
import { runningCounts } from "./counts.ts"
import { runningTools } from "./tools.ts"
import { runningHomes } from "./homes.ts"
import { runningYearPart } from "./yearPart.ts"

/** The routes of running, and the webhook of Strava. */
export const runningRoutes = domainRoutes({
  ...runningDefinition,
  domain: running,
  counts: runningCounts,
  tools: runningTools,
  yearPart: runningYearPart,
  homes: runningHomes,
  handlers: Layer.merge(Handlers.layer, Strava.layer),
  protocols: [{ protocol: strava, api: StravaApi }],
})
