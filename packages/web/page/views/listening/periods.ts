import { today } from "../../format.ts"

/** The contract's periods: rolling days that end today, and how finely they are drawn. */
export const periods = [
  { value: "7day", days: 7, by: "day" },
  { value: "1month", days: 30, by: "day" },
  { value: "3month", days: 90, by: "week" },
  { value: "6month", days: 180, by: "week" },
  { value: "12month", days: 365, by: "week" },
  { value: "overall", days: undefined, by: "month" },
] as const

export type Period = (typeof periods)[number]

/** The period where an address names none. */
export const standardPeriod = "1month"

/** The period in a URL: a month by default. */
export const periodOf = (value: string | null): Period =>
  periods.find((one) => one.value === value) ?? periods[1]

/** The range of a period in a query of the API: `from=2026-10-25`; "" for all time. */
export const rangeOf = ({ days }: Period): string => {
  if (days === undefined) return ""
  const first = new Date(Date.parse(today()) - (days - 1) * 86_400_000)
  return `from=${first.toISOString().slice(0, 10)}`
}
