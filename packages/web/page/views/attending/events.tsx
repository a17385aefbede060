import type { Answer } from "../../data/responses.ts"
import { askedBy, isOneOf, isText, isYear, pathWithQuery } from "../../data/queryString.ts"
import { useRead } from "../../data/useRead.ts"
import { messages } from "../../messages.ts"
import { Endless, firstPage, lengthOf } from "../../parts/lists/infiniteList.tsx"
import { Chosen, Filters, Find, NoMatches, Pick } from "../../parts/lists/filters.tsx"
import type { Address } from "../../router.tsx"
import { type AttendedEvent, EventLines, yearOfEvent } from "./eventLine.tsx"
import { AttendingHead } from "./head.tsx"

const { attending, filters } = messages

const isId = (text: string) => /^\d{1,9}$/.test(text)

const taken = {
  q: isText,
  category: isOneOf(Object.keys(attending.categoryNames)),
  event_type: isOneOf(Object.keys(attending.typeNames)),
  year: isYear,
  attended: isOneOf(["true", "false"]),
  venue_id: isId,
  team_id: isId,
  performer_id: isId,
  player_id: isId,
}

const named = (names: Readonly<Record<string, string>>) => [
  { value: "", label: filters.any },
  ...Object.entries(names).map(([value, label]) => ({ value, label })),
]

/** All events, attended, missed and to come: by words, kind, year, and who and where. */
const Events = ({ query }: Address) => {
  const path = pathWithQuery("/v1/attending/events", askedBy(query, taken))
  const read = useRead<Answer<"attending", "events">>(firstPage(path))
  const stats = useRead<Answer<"attending", "stats">>("/v1/attending/stats")
  return (
    <div class="hue-attending">
      <AttendingHead lead={lengthOf(read.data, attending.eventsOf)} />
      <Find label={attending.find} />
      <Filters names={Object.keys(taken).filter((name) => name !== "q")}>
        <Pick label={attending.categoryFilter} name="category" options={named(attending.categoryNames)} />
        <Pick label={attending.typeFilter} name="event_type" options={named(attending.typeNames)} />
        <Pick
          label={attending.year}
          name="year"
          options={[
            { value: "", label: filters.any },
            ...(stats.data?.by_year.map(({ year }) => ({ value: year, label: year })) ?? []),
          ]}
        />
        <Pick
          label={attending.attendance}
          name="attended"
          options={[
            { value: "", label: attending.attendances.all },
            { value: "true", label: attending.attendances.true },
            { value: "false", label: attending.attendances.false },
          ]}
        />
        <Chosen label={attending.ofVenue} name="venue_id" said={() => ""} />
        <Chosen label={attending.ofTeam} name="team_id" said={() => ""} />
        <Chosen label={attending.ofPerformer} name="performer_id" said={() => ""} />
        <Chosen label={attending.ofPlayer} name="player_id" said={() => ""} />
      </Filters>
      <Endless<AttendedEvent>
        path={path}
        empty={<NoMatches />}
        groupOf={yearOfEvent}
        headingOf={(year) => year}
      >
        {(events) => <EventLines events={events} />}
      </Endless>
    </div>
  )
}

export default Events
