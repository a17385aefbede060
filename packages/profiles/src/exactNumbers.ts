/** Replaces in parsed JSON a number that a double cannot represent: it would come back as another. */
export const inexactNumber: unique symbol = Symbol("daybook/profiles/inexactNumber")

/** The reason for refusing such a number. */
export const inexact = "a double cannot hold this number exactly: send it as a text"

const quote = 0x22
const backslash = 0x5c

/**
 * True if a number has an exponent or more than 15 digits: any other comes back from a double as it was written. Digits
 * inside texts do not count.
 */
const hasLongNumber = (json: string): boolean => {
  let digits = 0
  for (let at = 0; at < json.length; at++) {
    const unit = json.charCodeAt(at)
    if (unit === quote) {
      for (at += 1; at < json.length && json.charCodeAt(at) !== quote; at++) {
        if (json.charCodeAt(at) === backslash) at += 1
      }
      digits = 0
    } else if ((unit >= 0x30 && unit <= 0x39) || unit === 0x2e) {
      digits += 1
      if (digits > 15) return true
    } else if (digits > 0 && (unit === 0x65 || unit === 0x45)) {
      return true
    } else {
      digits = 0
    }
  }
  return false
}

/** Without zeros at the end. A pattern for them would look at each row of zeros again from each of its zeros. */
const withoutZeros = (digits: string): string => {
  let end = digits.length
  while (digits[end - 1] === "0") end -= 1
  return digits.slice(0, end)
}

/** The digits without zeros at either end, and the power of ten that they count. */
const decimalOf = (text: string): string => {
  const [, sign = "", whole = "", fraction = "", power = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? []
  const digits = (whole + fraction).replace(/^0+/, "")
  const significant = withoutZeros(digits)
  if (significant === "") return "0"
  return `${sign}${significant}e${Number(power) - fraction.length + digits.length - significant.length}`
}

/** True if a JSON number comes back the same from a double. */
const isExact = (source: string): boolean => {
  const value = Number(source)
  return Number.isFinite(value) && decimalOf(source) === decimalOf(String(value))
}

/** The number that a text spells as JSON does; undefined if it spells none, or one that a double cannot hold exactly. */
export const readNumber = (text: string): number | undefined =>
  /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text) && isExact(text) ? Number(text) : undefined

/**
 * Parses JSON. A number that would change becomes `inexactNumber` (RFC 8259, 6, leaves its meaning to us). Throws
 * whatever `JSON.parse` throws. Only a text with a long number is checked number by number, which takes ten times as long.
 */
export const parseExactly = (text: string): unknown => {
  if (!hasLongNumber(text)) return JSON.parse(text)
  return JSON.parse(text, (_name: string, value: unknown, context?: { readonly source?: string }) =>
    typeof value === "number" && context?.source !== undefined && !isExact(context.source)
      ? inexactNumber
      : value,
  )
}
