import { isLocalDate } from "@daybook/kernel"
import { emptyDraft, type EventDraft } from "./eventDraft.ts"
import type { RawData } from "../model.ts"
import { member, textOf } from "./rawJson.ts"

/**
 * Reads an entry of Google Calendar (https://developers.google.com/calendar/api/v3/reference/events). An all-day entry
 * has a `date`; any other a `dateTime` in the calendar's offset, which may differ from the venue's.
 */
export const draftFromCalendar = (raw: RawData): EventDraft => {
  const day = textOf(member(raw["start"], "date"))
  return {
    ...emptyDraft,
    title: textOf(raw["summary"]),
    day: isLocalDate(day) ? day : "",
    time: textOf(member(raw["start"], "dateTime")),
    timeZone: textOf(member(raw["start"], "timeZone")),
    place: textOf(raw["location"]),
    notes: textOf(raw["status"]) === "cancelled" ? ["the calendar entry was cancelled"] : [],
  }
}
