import { attending } from "@daybook/attending"
import { domainRoutes, partOfActivity } from "../routes.ts"
import { AttendingAdminGroup, AttendingGroup } from "./group.ts"
import * as Handlers from "./handlers.ts"

/** The routes of attending. */
export const attendingRoutes = domainRoutes({
  domain: attending,
  api: partOfActivity(AttendingGroup, AttendingAdminGroup),
  handlers: Handlers.layer,
})
