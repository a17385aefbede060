import "../home/home.css"
import type { Answer } from "../../data/responses.ts"
import { useRead } from "../../data/useRead.ts"
import { clock, distance, firstWeekday, longDay, longWeekday, today } from "../../format.ts"
import { messages } from "../../messages.ts"
import { Strip } from "../home/day.tsx"

const { setUp } = messages

/** Before the first import, a day as it could be: it moves with the zone. */
const sampleOf = (day: string) =>
  Object.entries(setUp.sample).map(([domain, title], at) => ({
    id: domain,
    domain,
    title,
    at: `${day}T${["07:10", "18:25", "23:40"][at] ?? "12:00"}:00Z`,
    day_only: false,
    count: 14,
  }))

const miles = 3.8

/** The newest day, as the chosen zone, beginning and units show it. */
export const Preview = () => {
  const { data } = useRead<Answer<"journal", "today">>("/v1/today")
  if (data === undefined) return undefined
  const timed = data.entries.filter(({ day_only: dayOnly }) => !dayOnly)
  const entries = timed.length === 0 ? sampleOf(today()) : timed
  return (
    <section class="card preview" aria-live="polite">
      <p class="quiet small">{setUp.willRead}</p>
      <h2>{longDay(timed.length === 0 ? today() : data.day)}</h2>
      <Strip entries={entries} />
      <ul class="lines">
        {entries.slice(0, 3).map(({ at, domain, id, title }) => (
          <li key={`${domain} ${id}`} class={`hue-${domain}`}>
            <strong class="cut" dir="auto">
              <span class="dot" aria-hidden="true" /> {title}
            </strong>
            <span>{clock(at)}</span>
          </li>
        ))}
        <li>
          <span class="quiet">{messages.preferences.distance}</span>
          <span>{distance(miles)}</span>
        </li>
        <li>
          <span class="quiet">{messages.preferences.week}</span>
          <span>{longWeekday(firstWeekday)}</span>
        </li>
      </ul>
    </section>
  )
}
