import type { Answer } from "../../data/responses.ts"
import { shortMonth } from "../../format.ts"
import { itemPath } from "../../items.ts"
import { messages } from "../../messages.ts"
import { artOf, pictureOf, type Size } from "../../parts/lists/tile.tsx"

const { attending } = messages

export type AttendedEvent = Answer<"attending", "events">["data"][number]

/** The score, the home team's last, as its title has the teams; "" while a side's is unknown. */
export const scoreOf = ({ away_team: away, home_team: home }: AttendedEvent) =>
  away?.score === undefined || home?.score === undefined ? "" : `${away.score}–${home.score}`

/** The URL of an event's image, else of one that is drawn for its headliner. */
export const pictureOfEvent = (
  { image, performers, title }: Pick<AttendedEvent, "image" | "performers" | "title">,
  size: Size,
) => pictureOf(image, size, artOf("cover", performers[0]?.name ?? title))

const Line = ({ event }: { readonly event: AttendedEvent }) => (
  <li class="entry event-line">
    <a href={itemPath("attending", { type: "event", id: event.id }).slice(1)}>
      <time class="event-day" dateTime={event.event_date}>
        <b>{Number(event.event_date.slice(8))}</b>
        <span>{shortMonth(event.event_date)}</span>
      </time>
      <span class="entry-text">
        <span class="entry-title" dir="auto">
          {event.title}
        </span>
        <span class="quiet" dir="auto">
          {[event.venue?.name ?? "", event.venue?.city ?? ""].filter((part) => part !== "").join(" · ")}
        </span>
      </span>
      <span class="entry-when">
        <b>{scoreOf(event)}</b>
        <span>
          {event.attended ? "" : `${attending.missed} · `}
          {attending.type(event.event_type)}
        </span>
      </span>
    </a>
  </li>
)

/** Events as lines. */
export const EventLines = ({ events }: { readonly events: ReadonlyArray<AttendedEvent> }) => (
  <ul class="entries">
    {events.map((event) => (
      <Line key={event.id} event={event} />
    ))}
  </ul>
)

/** The year of an event, as the heading above its lines. */
export const yearOfEvent = ({ event_date: day }: AttendedEvent): string => day.slice(0, 4)
