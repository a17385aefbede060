import type { Entry, Today } from "../../data/responses.ts"
import { month as monthName } from "../../format.ts"
import { domains } from "../../items.ts"
import { messages } from "../../messages.ts"
import { Facts } from "../../parts/facts.tsx"
import { subtitleOf } from "../../parts/lists/entries.tsx"
import { Icon } from "../../parts/icon.tsx"
import { Time } from "../../parts/periods/time.tsx"
import { Pictures } from "./pictures.tsx"

const { frame, home } = messages

/** The newest items before the day. Nothing without any. */
export const Lately = ({ entries }: { readonly entries: ReadonlyArray<Entry> }) =>
  entries.length === 0 ? undefined : (
    <section>
      <header class="section">
        <h2>{home.lately}</h2>
        <a class="small more-link" href="timeline">
          {frame.timeline}
        </a>
      </header>
      <Pictures
        entries={entries}
        leadOf={({ at, day_only: dayOnly }) => <Time at={at} dayOnly={dayOnly} />}
      />
    </section>
  )

/** The month of the newest entry, for a return after a long time. */
export const Month = ({
  day,
  month,
}: {
  readonly day: string
  readonly month: NonNullable<Today["month"]>
}) => {
  const byDomain: Readonly<Record<string, number>> = month.by_domain
  return (
    <>
      <p class="actions">
        <a class="button button-main" href="settings/sources">
          <Icon name="link" />
          {home.keepGoing}
        </a>
        <a class="button" href="settings/imports">
          <Icon name="file" />
          {home.newerFiles}
        </a>
      </p>
      <p class="quiet small">{home.sinceThen}</p>
      <section>
        <header class="section">
          <h2>{home.leftOff(monthName(month.start))}</h2>
          <a class="small more-link" href={`timeline?to=${day}`}>
            {home.openMonth}
          </a>
        </header>
        <Pictures
          entries={month.best}
          leadOf={(entry) =>
            [subtitleOf(entry), entry.count > 1 ? messages.entriesOf(entry.domain, entry.count) : ""]
              .filter((part) => part !== "")
              .join(" · ")
          }
        />
      </section>
      <section class="card">
        <Facts
          facts={domains.map((domain) => [
            messages.domain(domain),
            (byDomain[domain] ?? 0) === 0 ? "" : messages.entriesOf(domain, byDomain[domain] ?? 0),
          ])}
        />
      </section>
    </>
  )
}
