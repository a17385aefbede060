import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { Calendar } from "../../../feeds/documents.ts"
import { Endpoint, InvalidRequest, KeyRequired } from "../../forRoutes.ts"

export class AttendingCalendarsGroup extends HttpApiGroup.make("attendingCalendars")
  .add(
    Endpoint.get("events", "/v1/attending/events.ics", {
      success: Calendar,
      summary: "Events that were attended, as a calendar",
      description: "iCalendar, up to today. Events have no end, since it is unknown.",
    }),
    Endpoint.get("upcoming", "/v1/attending/upcoming.ics", {
      success: Calendar,
      summary: "Events that are coming, as a calendar",
      description: "iCalendar, from the beginning of today.",
    }),
  )
  .middleware(InvalidRequest)
  .middleware(KeyRequired)
  .annotateMerge(OpenApi.annotations({ title: "Calendars of attending" })) {}
