import { running } from "@daybook/running"
import { domainRoutes, partOfActivity } from "../routes.ts"
import { RunningGroup } from "./group.ts"
import * as Handlers from "./handlers.ts"

/** The routes of running. */
export const runningRoutes = domainRoutes({
  domain: running,
  api: partOfActivity(RunningGroup),
  handlers: Handlers.layer,
})
