import { shortDay } from "../../format.ts"
import { itemPath } from "../../items.ts"
import { messages } from "../../messages.ts"
import { type AttendedEvent, pictureOfEvent, scoreOf } from "./eventLine.tsx"

const { attending } = messages

const Card = ({ event, isComing }: { readonly event: AttendedEvent; readonly isComing: boolean }) => {
  const score = scoreOf(event)
  return (
    <li>
      <a
        class={`event-card ${isComing ? "event-card-coming" : ""}`}
        href={itemPath("attending", { type: "event", id: event.id }).slice(1)}
      >
        <img src={pictureOfEvent(event, "medium")} alt="" loading="lazy" />
        <span class="event-card-text">
          <time dateTime={event.event_date}>{shortDay(event.event_date)}</time>
          <b dir="auto">{event.title}</b>
          <span class="small" dir="auto">
            {[event.venue?.name ?? "", score === "" ? attending.type(event.event_type) : score]
              .filter((part) => part !== "")
              .join(" · ")}
          </span>
        </span>
      </a>
    </li>
  )
}

/** Events as small stubs; those to come are dashed. */
export const EventCards = ({
  events,
  isComing = false,
}: {
  readonly events: ReadonlyArray<AttendedEvent>
  readonly isComing?: boolean
}) => (
  <ul class="event-cards">
    {events.map((event) => (
      <Card key={event.id} event={event} isComing={isComing} />
    ))}
  </ul>
)
