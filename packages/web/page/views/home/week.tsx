import type { Today } from "../../data/responses.ts"
import { fullDay, minutes, number, today, weekdayOf } from "../../format.ts"
import { messages } from "../../messages.ts"

const { home } = messages

const isThisWeek = (from: string) => Date.parse(today()) - Date.parse(from) < 7 * 86_400_000

type Measured = Today["week"]["domains"][number]

/** A week of a domain by its time if that is known, in minutes, else by its count. */
const measured = ({ count, domain, seconds, usual, usual_seconds: usualSeconds }: Measured) =>
  seconds > 0
    ? {
        value: Math.round(seconds / 60),
        usual: Math.round(usualSeconds / 60),
        words: minutes(seconds / 60),
        inWords: minutes,
      }
    : { value: count, usual, words: messages.entriesOf(domain, count), inWords: number }

const differenceOf = (value: number, usual: number, inWords: (value: number) => string) =>
  value === usual ? home.asUsual : `${value > usual ? "+" : "−"}${inWords(Math.abs(value - usual))}`

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
        {domains.map((one) => {
          const { domain } = one
          const { inWords, usual, value, words } = measured(one)
          // The larger of both leaves space at the end.
          const whole = Math.max(value, usual) * 1.25
          return (
            <li key={domain} class={`hue-${domain}`}>
              <span class="week-name">
                <span class="dot" aria-hidden="true" />
                {messages.domain(domain)}
              </span>
              <span class="week-bar" aria-hidden="true">
                <i style={{ width: `${(100 * value) / whole}%` }} />
                {usual === 0 ? undefined : <b style={{ left: `${(100 * usual) / whole}%` }} />}
              </span>
              <span class="small">
                <strong>{words}</strong>
                <br />
                <span class="quiet">{differenceOf(value, usual, inWords)}</span>
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
