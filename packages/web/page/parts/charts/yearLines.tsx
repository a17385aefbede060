import type uPlot from "uplot"
import { compact, shortMonth } from "../../format.ts"
import { fromZero, Plot } from "./plot.tsx"

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

const line = (stroke: string, more: Partial<uPlot.Series>): uPlot.Series => ({
  stroke,
  width: 1.5,
  points: { show: false },
  ...more,
})

/** The names of months below a chart: every third one on a narrow one. */
const monthNames = ({ width }: uPlot) =>
  monthStarts.map((_, at) =>
    width < 500 && at % 3 > 0 ? "" : shortMonth(`2001-${String(at + 1).padStart(2, "0")}-01`),
  )

/** A year added up day by day from zero, next to the year before, and where it leads. Page Up and Down move by thirty days. */
export const YearLines = ({ before, course, height = 220, label, said, values: sums }: YearLinesProps) => {
  const days = Math.max(365, sums.length, before.length)
  const padded = (some: ReadonlyArray<number>) => Array.from({ length: days }, (_, day) => some[day] ?? null)
  return (
    <Plot
      label={label}
      height={height}
      from={[sums, before, course]}
      keys={{ ArrowLeft: -1, ArrowRight: 1, PageUp: -30, PageDown: 30 }}
      start={sums.length - 1}
      dot={8}
      said={(day) => said(day, sums[day], before[day])}
      drawn={({ axis, fill, hue, quiet, values }) => ({
        options: {
          padding: [8, 8, 0, 0],
          scales: { x: { time: false, range: [0, days - 1] }, y: fromZero },
          series: [
            {},
            line(quiet, { dash: [2, 4] }),
            ...(course === undefined ? [] : [line(hue, { dash: [2, 5], width: 2 })]),
            line(hue, { width: 2.5, fill }),
          ],
          axes: [
            { ...axis, size: 26, splits: () => monthStarts, values: monthNames },
            { ...values, values: (_plot, ticks) => ticks.map(compact) },
          ],
        },
        points: [
          Array.from({ length: days }, (_, day) => day),
          padded(before),
          ...(course === undefined ? [] : [courseOf(sums, course, days)]),
          padded(sums),
        ],
      })}
    />
  )
}
