import { dayOf, type EpochMillis, InvalidInput, LocalDate, resolveInstant } from "@daybook/kernel"
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import type { EventDraft } from "./eventDraft.ts"

/** The day of an event at its venue, and its start if known. */
export interface EventTime {
  readonly day: LocalDate
  readonly startsAt: EpochMillis | undefined
}

const offset = /(?:Z|[+\- ]\d{2}(?::?\d{2})?)$/i

const findZone = (name: string): DateTime.TimeZone | undefined =>
  name === "" ? undefined : Option.getOrUndefined(DateTime.zoneMakeNamed(name))

/**
 * Reads the day and start of a draft. A time without an offset is in the venue's zone, else in the draft's, else in the
 * owner's. The day is the venue's; if no zone is known it is the day as written.
 */
export const resolveEventTime = (
  draft: EventDraft,
  venueZone: string,
  home: DateTime.TimeZone,
): Result.Result<EventTime, InvalidInput> => {
  const { day, time } = draft
  if (time === "") {
    return day === ""
      ? Result.fail(
          new InvalidInput({
            field: "event_date",
            message: "event_date: neither the row nor the body has a date; send YYYY-MM-DD",
          }),
        )
      : Result.succeed({ day, startsAt: undefined })
  }
  const zone = findZone(venueZone) ?? findZone(draft.timeZone)
  const instant = resolveInstant("event_datetime", time, zone ?? home)
  return Result.map(instant, (startsAt) => {
    if (day !== "") return { day, startsAt }
    const dayWritten = LocalDate.make(time.slice(0, 10))
    if (!offset.test(time.slice(10))) return { day: dayWritten, startsAt }
    if (zone !== undefined) return { day: dayOf(startsAt, zone), startsAt }
    return { day: /z$/i.test(time) ? dayOf(startsAt, home) : dayWritten, startsAt }
  })
}
