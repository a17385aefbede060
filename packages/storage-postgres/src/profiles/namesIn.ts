import { isNamed } from "./rows.ts"

interface Row {
  readonly properties: unknown
  readonly actions: unknown
}

/** The names that a row of the inbox holds, each once, in order. A row that failed may hold anything. */
export const namesIn = ({ actions, properties }: Row): ReadonlyArray<string> => {
  const named = Array.isArray(actions) ? actions.filter(isNamed).map(({ name }) => name) : []
  const isObject = typeof properties === "object" && properties !== null && !Array.isArray(properties)
  const keys = isObject ? Object.keys(properties) : []
  return [...new Set([...keys, ...named])].toSorted((a, b) => (a < b ? -1 : 1))
}
