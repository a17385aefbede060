import "./year.css"
import type { Answer } from "../../data/responses.ts"
import { useRead } from "../../data/useRead.ts"
import { longDay, number } from "../../format.ts"
import { messages } from "../../messages.ts"
import { HeatMap } from "../../parts/charts/heatMap.tsx"
import { Shown } from "../../parts/states.tsx"
import { Title } from "../../parts/title.tsx"
import type { Address } from "../../router.tsx"
import { Chapters } from "./chapters.tsx"
import { ShareYear } from "./share.tsx"
import { type Story, storyPath } from "./storyCards.ts"

type Year = Answer<"journal", "yearInReview">
type Calendar = Answer<"journal", "calendar">

const { years } = messages

/** A year over all domains: its totals, its days, and how much each domain has in it. */
const YearView = ({ params }: Address) => {
  const year = params["year"] ?? ""
  const path = `/v1/years/${encodeURIComponent(year)}`
  const review = useRead<Year>(path)
  const days = `/v1/calendar?year=${encodeURIComponent(year)}`
  const calendar = useRead<Calendar>(days)
  const hasStory = (useRead<Story>(storyPath(year)).data?.cards.length ?? 0) > 0
  return (
    <>
      <Title title={year} lead={years.lead}>
        {hasStory ? (
          <a class="button button-main" href={`years/${year}/story`}>
            {messages.story.play}
          </a>
        ) : undefined}
        <ShareYear year={year} hasStory={hasStory} />
      </Title>
      <Shown path={path} read={review} lines={6}>
        {({
          active_days: active,
          busiest_day: busiest,

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
          </>
        )}
      </Shown>
      <section>
        <h2>{years.days}</h2>
        <Shown path={days} read={calendar} lines={4}>
          {(data) => <HeatMap year={data} dayPath={(day) => `/timeline?date=${day}`} />}
        </Shown>
      </section>
      {review.data === undefined ? undefined : <Chapters all={review.data.domains} />}
    </>
  )
}

export default YearView
