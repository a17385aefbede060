import { useEffect, useRef, useState } from "preact/hooks"
import type uPlot from "uplot"
import { compact, shortMonth } from "../../format.ts"
import { colourOf, useTheme } from "../theme.ts"
import { drawPlot } from "./drawPlot.ts"

interface YearLinesProps {
  /** For screen readers: what is added up. */
  readonly label: string
  /** A value for each day of the year up to the last known one. */
  readonly values: ReadonlyArray<number>
  /** The values of the year before; none if it has none. */
  readonly before: ReadonlyArray<number>
  /** The value at the end of the year, if it continues as it did. */
  readonly course: number | undefined
  /** A day's values in words. */
  readonly said: (day: number, value: number | undefined, before: number | undefined) => string
  readonly height?: number
}

/** The days on which months begin, of a year without a leap day: a day more is not a pixel more. */
const monthStarts = Array.from({ length: 12 }, (_, month) =>
  Math.round((Date.UTC(2001, month, 1) - Date.UTC(2001, 0, 1)) / 86_400_000),
)

/** A straight line of points from the last value to the end of the year. */
const courseOf = (values: ReadonlyArray<number>, course: number, days: number) => {
  const last = values.length - 1
  const from = values[last] ?? 0
  return Array.from({ length: days }, (_, day) =>
    day < last ? null : from + ((course - from) * (day - last)) / Math.max(1, days - 1 - last),
  )
}

/**
 * A year added up day by day from zero, next to the year before, and where it leads. One stop of the keyboard: arrows go from
 * day to day, Page Up and Down by thirty; the values follow below.
 */
export const YearLines = ({ before, course, height = 220, label, said, values }: YearLinesProps) => {
  const box = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot>(undefined)
  const [at, setAt] = useState<number>()
  const theme = useTheme()
  const days = Math.max(365, values.length, before.length)

  useEffect(() => {
    const element = box.current
    if (element === null) return undefined
    const [hue = "", quiet = "", grid = ""] = ["--hue", "--quiet", "--line"].map((name) =>
      colourOf(element, name),
    )
    const axis = {
      stroke: quiet,
      font: `11px ${getComputedStyle(element).fontFamily}`,
      grid: { show: false },
      ticks: { show: false },
    }
    const line = (stroke: string, more: Partial<uPlot.Series>): uPlot.Series => ({
      stroke,
      width: 1.5,
      points: { show: false },
      ...more,
    })
    const padded = (some: ReadonlyArray<number>) =>
      Array.from({ length: days }, (_, day) => some[day] ?? null)
    const { plot: made, remove } = drawPlot(
      element,
      height,
      {
        padding: [8, 8, 0, 0],
        cursor: { y: false, points: { size: 8 }, drag: { setScale: false, x: false, y: false } },
        scales: {
          x: { time: false, range: [0, days - 1] },
          y: { range: (_plot, _least, most) => [0, Math.max(1, most) * 1.05] },
        },
        series: [
          {},
          line(quiet, { dash: [2, 4] }),
          ...(course === undefined ? [] : [line(hue, { dash: [2, 5], width: 2 })]),
          line(hue, { width: 2.5, fill: `color-mix(in oklab, ${hue} 14%, transparent)` }),
        ],
        axes: [
          {
            ...axis,
            size: 26,
            splits: () => monthStarts,
            values: (chart) =>
              monthStarts.map((_, month) =>
                chart.width < 500 && month % 3 > 0
                  ? ""
                  : shortMonth(`2001-${String(month + 1).padStart(2, "0")}-01`),
              ),
          },
          {
            ...axis,
            size: 44,
            space: 40,
            grid: { stroke: grid, width: 1 },
            values: (_plot, ticks) => ticks.map(compact),
          },
        ],
        hooks: { setCursor: [({ cursor: { idx } }) => setAt(idx ?? undefined)] },
      },
      [
        Array.from({ length: days }, (_, day) => day),
        padded(before),
        ...(course === undefined ? [] : [courseOf(values, course, days)]),
        padded(values),
      ],
    )
    plot.current = made
    return remove
  }, [values, before, course, height, theme])

  const move = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1, PageUp: -30, PageDown: 30 }[event.key]
    if (by === undefined || plot.current === undefined) return
    event.preventDefault()
    const next = Math.min(days - 1, Math.max(0, (at ?? values.length - 1) + by))
    plot.current.setCursor({ left: plot.current.valToPos(next, "x"), top: 0 })
    setAt(next)
  }

  return (
    <figure class="series">
      <div
        ref={box}
        role="application"
        aria-label={label}
        tabIndex={0}
        onKeyDown={move}
        onBlur={() => setAt(undefined)}
        style={{ height: `${height}px` }}
      />
      <figcaption aria-live="polite">
        {at === undefined ? label : said(at, values[at], before[at])}
      </figcaption>
    </figure>
  )
}
