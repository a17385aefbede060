import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { Calendar } from "../../../feeds/documents.ts"
import { InvalidRequest, KeyRequired } from "../../forRoutes.ts"

export class AttendingCalendarsGroup extends HttpApiGroup.make("attendingCalendars")
  .add(
    HttpApiEndpoint.get("events", "/v1/attending/events.ics", { success: Calendar }).annotateMerge(
      OpenApi.annotations({
        summary: "Events that were attended, as a calendar",
        description: "iCalendar, up to today. Events have no end, since it is unknown.",
      }),
    ),
  )
  .add(
    HttpApiEndpoint.get("upcoming", "/v1/attending/upcoming.ics", { success: Calendar }).annotateMerge(
      OpenApi.annotations({
        summary: "Events that are coming, as a calendar",
        description: "iCalendar, from the beginning of today.",
      }),
    ),
  )
  .middleware(InvalidRequest)
  .middleware(KeyRequired)
  .annotateMerge(OpenApi.annotations({ title: "Calendars of attending" })) {}
