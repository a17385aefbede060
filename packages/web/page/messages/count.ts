import { number } from "../format.ts"

/** A number with its noun: 1 play, 2 plays. */
export const count = (value: number, one: string, many: string): string =>
  `${number(value)} ${value === 1 ? one : many}`
