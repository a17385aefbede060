import { running } from "@daybook/running"
import * as Handlers from "./handlers.ts"
import { domainRoutes } from "../forRoutes.ts"
import { runningDefinition } from "./definition.ts"
import { runningCounts } from "./counts.ts"
import { runningTools } from "./tools.ts"
import { runningHomes } from "./homes.ts"
import { runningYearPart } from "./yearPart.ts"

/** The routes of running. */
export const runningRoutes = domainRoutes({
  ...runningDefinition,
  domain: running,
  counts: runningCounts,
  tools: runningTools,
  yearPart: runningYearPart,
  homes: runningHomes,
  handlers: Handlers.layer,
})
