import { useEffect, useRef, useState } from "preact/hooks"
import uPlot from "uplot"
import { fullDay, month, number, shortDay, shortMonth } from "../../format.ts"
import { colourOf, useTheme } from "../theme.ts"
import { drawPlot } from "./drawPlot.ts"

type Granularity = "day" | "week" | "month" | "year"

/** The pixels that a name below the axis may take. */
const tickWidth = 70

interface SeriesProps {
  readonly points: ReadonlyArray<{ readonly start: string; readonly count: number }>
  readonly granularity: string
  /** A count in words: 12 plays. */
  readonly counted: (count: number) => string
  /** For screen readers: which counts these are. */
  readonly label: string
  readonly height?: number
}

const nameOf = (start: string, granularity: string) =>
  granularity === "year" ? start.slice(0, 4) : granularity === "month" ? month(start) : fullDay(start)

const tickOf = (seconds: number, granularity: string) => {
  const day = new Date(seconds * 1_000).toISOString().slice(0, 10)
  if (granularity === "year" || day.endsWith("-01-01")) return day.slice(0, 4)
  return granularity === "month" ? shortMonth(day) : shortDay(day)
}

const isGranularity = (text: string): text is Granularity => /^(day|week|month|year)$/.test(text)

/** Counts over time. The pointer or the arrow keys move from point to point, whose value is shown below. */
export const Series = ({ counted, granularity, height = 200, label, points }: SeriesProps) => {
  const box = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot>(undefined)
  const [at, setAt] = useState<number>()
  const theme = useTheme()

  useEffect(() => {
    const element = box.current
    if (element === null) return undefined
    const styles = getComputedStyle(element)
    const [hue = "", quiet = "", line = ""] = ["--hue", "--quiet", "--line"].map((name) =>
      colourOf(element, name),
    )
    const font = `11px ${styles.fontFamily}`
    const axis = { stroke: quiet, font, grid: { show: false }, ticks: { show: false } }
    const bars = points.length <= 60 ? uPlot.paths.bars?.({ size: [0.72, 28], radius: 0.15 }) : undefined
    const starts = points.map(({ start }) => Date.parse(start) / 1_000)
    const [first = 0, second = first] = starts
    // A bar has its name below it, or every second one, and so on, as space allows.
    const named = (width: number) => {
      const every = Math.ceil(starts.length / Math.max(1, Math.floor((width - 44) / tickWidth)))
      return starts.filter((_, at) => at % every === 0)
    }
    const halfStep = bars === undefined ? 0 : Math.max(1, (second - first) / 2)
    const { plot: made, remove } = drawPlot(
      element,
      height,
      {
        padding: [8, 4, 0, 0],
        cursor: { y: false, points: { show: false }, drag: { setScale: false, x: false, y: false } },
        scales: {
          // Half a step at both ends, so that no bar is cut.
          x: { time: true, range: (_plot, least, most) => [least - halfStep, most + halfStep] },
          y: { range: (_plot, _least, most) => [0, Math.max(1, most) * 1.05] },
        },
        series: [
          {},
          {
            stroke: hue,
            width: bars === undefined ? 1.5 : 0,
            fill: bars === undefined ? `color-mix(in oklab, ${hue} 14%, transparent)` : hue,
            points: { show: false },
            ...(bars === undefined ? {} : { paths: bars }),
          },
        ],
        axes: [
          {
            ...axis,
            size: 26,
            space: tickWidth,
            ...(bars === undefined ? {} : { splits: (plot) => named(plot.width) }),
            values: (_plot, ticks) => ticks.map((tick) => tickOf(tick, granularity)),
          },
          {
            ...axis,
            size: 44,
            space: 40,
            grid: { stroke: line, width: 1 },
            incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000],
            values: (_plot, ticks) => ticks.map(number),
          },
        ],
        // Days are days in every zone.
        tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1_000), "UTC"),
        hooks: { setCursor: [({ cursor: { idx } }) => setAt(idx ?? undefined)] },
      },
      [starts, points.map(({ count }) => count)],
    )
    plot.current = made
    return remove
  }, [points, granularity, height, theme])

  const move = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (by === undefined || plot.current === undefined) return
    event.preventDefault()
    const next = Math.min(points.length - 1, Math.max(0, (at ?? points.length - (by === 1 ? 1 : 0)) + by))
    const x = Date.parse(points[next]?.start ?? "") / 1_000
    plot.current.setCursor({ left: plot.current.valToPos(x, "x"), top: 0 })
    setAt(next)
  }

  const shown = at === undefined ? undefined : points[at]
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
        {shown === undefined
          ? label
          : `${nameOf(shown.start, isGranularity(granularity) ? granularity : "day")}: ${counted(shown.count)}`}
      </figcaption>
    </figure>
  )
}
