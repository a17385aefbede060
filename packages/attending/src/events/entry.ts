import type { Entry, WebUrl } from "@daybook/kernel"
import type { AttendedEvent, EventType } from "../model.ts"

const kindOf = (type: EventType): string =>
  type.endsWith("_game") ? "game" : type === "unknown" ? "event" : type

/** An attended event as an entry of the journal, on its day at the venue. */
export const eventEntry = (
  event: Pick<AttendedEvent, "id" | "title" | "type" | "day" | "startsAt"> & {
    /** "" if there is none. */
    readonly venueName: string
    readonly imageUrl: WebUrl
  },
): Entry => ({
  id: String(event.id),
  kind: kindOf(event.type),
  at: event.startsAt ?? Date.parse(`${event.day}T12:00:00Z`),
  day: event.day,
  dayOnly: event.startsAt === undefined,
  title: event.title,
  subtitle: event.venueName,
  url: "",
  imageUrl: event.imageUrl,
  item: { type: "event", id: String(event.id) },
  count: 1,
})
