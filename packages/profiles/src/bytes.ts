import type { Properties } from "./applyActions.ts"
import type { PropertyValue } from "./model.ts"

// Stored properties are counted as JSON in UTF-8 with a space after each colon and comma and with numbers in full, as
// PostgreSQL writes jsonb: a database counts what it has in one step, and every store comes to the same number.

/** The digits of a number that is written without an exponent. */
const lengthOfNumber = (number: number): number => {
  const text = String(number)
  const at = text.indexOf("e")
  if (at < 0) return text.length
  const exponent = Number(text.slice(at + 1))
  const digits = text.slice(0, at).replace(/[-.]/g, "").length
  // A number with an exponent above 0 has no fraction, and one below is 0. with zeros before its digits.
  return (number < 0 ? 1 : 0) + (exponent > 0 ? exponent + 1 : 1 - exponent + digits)
}

/** The bytes of a text in UTF-8, between quotes and with its quotes and backslashes escaped. */
const lengthOfText = (text: string): number => {
  let length = 2
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === 0x22 || unit === 0x5c) length += 2
    else if (unit < 0x80) length += 1
    // A character beyond the first plane is two units, and four bytes.
    else length += unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 2 : 3
  }
  return length
}

const between = (count: number): number => 2 * Math.max(0, count - 1)

const lengthOfValue = (value: PropertyValue): number => {
  if (typeof value === "string") return lengthOfText(value)
  if (typeof value === "number") return lengthOfNumber(value)
  if (typeof value === "boolean") return value ? 4 : 5
  return value.reduce((sum: number, item) => sum + lengthOfValue(item), 2 + between(value.length))
}

/** The bytes that properties take, as quotas count them. */
export const bytesOf = (properties: Properties): number => {
  let length = 2 + between(properties.size)
  for (const [name, value] of properties) length += lengthOfText(name) + 2 + lengthOfValue(value)
  return length
}
