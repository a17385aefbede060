import { useEffect, useRef, useState } from "preact/hooks"
import type { Answer } from "../data/answers.ts"
import { fullDay, shortMonth, shortWeekday, today } from "../format.ts"
import { messages } from "../messages.ts"
import { navigate } from "../router.tsx"

type Year = Pick<Answer<"listening", "calendar">, "days" | "max" | "total" | "year">

const [cell, step, left, top] = [11, 14, 28, 18]

/** The weekday of a day, 0 for Monday. */
const weekdayOf = (day: string) => (new Date(day).getUTCDay() + 6) % 7

/** A count as one of five steps: by its root, so that one great day does not make all others pale. */
const stepOf = (count: number, max: number) =>
  count === 0 ? 0 : Math.max(1, Math.ceil(Math.sqrt(count / Math.max(1, max)) * 4))

interface HeatMapProps {
  readonly year: Year
  /** The address that tells of a day. */
  readonly dayPath: (day: string) => string
}

/** A year by days: a column a week. One stop of the keyboard; arrows go from day to day, Enter shows the day. */
export const HeatMap = ({ dayPath, year: { days, max, total, year } }: HeatMapProps) => {
  const first = weekdayOf(days[0]?.date ?? `${year}-01-01`)
  const last = days.findLastIndex(({ date }) => date <= today())
  const [at, setAt] = useState<number>()
  const box = useRef<HTMLDivElement>(null)
  const shown = at === undefined ? undefined : days[at]
  const columnOf = (index: number) => Math.floor((index + first) / 7)

  // The newest days are the ones that one wants to see where not all of them fit.
  useEffect(() => {
    const element = box.current
    if (element !== null && last >= 0) {
      element.scrollLeft = left + columnOf(last) * step - element.clientWidth + 40
    }
  }, [year, last])

  const move = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -7, ArrowRight: 7, ArrowUp: -1, ArrowDown: 1 }[event.key]
    const from = at ?? Math.max(0, last)
    if (by !== undefined) {
      event.preventDefault()
      setAt(Math.min(days.length - 1, Math.max(0, at === undefined ? from : from + by)))
    } else if (event.key === "Enter" && shown !== undefined) navigate(dayPath(shown.date))
  }

  const pointed = (event: Event) => {
    const index = event.target instanceof Element ? event.target.getAttribute("data-day") : null
    return index === null ? undefined : Number(index)
  }

  const said = shown === undefined ? "" : messages.heatMap.day(fullDay(shown.date), shown.count)
  return (
    <figure class="heat">
      <div
        class="heat-scroll"
        ref={box}
        tabIndex={0}
        role="application"
        aria-label={messages.heatMap.summary(total, year)}
        onKeyDown={move}
        onBlur={() => setAt(undefined)}
        onPointerOver={(event) => setAt(pointed(event))}
        onPointerLeave={() => setAt(undefined)}
        onClick={(event) => {
          const day = days[pointed(event) ?? -1]
          if (day !== undefined) navigate(dayPath(day.date))
        }}
      >
        <svg width={left + 54 * step} height={top + 7 * step} aria-hidden="true">
          {[0, 2, 4].map((weekday) => (
            <text key={weekday} x={0} y={top + weekday * step + cell - 2}>
              {shortWeekday(weekday)}
            </text>
          ))}
          {days.map(({ date }, index) =>
            date.endsWith("-01") ? (
              <text key={date} x={left + (columnOf(index) + (weekdayOf(date) === 0 ? 0 : 1)) * step} y={10}>
                {shortMonth(date)}
              </text>
            ) : undefined,
          )}
          {days.map(({ count, date }, index) => (
            <rect
              key={date}
              data-day={index}
              x={left + columnOf(index) * step}
              y={top + ((index + first) % 7) * step}
              width={cell}
              height={cell}
              rx={2}
              class={`heat-${stepOf(count, max)} ${index > last ? "heat-ahead" : ""} ${index === at ? "heat-at" : ""}`}
            />
          ))}
        </svg>
      </div>
      <figcaption>
        <span aria-live="polite">{said === "" ? messages.heatMap.summary(total, year) : said}</span>
        <span class="heat-scale" aria-hidden="true">
          {messages.heatMap.less}
          {[0, 1, 2, 3, 4].map((one) => (
            <svg key={one} width={cell} height={cell}>
              <rect width={cell} height={cell} rx={2} class={`heat-${one}`} />
            </svg>
          ))}
          {messages.heatMap.more}
        </span>
      </figcaption>
    </figure>
  )
}
