import "./attending.css"
import type { ComponentChildren } from "preact"
import { fullDay, number } from "../../format.ts"
import { messages } from "../../messages.ts"
import { Endless } from "../../parts/lists/infiniteList.tsx"
import { Facts } from "../../parts/facts.tsx"
import { EmptyState } from "../../parts/notices/states.tsx"
import { Title } from "../../parts/title.tsx"
import { type AttendedEvent, EventLines, yearOfEvent } from "./eventLine.tsx"

const { attending } = messages

interface Seen {
  readonly name: string
  readonly times_seen: number
  readonly first_seen: string
  readonly last_seen: string
}

const day = (text: string) => (text === "" ? "" : fullDay(text))

/** A venue, performer, player or team: how often and when it was seen, and all its events. */
export const SeenItemView = ({
  children,
  correct,
  facts = [],
  lead,
  narrowed,
  one,
}: {
  readonly one: Seen
  /** The edit of it, if it can be edited. */
  readonly correct?: ComponentChildren
  readonly lead?: ComponentChildren
  readonly facts?: ReadonlyArray<readonly [name: string, value: ComponentChildren]>
  /** The part of a query that selects its events: `venue_id=3`. */
  readonly narrowed: string
  readonly children?: ComponentChildren
}) => (
  <>
    <Title title={one.name} lead={lead}>
      {correct}
    </Title>
    <Facts
      facts={[
        [attending.timesSeen, number(one.times_seen)],
        ...facts,
        [attending.first, day(one.first_seen)],
        [attending.last, day(one.last_seen)],
      ]}
    />
    {children}
    <section>
      <h2>{attending.events}</h2>
      <Endless<AttendedEvent>
        path={`/v1/attending/events?${narrowed}`}
        empty={<EmptyState title={attending.none} />}
        groupOf={yearOfEvent}
        headingOf={(year) => year}
      >
        {(events) => <EventLines events={events} />}
      </Endless>
    </section>
  </>
)
