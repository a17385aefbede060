import { useState } from "preact/hooks"
import { distance, fullDay, month, unitsOfMile } from "../../format.ts"
import { messages } from "../../messages.ts"
import { MonthDiscs } from "../../parts/charts/monthDiscs.tsx"

const { running } = messages

interface DaysOfMonthProps {
  /** The miles of each day of the year that has a run. */
  readonly miles: ReadonlyMap<string, number>
  /** The newest of these days, whose month is shown first. */
  readonly newest: string
}

/** A month of the year with a disc for each day that has a run, and the ways to the others. */
export const DaysOfMonth = ({ miles, newest }: DaysOfMonthProps) => {
  const [shown, setShown] = useState(Number(newest.slice(5, 7)))
  const start = `${newest.slice(0, 4)}-${String(shown).padStart(2, "0")}-01`
  const values = new Map(
    [...miles]
      .filter(([day]) => day.startsWith(start.slice(0, 8)))
      .map(([day, length]) => [day, length * unitsOfMile]),
  )
  const sum = [...miles].reduce(
    (all, [day, length]) => all + (day.startsWith(start.slice(0, 8)) ? length : 0),
    0,
  )
  const most = Math.max(1, ...values.values())
  const said = (day: string) => {
    const length = miles.get(day)
    return running.onDay(fullDay(day), length === undefined ? "" : distance(length))
  }
  return (
    <section class="card">
      <header class="section month-head">
        <h2>{month(start)}</h2>
        <span class="month-ways">
          <button
            type="button"
            class="round"
            aria-label={running.earlier}
            disabled={shown === 1}
            onClick={() => setShown(shown - 1)}
          >
            ‹
          </button>
          <button
            type="button"
            class="round"
            aria-label={running.later}
            disabled={shown === 12}
            onClick={() => setShown(shown + 1)}
          >
            ›
          </button>
        </span>
      </header>
      <MonthDiscs
        month={start}
        values={values}
        most={most}
        label={running.ofMonth(distance(sum), values.size)}
        said={said}
        dayPath={(day) => `/timeline?domain=running&date=${day}`}
      />
    </section>
  )
}
