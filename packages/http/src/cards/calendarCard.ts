import type { Theme } from "./document.ts"
import { card, counted, line } from "./svg.ts"

/** A year by days. */
export interface CalendarShown {
  /** In words, such as `reading in 2024`. */
  readonly title: string
  readonly count: number
  readonly max: number
  /** Each day of the year, YYYY-MM-DD. */
  readonly days: ReadonlyArray<{ readonly day: string; readonly count: number }>
}

export const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

const pitch = 13
const cell = 10
const [left, top] = [46, 58]
const width = left + 54 * pitch + 12
const height = top + 7 * pitch + 14

/** One of five steps: none, then a quarter of the most each. */
const stepOf = (count: number, max: number): number =>
  count === 0 ? 0 : Math.min(4, Math.ceil((count / max) * 4))

/** The card of a year by days, a column a week, Mondays on top. */
export const calendarCard = ({ count, days, max, title }: CalendarShown, theme: Theme): string => {
  const first = new Date(`${days[0]?.day ?? "2000-01-01"}T00:00:00Z`).getUTCDay()
  const shift = (first + 6) % 7
  const cells = days.map(({ count: of, day }, at) => {
    const [week, weekday] = [Math.floor((at + shift) / 7), (at + shift) % 7]
    const x = left + week * pitch
    const begins = day.endsWith("-01")
      ? line(months[Number(day.slice(5, 7)) - 1] ?? "", { x, y: top - 8, size: 10, colour: "dim" })
      : ""
    return `${begins}<rect class="s${stepOf(of, max)}" x="${x}" y="${top + weekday * pitch}" width="${cell}" height="${cell}" rx="2"/>`
  })
  const weekdays = ["Mon", "Wed", "Fri"].map((name, at) =>
    line(name, { x: 16, y: top + at * 2 * pitch + 9, size: 10, colour: "dim" }),
  )
  const heading = `${counted(count, "entry", "entries")} of ${title}`
  return card({
    width,
    height,
    theme,
    title: heading,
    body: [line(heading, { x: 16, y: 30, size: 14, bold: true }), ...weekdays, ...cells],
  })
}
