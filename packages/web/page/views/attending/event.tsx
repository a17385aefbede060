import "./attending.css"
import type { Answer } from "../../data/responses.ts"
import { useRead } from "../../data/useRead.ts"
import { clock, fullDay, shortDay, today } from "../../format.ts"
import { itemPath } from "../../items.ts"
import { messages } from "../../messages.ts"
import { Columns } from "../../parts/charts/columns.tsx"
import { Correct } from "../../parts/edits/correct.tsx"
import { Shown } from "../../parts/notices/states.tsx"
import { Title } from "../../parts/title.tsx"
import { type Address, withQuery } from "../../router.tsx"
import { pictureOfEvent } from "./eventLine.tsx"
import { Players, Score } from "./game.tsx"
import { type Around, Setlists } from "./setlists.tsx"
import { Stub } from "./stub.tsx"
import { VenueMap } from "../../parts/map/venueMap.tsx"

const { attending } = messages

type Whole = Answer<"attending", "event">

const linkTo = (type: string, { id, name }: { readonly id: number; readonly name: string }) => (
  <a href={itemPath("attending", { type, id }).slice(1)}>{name}</a>
)

/** The parts of all tickets, each value once: several seats of one row are one row. */
const ticketFacts = (tickets: Whole["tickets"]) =>
  (["section", "row", "seat", "reservation"] as const).map((part) => ({
    name: attending.ticketParts[part],
    value: [...new Set(tickets.map((ticket) => ticket[part]))].filter((one) => one !== "").join(", "),
  }))

/** What the torn part says: which event it was, or why it is none. */
const saidOf = (event: Whole, place: number | undefined, isComing: boolean) => {
  if (place !== undefined) {
    return event.category === "music" || event.category === "arts"
      ? attending.nightOut(place)
      : attending.eventOut(place)
  }
  if (isComing) return event.tickets.length > 0 ? attending.haveTicket : attending.toCome
  return event.attended ? "" : attending.missed
}

const EventStub = ({ around, event }: { readonly event: Whole; readonly around: Around | undefined }) => {
  const isComing = event.event_date > today()
  const [, ...support] = event.performers
  return (
    <Stub
      id={event.id}
      picture={pictureOfEvent(event, "large")}
      isComing={isComing}
      number={around?.place === undefined ? "" : String(around.place).padStart(4, "0")}
      said={saidOf(event, around?.place, isComing)}
    >
      <div>
        <Title
          title={event.title}
          lead={
            <>
              {fullDay(event.event_date)}
              {event.event_datetime === "" ? "" : `, ${clock(event.event_datetime)}`} ·{" "}
              <a href={withQuery("/attending/events", { event_type: event.event_type }).slice(1)}>
                {attending.type(event.event_type)}
              </a>
            </>
          }
        >
          <Correct
            domain="attending"
            type="event"
            id={event.id}
            name={event.title}
            values={{
              ...event,
              venue: event.venue?.name ?? "",
              performers: event.performers.map(({ name }) => name),
            }}
          />
        </Title>
        {event.venue === undefined ? undefined : (
          <p class="stub-where">
            {linkTo("venue", event.venue)}
            {event.venue.city === "" ? "" : `, ${event.venue.city}`}
          </p>
        )}
      </div>
      <dl class="stub-facts">
        {ticketFacts(event.tickets).map(({ name, value }) =>
          value === "" ? undefined : (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
        )}
        {support.length === 0 ? undefined : (
          <div>
            <dt>{attending.support}</dt>
            <dd>{support.map(({ name }) => name).join(", ")}</dd>
          </div>
        )}
      </dl>
    </Stub>
  )
}

/** Who was on stage, how often they were seen, and how much they are played. */
const LineUp = ({ around, event }: { readonly event: Whole; readonly around: Around | undefined }) =>
  event.performers.length === 0 ? undefined : (
    <section class="card">
      <h2>{attending.lineUp}</h2>
      <ul class="line-up">
        {event.performers.map((performer) => {
          const known = around?.performers.find(({ id }) => id === performer.id)
          return (
            <li key={performer.id}>
              {linkTo("performer", performer)}
              <span class="quiet small">
                {[
                  known?.place === undefined ? "" : attending.timeSeen(known.place),
                  known === undefined || known.plays === 0 ? "" : attending.plays(known.plays),
                ]
                  .filter((part) => part !== "")
                  .join(" · ")}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )

/** The plays of the headliner, day by day around the event. */
const BeforeAndAfter = ({
  around,
  event,
}: {
  readonly event: Whole
  readonly around: Around | undefined
}) => {
  const [headliner] = event.performers
  const last = (around?.days.length ?? 0) - 1
  return around === undefined || headliner === undefined || last < 1 ? undefined : (
    <section class="card hue-listening">
      <h2>{attending.beforeAndAfter}</h2>
      <p class="quiet small">{attending.playsAround(headliner.name)}</p>
      <Columns
        label={attending.playsAround(headliner.name)}
        columns={around.days.map(({ date, plays }, at) => ({
          short:
            date === event.event_date
              ? attending.thatDay
              : at === 0 || (at === last && last > 20)
                ? shortDay(date)
                : "",
          said: `${shortDay(date)}: ${attending.plays(plays)}`,
          value: plays,
          isMarked: date === event.event_date,
        }))}
      />
    </section>
  )
}

const Where = ({ around, event }: { readonly event: Whole; readonly around: Around | undefined }) => {
  const { lat, lng, venue } = event
  if (venue === undefined) return undefined
  return (
    <section class="card event-where">
      <VenueMap
        venue={{
          id: venue.id,
          name: venue.name,
          ...(lat === undefined || lng === undefined ? {} : { lat, lng }),
        }}
      />
      <h2>{linkTo("venue", venue)}</h2>
      {around?.place_at_venue === undefined ? undefined : (
        <p class="quiet">{attending.timeHere(around.place_at_venue, around.first_at_venue.slice(0, 4))}</p>
      )}
    </section>
  )
}

/** An event: its stub, the score or the songs, the people, and the plays before and after. */
const EventView = ({ params }: Address) => {
  const path = `/v1/attending/events/${encodeURIComponent(params["id"] ?? "")}`
  const read = useRead<Whole>(path)
  const around = useRead<Around>(`${path}/around`).data
  return (
    <div class="hue-attending">
      <Shown path={path} read={read} lines={8}>
        {(event) => (
          <>
            <EventStub event={event} around={around} />
            <div class="columns event-parts">
              <div>
                <Score event={event} />
                <Setlists setlists={event.setlists} around={around} />
                <LineUp event={event} around={around} />
                {event.notes === "" ? undefined : (
                  <section class="card">
                    <h2>{attending.notes}</h2>
                    <p class="review">{event.notes}</p>
                  </section>
                )}
              </div>
              <div>
                <BeforeAndAfter event={event} around={around} />
                <Where event={event} around={around} />
              </div>
            </div>
            <Players event={event} />
          </>
        )}
      </Shown>
    </div>
  )
}

export default EventView
