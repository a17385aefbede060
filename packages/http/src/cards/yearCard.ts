import { months } from "./calendarCard.ts"
import type { Theme } from "./document.ts"
import { card, counted, line } from "./svg.ts"

/** A year in review. */
export interface YearShown {
  readonly year: number
  readonly count: number
  readonly activeDays: number
  /** The counts of the twelve months. */
  readonly months: ReadonlyArray<number>
  /** YYYY-MM-DD; undefined in a year without entries. */
  readonly busiestDay: { readonly day: string; readonly count: number } | undefined
  readonly longestStreak: number
  /** The domains with entries, most first. */
  readonly domains: ReadonlyArray<{ readonly name: string; readonly count: number }>
}

const width = 480
const height = 232
const [left, base, tall] = [20, 196, 64]
const step = (width - 2 * left) / 12

const dayInWords = (day: string) => `${Number(day.slice(8, 10))} ${months[Number(day.slice(5, 7)) - 1] ?? ""}`

/** The card of a year in review. */
export const yearCard = (shown: YearShown, theme: Theme): string => {
  const { activeDays, busiestDay, count, domains, longestStreak, year } = shown
  const most = Math.max(1, ...shown.months)
  const busiest = shown.months.indexOf(most)
  const bars = shown.months.flatMap((of, at) => {
    const high = of === 0 ? 2 : Math.max(4, Math.round((of / most) * tall))
    const x = left + at * step + 4
    return [
      `<rect class="${of === 0 ? "s0" : at === busiest ? "s4" : "s3"}" x="${x}" y="${base - high}" width="${step - 8}" height="${high}" rx="3"/>`,
      line(months[at] ?? "", {
        x: left + (at + 0.5) * step,
        y: base + 18,
        size: 10,
        colour: "dim",
        anchor: "middle",
      }),
    ]
  })
  const facts = [
    ...(busiestDay === undefined ? [] : [`busiest on ${dayInWords(busiestDay.day)} (${busiestDay.count})`]),
    ...(longestStreak > 1 ? [`${longestStreak} days in a row`] : []),
  ]
  const sum = `${counted(count, "entry", "entries")} on ${counted(activeDays, "day")}`
  return card({
    width,
    height,
    theme,
    title: `${year}: ${sum}`,
    body: [
      line(String(year), { x: left, y: 44, size: 26, bold: true }),
      line(sum, { x: width - left, y: 32, size: 13, anchor: "end" }),
      line(facts.join(" · "), { x: width - left, y: 50, size: 12, colour: "dim", anchor: "end", width: 330 }),
      line(
        domains
          .slice(0, 4)
          .map(({ count: of, name }) => `${name} ${new Intl.NumberFormat("en").format(of)}`)
          .join("   ·   "),
        { x: left, y: 84, size: 13, width: width - 2 * left },
      ),
      ...bars,
    ],
  })
}
