import { attending } from "@daybook/attending"
import { AttendingAdminGroup, AttendingGroup } from "./group.ts"
import { Review } from "./review.ts"
import * as Layer from "effect/Layer"
import { AttendingCalendarsGroup } from "./calendars/group.ts"
import * as CalendarHandlers from "./calendars/handlers.ts"
import * as Handlers from "./handlers.ts"
import { domainRoutes, partOfActivity } from "../forRoutes.ts"

/** The routes of attending. */
export const attendingRoutes = domainRoutes({
  domain: attending,
  api: partOfActivity(AttendingGroup, AttendingAdminGroup, AttendingCalendarsGroup),
  handlers: Layer.merge(Handlers.layer, CalendarHandlers.layer),
  review: Review,
})
