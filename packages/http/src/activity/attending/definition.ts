import { AttendingCalendarsGroup } from "./calendars/group.ts"
import { AttendingAdminGroup, AttendingGroup } from "./group.ts"
import { Review } from "./review.ts"
import { definitionOf, partOfActivity } from "../definition.ts"

/** The definition of the routes of attending. */
export const attendingDefinition = definitionOf({
  domain: { name: "attending", journal: true, sync: {} },
  api: partOfActivity(AttendingGroup, AttendingAdminGroup, AttendingCalendarsGroup),
  review: Review,
})
