import { useEffect, useMemo, useRef, useState } from "preact/hooks"
import type { Answer } from "../../data/responses.ts"
import { firstWeekday, fullDay, shortMonth, shortWeekday, today, placeInWeek } from "../../format.ts"
import { messages } from "../../messages.ts"
import { navigate } from "../../router.tsx"

type Year = Pick<Answer<"listening", "calendar">, "days" | "max" | "total" | "year">

const [cell, step, left, top] = [11, 14, 28, 18]

/** A count as one of five steps: by its root, so that one great day does not make all others pale. */
const stepOf = (count: number, max: number) =>
  count === 0 ? 0 : Math.max(1, Math.ceil(Math.sqrt(count / Math.max(1, max)) * 4))

/** The column and row of a day, for a year that begins on this weekday. */
const placeOf = (index: number, first: number) => ({
  x: left + Math.floor((index + first) / 7) * step,
  y: top + ((index + first) % 7) * step,
})

/** A day as a part of a path that is drawn with a round line of this width: a square of 11 px in all, with round corners. */
const square = ({ x, y }: { readonly x: number; readonly y: number }, line: number) => {
  const side = cell - line
  return `M${x + line / 2} ${y + line / 2}h${side}v${side}h-${side}z`
}

/** The days of a year as one path for each step, and one for the days ahead: a browser draws six parts sooner than 366. */
const pathsOf = ({ days, max }: Year, first: number, last: number) => {
  const paths = new Map<string, string>()
  for (const [index, { count }] of days.entries()) {
    const [name, line] = index > last ? ["heat-ahead", 1] : [`heat-${stepOf(count, max)}`, 4]
    paths.set(name, (paths.get(name) ?? "") + square(placeOf(index, first), line))
  }
  return [...paths]
}

interface HeatMapProps {
  readonly year: Year
  /** The URL of a day's view. */
  readonly dayPath: (day: string) => string
}

/** The names of weekdays and months around the days of a year, whose first is on this weekday. */
const Names = ({ days, first }: Pick<Year, "days"> & { readonly first: number }) => (
  <>
    {[0, 2, 4].map((weekday) => (
      <text key={weekday} x={0} y={top + weekday * step + cell - 2}>
        {shortWeekday((weekday + firstWeekday) % 7)}
      </text>
    ))}
    {days.map(({ date }, index) =>
      date.endsWith("-01") ? (
        <text key={date} x={placeOf(index, first).x + (placeInWeek(date) === 0 ? 0 : step)} y={10}>
          {shortMonth(date)}
        </text>
      ) : undefined,
    )}
  </>
)

/** The five steps, from less to more. */
const Steps = () => (
  <span class="heat-scale" aria-hidden="true">
    {messages.heatMap.less}
    {[0, 1, 2, 3, 4].map((one) => (
      <svg key={one} width={cell} height={cell}>
        <rect width={cell} height={cell} rx={2} class={`heat-${one}`} />
      </svg>
    ))}
    {messages.heatMap.more}
  </span>
)

/** The index of the day under the pointer, of a year that begins on this weekday; below 0 if there is none. */
const indexUnder = ({ clientX, clientY }: MouseEvent, drawing: Element | null, first: number): number => {
  const { left: x = 0, top: y = 0 } = drawing?.getBoundingClientRect() ?? {}
  const [column, row] = [Math.floor((clientX - x - left) / step), Math.floor((clientY - y - top) / step)]
  return row < 0 || row > 6 ? -1 : column * 7 + row - first
}

/** A year by days: a column a week. One stop of the keyboard; arrows go from day to day, Enter shows the day. */
export const HeatMap = ({ dayPath, year: shownYear }: HeatMapProps) => {
  const { days, total, year } = shownYear
  const first = placeInWeek(days[0]?.date ?? `${year}-01-01`)
  const now = today()
  const last = days.findLastIndex(({ date }) => date <= now)
  const [at, setAt] = useState<number>()
  const box = useRef<HTMLDivElement>(null)
  const drawing = useRef<SVGSVGElement>(null)
  const paths = useMemo(() => pathsOf(shownYear, first, last), [shownYear, last])

  // The newest days are the ones that one wants to see where not all of them fit.
  useEffect(() => {
    const element = box.current
    if (element !== null && last >= 0) element.scrollLeft = placeOf(last, first).x - element.clientWidth + 40
  }, [year, last])

  const show = (index: number | undefined) => {
    const day = days[index ?? -1]
    if (day !== undefined) navigate(dayPath(day.date))
  }
  const move = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -7, ArrowRight: 7, ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (by !== undefined) {
      event.preventDefault()
      setAt(Math.min(days.length - 1, Math.max(0, at === undefined ? last : at + by)))
    } else if (event.key === "Enter") show(at)
  }
  const point = (event: MouseEvent) => {
    const index = indexUnder(event, drawing.current, first)
    setAt(index in days ? index : undefined)
  }

  const shown = days[at ?? -1]
  const summary = messages.heatMap.summary(total, year)
  return (
    <figure class="heat">
      <div
        class="heat-scroll"
        ref={box}
        tabIndex={0}
        role="application"
        aria-label={summary}
        onKeyDown={move}
        onBlur={() => setAt(undefined)}
        onPointerMove={point}
        onPointerLeave={() => setAt(undefined)}
        onClick={(event) => show(indexUnder(event, drawing.current, first))}
      >
        <svg width={left + 54 * step} height={top + 7 * step} aria-hidden="true" ref={drawing}>
          <Names days={days} first={first} />
          {paths.map(([name, path]) => (
            <path key={name} class={name} d={path} />
          ))}
          {at === undefined ? undefined : (
            <rect class="heat-at" {...placeOf(at, first)} width={cell} height={cell} rx={2} />
          )}
        </svg>
      </div>
      <figcaption>
        <span aria-live="polite">
          {shown === undefined ? summary : messages.heatMap.day(fullDay(shown.date), shown.count)}
        </span>
        <Steps />
      </figcaption>
    </figure>
  )
}
