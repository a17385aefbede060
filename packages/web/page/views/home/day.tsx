import type { Entry, Today } from "../../data/responses.ts"
import { clock, firstHour, fullDay, localTime, weekdayOf } from "../../format.ts"
import { messages } from "../../messages.ts"
import { subtitleOf } from "../../parts/lists/entries.tsx"
import { Pictures } from "./pictures.tsx"

const { home } = messages

/** More images of one domain would hide the others; the strip shows all. */
const maxOfDomain = 4
/** The least hours of a mark: it can be seen and pointed at. */
const leastHours = 0.3
const hoursOfPlay = 3.5 / 60
/** The strip begins with the morning, or later if days do. */
const startsAt = Math.max(6, firstHour)
const endsAt = 24 + firstHour

const shownOf = (entries: ReadonlyArray<Entry>): ReadonlyArray<Entry> => {
  const byDomain = Object.values(Object.groupBy(entries, ({ domain }) => domain))
  return byDomain
    .flatMap((of = []) => of.toSorted((one, other) => other.count - one.count).slice(0, maxOfDomain))
    .sort((one, other) => Date.parse(one.at) - Date.parse(other.at))
}

const leadOf = (entry: Entry) =>
  [subtitleOf(entry), entry.count > 1 ? messages.plays(entry.count) : ""]
    .filter((part) => part !== "")
    .join(" · ")

/** The hour of an instant on the owner's clock: 7.5 is half past seven, and 25 the hour after midnight that ends a day. */
const hourOf = (at: string): number => {
  const [hours = 0, minutes = 0] = localTime(at).slice(11).split(":").map(Number)
  return hours + minutes / 60 + (hours < firstHour ? 24 : 0)
}

/** When things happened, from the morning to the day's end, at true scale. Those known by day only are not in it. */
export const Strip = ({
  entries,
}: {
  readonly entries: ReadonlyArray<Pick<Entry, "at" | "count" | "day_only" | "domain" | "id">>
}) => {
  const timed = entries.filter((entry) => !entry.day_only)
  if (timed.length === 0) return undefined
  const first = Math.min(startsAt, ...timed.map(({ at }) => hourOf(at)))
  const from = endsAt - Math.ceil((endsAt - first) / 3) * 3
  const share = (hours: number) => `${(100 * hours) / (endsAt - from)}%`
  const ticks = Array.from({ length: (endsAt - from) / 3 + 1 }, (_, at) => from + at * 3)
  const said = timed
    .slice(0, 12)
    .map(({ at, domain }) => home.at(messages.domain(domain), clock(at)))
    .join(", ")
  return (
    <>
      <div class="hours" role="img" aria-label={`${home.hours}: ${said}`}>
        {timed.map((entry) => {
          const hour = hourOf(entry.at)
          const length = Math.max(leastHours, entry.domain === "listening" ? entry.count * hoursOfPlay : 0)
          return (
            <i
              key={`${entry.domain} ${entry.id}`}
              class={`hue-${entry.domain}`}
              style={{ left: share(hour - from), width: share(Math.min(length, endsAt - hour)) }}
            />
          )
        })}
      </div>
      <div class="hours-scale quiet small" aria-hidden="true">
        {ticks.map((hour) => (
          <span key={hour}>{String(hour === 24 ? hour : (hour + 24) % 24).padStart(2, "0")}</span>
        ))}
      </div>
    </>
  )
}

/** The newest day with entries: its images in order, and its hours. */
export const DayInPictures = ({ data: { date, day, entries } }: { readonly data: Today }) => (
  <section>
    <header class="section">
      <h2>{day === date ? home.yourDay : home.yourLatestDay(fullDay(day))}</h2>
      <a class="small more-link" href={`timeline?date=${day}`}>
        {home.openDay(weekdayOf(day))}
      </a>
    </header>
    <Pictures entries={shownOf(entries)} leadOf={leadOf}>
      {({ at, day_only: dayOnly, domain }) => (dayOnly ? messages.domain(domain) : clock(at))}
    </Pictures>
    <Strip entries={entries} />
  </section>
)
