import { count, number } from "../../words.ts"

/** The texts of periods and of what changed since the one before. */
export const periods = {
  label: "Period",
  names: {
    "7day": "7 days",
    "1month": "30 days",
    "3month": "90 days",
    "6month": "180 days",
    "12month": "365 days",
    overall: "All time",
  } as Readonly<Record<string, string>>,
  choose: "Choose…",
  chooseLabel: "Choose other days",
  show: "Show",
  /** A range of days: 3 May to 9 June. */
  range: (from: string, to: string) => `${from} to ${to}`,
  /** The period before one of this many days. */
  before: (days: number) => `the ${count(days, "day", "days")} before`,
  /** `shown` is the name of the newest period that has something. */
  fallback: (asked: string, shown: string) => `Nothing in ${asked}. This is ${shown}, your latest.`,
  asked: "this period",
  /** A rolling period: the last 7 days. */
  last: (name: string) => `the last ${name}`,
  /** Next to an arrow, of a comparison with the count of the period before. */
  against: (before: number, previous: string) => `against ${number(before)} in ${previous}`,
  none: (previous: string) => `nothing in ${previous}`,
  same: (previous: string) => `the same as in ${previous}`,
  most: (when: string, counted: string) => `Most: ${when}, ${counted}`,
  inPrevious: (name: string) => `the same time in ${name}`,
  /** A point of a chart in words. */
  point: (when: string, counted: string) => `${when}: ${counted}`,
  pointBeside: (when: string, counted: string, before: number) =>
    `${when}: ${counted}, ${number(before)} the period before`,
}
