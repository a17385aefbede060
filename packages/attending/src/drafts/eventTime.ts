import { dayOf, type EpochMillis, InvalidInput, type LocalDate, resolveInstant } from "@daybook/kernel"
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import type { EventDraft } from "./eventDraft.ts"

/** When an event was: its day at the venue, and its start where it is told. */
export interface EventTime {
  readonly day: LocalDate
  readonly startsAt: EpochMillis | undefined
}

const offset = /(?:Z|[+\- ]\d{2}(?::?\d{2})?)$/i

const zoneNamed = (name: string): DateTime.TimeZone | undefined =>
  name === "" ? undefined : Option.getOrUndefined(DateTime.zoneMakeNamed(name))

/**
 * Reads when a draft's event was. A time without an offset is in the zone of the venue, else in that which its source
 * names, else in the person's. The day is the venue's; where nobody knows the venue's zone it is that of the time as it
 * is written.
 */
export const eventTime = (
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
            message: "event_date: neither the row nor the body tells a date; send YYYY-MM-DD",
          }),
        )
      : Result.succeed({ day, startsAt: undefined })
  }
  const zone = zoneNamed(venueZone) ?? zoneNamed(draft.timeZone)
  const instant = resolveInstant("event_datetime", time, zone ?? home)
  return Result.map(instant, (startsAt) => {
    if (day !== "") return { day, startsAt }
    if (!offset.test(time.slice(10))) return { day: time.slice(0, 10), startsAt }
    if (zone !== undefined) return { day: dayOf(startsAt, zone), startsAt }
    return { day: /z$/i.test(time) ? dayOf(startsAt, home) : time.slice(0, 10), startsAt }
  })
}
