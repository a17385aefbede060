import type { EpochMillis, LocalDate } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import { fitForXml as withoutControls } from "../wire/xml.ts"

/** An event of a calendar. Unknown texts are "". */
export interface CalendarEvent {
  /** Stable, and its own among all calendars. */
  readonly key: string
  readonly title: string
  /** The day at the place. */
  readonly day: LocalDate
  /** Undefined if only the day is known. */
  readonly startsAt: EpochMillis | undefined
  readonly location: string
  readonly description: string
  readonly url: string
  readonly tag: string
}

/**
 * Events as an iCalendar document, by the library `ical-generator`: alive, and it folds and escapes as RFC 5545
 * requires. An entry's stamp is the time of the event, so that the same events are the same bytes. Loaded by the
 * first reader.
 */
export const calendarOf = Effect.fnUntraced(function* (name: string, events: ReadonlyArray<CalendarEvent>) {
  const { default: ical } = yield* Effect.promise(() => import("ical-generator"))
  const calendar = ical({ name, prodId: { company: "Daybook", product: "Daybook", language: "EN" } })
  for (const { day, description, key, location, startsAt, tag, title, url } of events) {
    const start = new Date(startsAt ?? `${day}T00:00:00Z`)
    calendar.createEvent({
      id: `${key}@daybook`,
      stamp: start,
      start,
      allDay: startsAt === undefined,
      summary: withoutControls(title),
      location: location === "" ? null : withoutControls(location),
      description: description === "" ? null : withoutControls(description),
      url,
      categories: [{ name: tag }],
    })
  }
  return calendar.toString()
})
