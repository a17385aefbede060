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

/** The body as an object that holds these fields and no other. */
export const readObject = (text: string, fields: ReadonlyArray<string>) => {
  const body = readJson(text)
  if (body instanceof InvalidInput) return body
  if (!isObject(body)) return unfit("The body", "must be a JSON object")
  const unknown = Object.keys(body).find((field) => !fields.includes(field))
  return unknown === undefined
    ? body
    : unfit("The body", `must have only ${fields.join(" and ")}, not ${unknown.slice(0, 50)}`)
}
