import { AttendingStore, type SourceRowId } from "@daybook/attending"
import { LocalDate } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

export const day = LocalDate.make("2024-05-06")

export const concert = {
  title: "The Paper Lanterns",
  event_date: day,
  location: "Lantern Hall",
  performers: ["The Paper Lanterns"],
}

export const entry = (summary: string, location = "", dateTime = `${day}T18:10:00-05:00`) => ({
  summary,
  location,
  start: { dateTime, timeZone: "America/Chicago" },
})

export const eventOf = Effect.fnUntraced(function* (id: SourceRowId) {
  const store = yield* AttendingStore
  const stored = Option.getOrThrow(yield* store.source(id))
  const event = yield* store.change((transaction) =>
    stored.eventId === undefined ? Effect.die("it is pending") : transaction.event(stored.eventId),
  )
  return Option.getOrThrow(event)
})
