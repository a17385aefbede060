import { number } from "../format.ts"

/** A number with its noun: 1 play, 2 plays. */
export const count = (value: number, one: string, many: string): string =>
  `${number(value)} ${value === 1 ? one : many}`

/** A place in a row: 1st, 2nd, 23rd. */
export const ordinal = (value: number): string => {
  const isTeen = value % 100 > 10 && value % 100 < 14
  return `${number(value)}${isTeen ? "th" : (["th", "st", "nd", "rd"][value % 10] ?? "th")}`
}
