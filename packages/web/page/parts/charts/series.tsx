import uPlot from "uplot"
import { fullDay, month, number, shortDay, shortMonth } from "../../format.ts"
import { fromZero, Plot } from "./plot.tsx"

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

const countSteps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000]

/** Counts over time: bars, or a line if there are many. */
export const Series = ({ counted, granularity, height = 200, label, points }: SeriesProps) => {
  const starts = points.map(({ start }) => Date.parse(start) / 1_000)
  const [first = 0, second = first] = starts
  const bars = points.length <= 60 ? uPlot.paths.bars?.({ size: [0.72, 28], radius: 0.15 }) : undefined
  // Half a step at both ends, so that no bar is cut.
  const halfStep = bars === undefined ? 0 : Math.max(1, (second - first) / 2)
  // A bar has its name below it, or every second one, and so on, as space allows.
  const named = ({ width }: uPlot) => {
    const every = Math.ceil(starts.length / Math.max(1, Math.floor((width - 44) / tickWidth)))
    return starts.filter((_, at) => at % every === 0)
  }
  return (
    <Plot
      label={label}
      height={height}
      from={[points, granularity]}
      keys={{ ArrowLeft: -1, ArrowRight: 1 }}
      start={points.length}
      said={(at) => {
        const one = points[at]
        return one === undefined
          ? label
          : `${nameOf(one.start, isGranularity(granularity) ? granularity : "day")}: ${counted(one.count)}`
      }}
      drawn={({ axis, fill, hue, values }) => ({
        options: {
          padding: [8, 12, 0, 0],
          scales: {
            x: { time: true, range: (_plot, least, most) => [least - halfStep, most + halfStep] },
            y: fromZero,
          },
          series: [
            {},
            {
              points: { show: false },
              stroke: hue,
              ...(bars === undefined ? { width: 1.5, fill } : { width: 0, fill: hue, paths: bars }),
            },
          ],
          axes: [
            {
              ...axis,
              size: 26,
              space: tickWidth,
              ...(bars === undefined ? {} : { splits: named }),
              values: (_plot, ticks) => ticks.map((tick) => tickOf(tick, granularity)),
            },
            { ...values, incrs: countSteps, values: (_plot, ticks) => ticks.map(number) },
          ],
          // Days are days in every zone.
          tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1_000), "UTC"),
        },
        points: [starts, points.map(({ count }) => count)],
      })}
    />
  )
}
