import type { Answer } from "../../data/answers.ts"
import { useRead } from "../../data/useRead.ts"
import { longDay, number } from "../../format.ts"
import { domains } from "../../items.ts"
import { messages } from "../../messages.ts"
import { HeatMap } from "../../parts/heatMap.tsx"
import { Shown } from "../../parts/shown.tsx"
import { Title } from "../../parts/title.tsx"
import type { Address } from "../../router.tsx"

type Year = Answer<"journal", "yearInReview">
type Calendar = Answer<"journal", "calendar">

const { years } = messages

/** A year over all domains: its sums, its days, and how much each domain has in it. */
const YearView = ({ params }: Address) => {
  const year = params["year"] ?? ""
  const path = `/v1/years/${encodeURIComponent(year)}`
  const review = useRead<Year>(path)
  const days = `/v1/calendar?year=${encodeURIComponent(year)}`
  const calendar = useRead<Calendar>(days)
  return (
    <>
      <Title title={year} lead={years.lead} />
      <Shown path={path} read={review} lines={6}>
        {({
          active_days: active,
          busiest_day: busiest,
          by_domain: counts,
          longest_streak: streak,
          total,
        }) => (
          <>
            <dl class="facts">
              <div>
                <dt>{years.entries}</dt>
                <dd>{number(total)}</dd>
              </div>
              <div>
                <dt>{years.activeDays}</dt>
                <dd>{number(active)}</dd>
              </div>
              <div>
                <dt>{years.streak}</dt>
                <dd>{messages.days(streak.days)}</dd>
              </div>
              {busiest.date === "" ? undefined : (
                <div>
                  <dt>{years.busiest}</dt>
                  <dd>
                    <a href={`timeline?date=${busiest.date}`}>{longDay(busiest.date)}</a>
                  </dd>
                </div>
              )}
            </dl>
            <ul class="counts">
              {domains.map((domain) => (
                <li key={domain} class={`hue-${domain}`}>
                  <a href={domain}>
                    <span class="mark">{messages.domain(domain)}</span>
                    <span>{messages.entriesOf(domain, counts[domain] ?? 0)}</span>
                  </a>
                </li>
              ))}
            </ul>
          </>
        )}
      </Shown>
      <section>
        <h2>{years.days}</h2>
        <Shown path={days} read={calendar} lines={4}>
          {(data) => <HeatMap year={data} dayPath={(day) => `/timeline?date=${day}`} />}
        </Shown>
      </section>
    </>
  )
}

export default YearView
