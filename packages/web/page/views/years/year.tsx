import "./year.css"
import type { Answer } from "../../data/responses.ts"
import { useRead } from "../../data/useRead.ts"
import { longMonth, number } from "../../format.ts"
import { messages } from "../../messages.ts"
import { HeatMap } from "../../parts/charts/heatMap.tsx"
import { Shown } from "../../parts/notices/states.tsx"
import { Title } from "../../parts/title.tsx"
import type { Address } from "../../router.tsx"
import { Chapters } from "./chapters.tsx"
import { YearCover } from "./cover.tsx"
import { monthPath, ReviewFacts } from "./review.tsx"
import { ShareYear } from "./share.tsx"
import { type Story, storyPath } from "./storyCards.ts"

type Year = Answer<"journal", "yearInReview">
type Calendar = Answer<"journal", "calendar">

const { years } = messages

/** The months of a year that have entries, each with a way to its review. */
const Months = ({ months, year }: { readonly year: string; readonly months: Year["months"] }) => (
  <nav class="year-months" aria-label={years.months}>
    <h2>{years.months}</h2>
    <ul class="chips">
      {months
        .filter(({ count }) => count > 0)
        .map(({ count, start }) => (
          <li key={start}>
            <a class="button" href={monthPath(year, Number(start.slice(5, 7)))}>
              {longMonth(start)} <span class="quiet">{number(count)}</span>
            </a>
          </li>
        ))}
    </ul>
  </nav>
)

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
        {(data) => (
          <div class={hasStory ? "year-newest year-head" : ""}>
            {hasStory ? <YearCover year={year} isWide /> : undefined}
            <ReviewFacts review={data} name={year} />
          </div>
        )}
      </Shown>
      {review.data?.total === 0 ? undefined : (
        <section>
          <h2>{years.days}</h2>
          <Shown path={days} read={calendar} lines={4}>
            {(data) => <HeatMap year={data} dayPath={(day) => `/timeline?date=${day}`} />}
          </Shown>
        </section>
      )}
      {review.data === undefined || review.data.total === 0 ? undefined : (
        <>
          <Months year={year} months={review.data.months} />
          <Chapters all={review.data.domains} />
        </>
      )}
    </>
  )
}

export default YearView
