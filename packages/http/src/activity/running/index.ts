import { running } from "@daybook/running"
import { RunningGroup } from "./group.ts"
import { Review } from "./review.ts"
import * as Handlers from "./handlers.ts"
import { domainRoutes, partOfActivity } from "../forRoutes.ts"

/** The routes of running. */
export const runningRoutes = domainRoutes({
  domain: running,
  api: partOfActivity(RunningGroup),
  handlers: Handlers.layer,
  review: Review,
})
