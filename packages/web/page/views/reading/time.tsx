import type { Answer } from "../../data/responses.ts"
import { useRead } from "../../data/useRead.ts"
import { minutes } from "../../format.ts"
import { messages } from "../../messages.ts"
import { Series } from "../../parts/charts/series.tsx"

const { reading } = messages

export type Time = Answer<"reading", "time">

/** Minutes, pages and days with reading, in words. */
export const timeOf = ({ days, minutes: total, pages }: Pick<Time, "days" | "minutes" | "pages">): string =>
  [minutes(total), reading.pagesOf(pages), reading.daysOf(days)].join(" · ")

/** The minutes of a range as bars; nothing if no reading device reports any. */
export const ReadingTime = ({
  by,
  range,
  title,
}: {
  readonly by: string
  readonly range: string
  readonly title: string
}) => {
  const { data } = useRead<Time>(`/v1/reading/time?by=${by}&${range}`)
  if (data === undefined || data.points.length === 0) return undefined
  return (
    <section class="card">
      <header class="card-head">
        <h2>{title}</h2>
        <span class="quiet small">{timeOf(data)}</span>
      </header>
      <Series
        points={data.points.map((point) => ({ start: point.start, count: point.minutes }))}
        granularity={data.granularity}
        counted={minutes}
        label={reading.minutesBy}
        height={160}
      />
    </section>
  )
}
