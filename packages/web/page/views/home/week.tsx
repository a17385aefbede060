import type { Today } from "../../data/responses.ts"
import { fullDay, number, today, weekdayOf } from "../../format.ts"
import { messages } from "../../messages.ts"

const { home } = messages

const isThisWeek = (from: string) => Date.parse(today()) - Date.parse(from) < 7 * 86_400_000

const differenceOf = (count: number, usual: number) =>
  count === usual ? home.asUsual : `${count > usual ? "+" : "−"}${number(Math.abs(count - usual))}`

/** The week up to a day: a bar for each domain, with a tick where a usual week is by then. */
export const Week = ({ day, week }: { readonly week: Today["week"]; readonly day: string }) => {
  // The future is not shown as zero.
  const domains = week.domains.filter(({ count }) => count > 0)
  if (domains.length === 0) return undefined
  return (
    <section class="card">
      <header class="section">
        <h2>{isThisWeek(week.from) ? home.week : home.weekOf(fullDay(week.from))}</h2>
        <span class="quiet small week-usual">{home.usual(weekdayOf(day))}</span>
      </header>
      <ul class="week">
        {domains.map(({ count, domain, usual }) => {
          // The larger of both leaves space at the end.
          const whole = Math.max(count, usual) * 1.25
          return (
            <li key={domain} class={`hue-${domain}`}>
              <span class="week-name">
                <span class="dot" aria-hidden="true" />
                {messages.domain(domain)}
              </span>
              <span class="week-bar" aria-hidden="true">
                <i style={{ width: `${(100 * count) / whole}%` }} />
                {usual === 0 ? undefined : <b style={{ left: `${(100 * usual) / whole}%` }} />}
              </span>
              <span class="small">
                <strong>{messages.entriesOf(domain, count)}</strong>
                <br />
                <span class="quiet">{differenceOf(count, usual)}</span>
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
