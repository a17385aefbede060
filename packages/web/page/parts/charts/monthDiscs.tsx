import { useState } from "preact/hooks"
import { firstWeekday, narrowWeekday, number, today, placeInWeek } from "../../format.ts"
import { navigate } from "../../router.tsx"

interface MonthDiscsProps {
  /** Its first day: 2026-11-01. */
  readonly month: string
  /** The value of each day that has one. */
  readonly values: ReadonlyMap<string, number>
  /** The value of a whole disc. */
  readonly most: number
  /** For screen readers: what the discs are. */
  readonly label: string
  readonly said: (day: string, value: number | undefined) => string
  readonly dayPath: (day: string) => string
}

const weeksOf = (month: string) => {
  const [year = 0, number = 1] = month.split("-").map(Number)
  const first = placeInWeek(month)
  const days = new Date(Date.UTC(year, number, 0)).getUTCDate()
  const cells = Array.from({ length: Math.ceil((first + days) / 7) * 7 }, (_, at) => at - first + 1)
  return cells.map((day) =>
    day < 1 || day > days ? undefined : `${month.slice(0, 8)}${String(day).padStart(2, "0")}`,
  )
}

/** A month of days, each with a disc whose surface is its value. One stop of the keyboard; Enter shows the day. */
export const MonthDiscs = ({ dayPath, label, month, most, said, values }: MonthDiscsProps) => {
  const [at, setAt] = useState<string>()
  const cells = weeksOf(month)
  const days = cells.filter((day) => day !== undefined)
  const now = today()

  const move = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }[event.key]
    if (by !== undefined) {
      event.preventDefault()
      const newest = days.findLastIndex((day) => values.has(day))
      const from = at === undefined ? newest - by : days.indexOf(at)
      setAt(days[Math.min(days.length - 1, Math.max(0, from + by))])
    } else if (event.key === "Enter" && at !== undefined) navigate(dayPath(at))
  }

  return (
    <figure class="discs">
      <div
        class="discs-days"
        role="application"
        aria-label={label}
        tabIndex={0}
        onKeyDown={move}
        onBlur={() => setAt(undefined)}
        onPointerLeave={() => setAt(undefined)}
      >
        {[0, 1, 2, 3, 4, 5, 6].map((weekday) => (
          <span key={`weekday ${weekday}`} class="discs-name" aria-hidden="true">
            {narrowWeekday((weekday + firstWeekday) % 7)}
          </span>
        ))}
        {cells.map((day, index) => {
          if (day === undefined) return <span key={index} />
          const value = values.get(day)
          const size = value === undefined ? undefined : `${Math.round(46 + 54 * Math.sqrt(value / most))}%`
          return (
            <span
              key={day}
              aria-hidden="true"
              class={`discs-day ${day === now ? "discs-today" : ""} ${day === at ? "discs-at" : ""}`}
              onPointerEnter={() => setAt(day)}
              onClick={() => value !== undefined && navigate(dayPath(day))}
            >
              {size === undefined ? (
                Number(day.slice(8))
              ) : (
                <b style={{ width: size }}>{number(Math.round(value ?? 0))}</b>
              )}
            </span>
          )
        })}
      </div>
      <figcaption aria-live="polite">{at === undefined ? label : said(at, values.get(at))}</figcaption>
    </figure>
  )
}
