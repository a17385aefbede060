import { number } from "../../words.ts"

/** Writes numbers with their counter word: 3回. There is no plural. */
export const counter =
  (unit: string) =>
  (value: number): string =>
    number(value) + unit
