import { number } from "../format.ts"

/** A number with its noun: 1 play, 2 plays. */
export const count = (value: number, one: string, many: string): string =>
  `${number(value)} ${value === 1 ? one : many}`

const ordinals = new Intl.PluralRules("en", { type: "ordinal" })
const endings: Readonly<Record<string, string>> = { one: "st", two: "nd", few: "rd", other: "th" }

/** A place in a row: 1st, 2nd, 23rd. */
export const ordinal = (value: number): string => `${number(value)}${endings[ordinals.select(value)] ?? ""}`
