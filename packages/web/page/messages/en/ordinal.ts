import { number, ordinalForm } from "../../words.ts"

const endings: Readonly<Record<string, string>> = { one: "st", two: "nd", few: "rd", other: "th" }

/** A place in a row: 1st, 2nd, 23rd. */
export const ordinal = (value: number): string => number(value) + (endings[ordinalForm(value)] ?? "")
