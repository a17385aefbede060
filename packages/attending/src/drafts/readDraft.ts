import { isLocalDate } from "@daybook/kernel"
import type { RawData, SourceRow } from "../model.ts"
import { draftFromCalendar } from "./draftFromCalendar.ts"
import { draftFromMail } from "./draftFromMail.ts"
import { emptyDraft, type EventDraft } from "./eventDraft.ts"
import { listOf, nameOf, textOf } from "./rawJson.ts"

/** Reads a manual row, which has the fields of a promotion. */
const draftFromManualRow = (raw: RawData): EventDraft => {
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

/** Reads the event that a source row describes. */
export const readDraft = ({ rawData, sourceType }: Pick<SourceRow, "sourceType" | "rawData">): EventDraft => {
  switch (sourceType) {
    case "calendar":
      return draftFromCalendar(rawData)
    case "mail":
      return draftFromMail(rawData)
    case "manual":
      return draftFromManualRow(rawData)
  }
}
