import { attending } from "@daybook/attending"
import { AttendingAdminGroup, AttendingGroup } from "./group.ts"
import { Review } from "./review.ts"
import * as Handlers from "./handlers.ts"
import { domainRoutes, partOfActivity } from "../forRoutes.ts"

/** The routes of attending. */
export const attendingRoutes = domainRoutes({
  domain: attending,
  api: partOfActivity(AttendingGroup, AttendingAdminGroup),
  handlers: Handlers.layer,
  review: Review,
})
