import { isLocalDate } from "@daybook/kernel"
import { calendarEntry } from "./calendarEntry.ts"
import { emptyDraft, type EventDraft } from "./eventDraft.ts"
import type { RawData, SourceRow } from "../model.ts"
import { listOf, nameOf, textOf } from "./rawJson.ts"
import { reservedEvent } from "./reservations.ts"

/** A row made by hand has the fields of a promotion. */
const handMade = (raw: RawData): EventDraft => {
  const day = textOf(raw["event_date"])
  return {
    ...emptyDraft,
    title: textOf(raw["title"]),
    day: isLocalDate(day) ? day : "",
    time: textOf(raw["event_datetime"]),
    place: textOf(raw["location"]),
    performers: listOf(raw["performers"])
      .map(nameOf)
      .filter((name) => name !== ""),
    notes: day === "" || isLocalDate(day) ? [] : [`"${day}" is not a calendar day`],
  }
}

/** Reads what a source row says of an event. */
export const draftOf = ({ rawData, sourceType }: Pick<SourceRow, "sourceType" | "rawData">): EventDraft => {
  switch (sourceType) {
    case "calendar":
      return calendarEntry(rawData)
    case "mail":
      return reservedEvent(rawData)
    case "manual":
      return handMade(rawData)
  }
}
