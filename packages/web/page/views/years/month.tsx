import "./year.css"
import type { Answer } from "../../data/responses.ts"
import { useRead } from "../../data/useRead.ts"
import { month as monthName } from "../../format.ts"
import { messages } from "../../messages.ts"
import { Shown } from "../../parts/notices/states.tsx"
import { Title } from "../../parts/title.tsx"
import type { Address } from "../../router.tsx"
import { Chapters } from "./chapters.tsx"
import { ReviewFacts } from "./review.tsx"

type Month = Answer<"journal", "monthInReview">

const { years } = messages

/** A month over all domains: its totals, and how much each domain has in it. */
const MonthView = ({ params }: Address) => {
  const { month = "", year = "" } = params
  const path = `/v1/years/${encodeURIComponent(year)}/months/${encodeURIComponent(month)}`
  const review = useRead<Month>(path)
  const first = `${year}-${month.padStart(2, "0")}-01`
  const name = /^\d{4}-(?:0[1-9]|1[0-2])-/.test(first) ? monthName(first) : `${year}-${month}`
  return (
    <>
      <Title title={name} lead={years.monthLead}>
        <a class="button" href={`years/${year}`}>
          {year}
        </a>
      </Title>
      <Shown path={path} read={review} lines={6}>
        {(data) => (
          <>
            <ReviewFacts review={data} name={name} before={data.previous_total} />
            <Chapters all={data.domains} />
          </>
        )}
      </Shown>
    </>
  )
}

export default MonthView
