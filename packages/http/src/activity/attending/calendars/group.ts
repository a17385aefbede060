import { Calendar } from "../../../feeds/documents.ts"
import { Endpoint, keyedGroup } from "../../forRoutes.ts"

export class AttendingCalendarsGroup extends keyedGroup(
  "attendingCalendars",
  "Calendars of attending",
  Endpoint.get("events", "/v1/attending/events.ics", {
    success: Calendar,
    summary: "Attended events, as a calendar",
    description: "iCalendar, up to today. Events have no end, since it is unknown.",
  }),
  Endpoint.get("upcoming", "/v1/attending/upcoming.ics", {
    success: Calendar,
    summary: "Upcoming events, as a calendar",
    description: "iCalendar, from the beginning of today.",
  }),
) {}
