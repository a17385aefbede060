import { parseExactly } from "../exactNumbers.ts"
import type { PropertyType, PropertyValue } from "../model.ts"
import { isDate } from "../values.ts"

const numberForm = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/**
 * The JSON of a cell, in which a number that a double cannot represent is `inexactNumber`; undefined if it is not JSON.
 */
const jsonOf = (cell: string): unknown => {
  try {
    return parseExactly(cell)
  } catch {
    return undefined
  }
}

/** A value as it is read from a cell: undefined for none. */
export interface CellValue {
  readonly value: unknown
  /** True for a text in JSON's quotes: it is text, whatever it looks like. */
  readonly quoted?: boolean
}

/**
 * Reads a cell of CSV by the type of its property, and without one by its look: a JSON list, a number, `true`, `false`,
 * else a text. An empty cell has no value; a text in JSON's quotes is that text.
 */
export const readCell = (cell: string, type: PropertyType | undefined): CellValue => {
  if (cell === "") return { value: undefined }
  if (cell.startsWith('"')) {
    const text = jsonOf(cell)
    return typeof text === "string" ? { value: text, quoted: true } : { value: cell }
  }
  if (type === "string" || type === "date") return { value: cell }
  if (cell.startsWith("[")) {
    const list = jsonOf(cell)
    return { value: Array.isArray(list) ? list : cell }
  }
  if (cell === "true" || cell === "false") return { value: cell === "true" }
  return { value: numberForm.test(cell) ? (jsonOf(cell) ?? cell) : cell }
}

/** A value as a cell: `readCell` reads the same from it, whether it knows the type or not. */
export const cellOf = (value: PropertyValue | undefined, type: PropertyType | undefined): string => {
  if (value === undefined) return ""
  if (typeof value !== "string") return JSON.stringify(value)
  const isPlain = readCell(value, undefined).value === value && (type === "date" || !isDate(value))
  return isPlain && !value.startsWith('"') ? value : JSON.stringify(value)
}

/** Cells as a line of CSV (RFC 4180). */
export const csvLine = (cells: ReadonlyArray<string>): string =>
  `${cells.map((cell) => (/[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(",")}\n`
