import type { Entry } from "../../data/responses.ts"
import { fullDay, longDay, today } from "../../format.ts"
import { messages } from "../../messages.ts"
import { Endless } from "./infiniteList.tsx"
import { dayOfEntry, EntryLine } from "./entries.tsx"
import { NoMatches } from "./filters.tsx"
import { NothingYet } from "../notices/nothingYet.tsx"
import { EmptyState } from "../notices/states.tsx"

/** A day above what it has, with its year unless it is this one. */
export const dayHeading = (day: string): string =>
  day.slice(0, 4) === today().slice(0, 4) ? longDay(day) : fullDay(day)

/**
 * An endless feed, by days. `query` narrows it: `domains=reading&`. A single day has no headings: its view names the
 * day.
 */
export const FeedOf = ({
  ofOneDay = false,
  query,
}: {
  readonly query: string
  readonly ofOneDay?: boolean
}) => (
  <Endless<Entry>
    path={`/v1/feed${query === "" ? "" : `?${query.replace(/&$/, "")}`}`}
    groupOf={dayOfEntry}
    {...(ofOneDay ? {} : { headingOf: dayHeading, end: messages.feed.end })}
    empty={
      ofOneDay ? (
        <EmptyState title={messages.feed.nothingOnDay} />
      ) : query.includes("to=") ? (
        <NoMatches />
      ) : (
        <NothingYet />
      )
    }
  >
    {(entries) => (
      <ul class="entries">
        {entries.map((entry) => (
          <EntryLine key={`${entry.domain} ${entry.id}`} entry={entry} />
        ))}
      </ul>
    )}
  </Endless>
)
