import { InvalidInput } from "@daybook/kernel"
import { parseExactly } from "./exactNumbers.ts"

export const unfit = (field: string, message: string) =>
  new InvalidInput({ field, message: `${field} ${message}` })

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The JSON of a body, in which a number that a double cannot hold is `inexactNumber`. */
export const readJson = (text: string): unknown | InvalidInput => {
  try {
    return parseExactly(text)
  } catch {
    return unfit("The body", "must be JSON")
  }
}
