import type { Answer } from "../../data/responses.ts"
import { longDay, number } from "../../format.ts"
import { messages } from "../../messages.ts"
import { EmptyState } from "../../parts/notices/states.tsx"
import { titled } from "../../words.ts"

type Review = Pick<
  Answer<"journal", "monthInReview">,
  "active_days" | "busiest_day" | "longest_streak" | "total"
>

const { years } = messages

/** The page of a month in review. */
export const monthPath = (year: number | string, month: number) => `years/${year}/months/${month}`

/** The facts of a year or of a month: its entries, and its days. Without any, it says so, with the way to the others. */
export const ReviewFacts = ({
  before,
  name,
  review: { active_days: active, busiest_day: busiest, longest_streak: streak, total },
}: {
  readonly review: Review
  readonly name: string
  /** The entries of the month before. */
  readonly before?: number
}) =>
  total === 0 ? (
    <EmptyState
      title={titled(messages.periods.none(name))}
      hint={<a href="years">{messages.frame.years}</a>}
    />
  ) : (
    <dl class="facts">
      <div>
        <dt>{years.entries}</dt>
        <dd>{number(total)}</dd>
      </div>
      {before === undefined ? undefined : (
        <div>
          <dt>{years.monthBefore}</dt>
          <dd>{number(before)}</dd>
        </div>
      )}
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
  )
