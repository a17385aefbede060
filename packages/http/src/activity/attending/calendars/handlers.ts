import { AttendingStore, type EventQuery, type ListedEvent } from "@daybook/attending"
import { everything, itemsOfAllPages, startOfDay, today, untilToday, visibleOf } from "@daybook/kernel"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { CalendarEvent } from "../../../feeds/calendar.ts"
import { makeFeedAnswers } from "../../../feeds/wire.ts"
import { handlersOf } from "../../forRoutes.ts"
import { AttendingCalendarsGroup } from "./group.ts"

const inWords = (parts: ReadonlyArray<string | undefined>) =>
  parts.filter((part) => part !== undefined && part !== "").join(", ")

const eventAt =
  (base: string) =>
  ({ day, id, notes, startsAt, title, type, venue }: ListedEvent): CalendarEvent => ({
    key: `event-${id}`,
    title,
    day,
    startsAt,
    location: inWords([venue?.name, venue?.city]),
    description: notes,
    url: `${base}/attending/events/${id}`,
    tag: type,
  })

const atOnce = 500

/** Attended and upcoming events as calendars. */
export const layer = handlersOf(AttendingCalendarsGroup, function* (handlers) {
  const { lists } = yield* AttendingStore
  const services = yield* Effect.context<DateTime.CurrentTimeZone>()
  const answers = yield* makeFeedAnswers

  const eventsOf = Effect.fnUntraced(function* (query: EventQuery) {
    const events = yield* itemsOfAllPages(atOnce, (page) => lists.events(query, page))
    return yield* visibleOf("attending", events, ({ id }) => [{ type: "event", id }])
  })

  const calendar = (name: string, query: Effect.Effect<EventQuery, never, DateTime.CurrentTimeZone>) =>
    query.pipe(
      Effect.flatMap(eventsOf),
      Effect.provideContext(services),
      Effect.flatMap((events) => answers.calendar(name, ({ base }) => events.map(eventAt(base)))),
    )

  return handlers.handleAll({
    events: () =>
      calendar(
        "Events attended",
        Effect.map(untilToday(everything), (range) => ({ range, attended: true })),
      ),

    upcoming: () =>
      calendar(
        "Upcoming events",
        Effect.gen(function* () {
          const from = startOfDay(yield* today, yield* DateTime.CurrentTimeZone)
          return { range: { from, until: undefined }, attended: true, soonestFirst: true }
        }),
      ),
  })
})
