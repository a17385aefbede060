/** A JSON number that a double cannot hold: it would come back as another. */
export class InexactNumber extends Error {
  readonly path: string
  constructor(path: string) {
    super(`${path === "" ? "a number" : path} cannot be held exactly`)
    this.path = path
  }
}

// A number of at most 15 significant digits without an exponent always comes back as it was written.
const doubtful = /\d[\d.]{15}|\d[eE]/

/** The digits without zeros at either end, and the power of ten that they count. */
const decimalOf = (text: string): string => {
  const [, sign = "", whole = "", fraction = "", power = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? []
  const digits = (whole + fraction).replace(/^0+/, "")
  const significant = digits.replace(/0+$/, "")
  if (significant === "") return "0"
  return `${sign}${significant}e${Number(power) - fraction.length + digits.length - significant.length}`
}

/** True where a JSON number comes back the same from a double. */
const isExact = (source: string): boolean => {
  const value = Number(source)
  return Number.isFinite(value) && decimalOf(source) === decimalOf(String(value))
}

/**
 * Parses JSON and keeps every number as it was written (RFC 8259, 6, leaves that to us). Throws `InexactNumber` for a
 * number that would change, and whatever `JSON.parse` throws. Only a text that may hold a long number is checked
 * number by number, which takes ten times as long.
 */
export const parseExactly = (text: string): unknown => {
  if (!doubtful.test(text)) return JSON.parse(text)
  return JSON.parse(text, (name: string, value: unknown, context?: { readonly source?: string }) => {
    if (typeof value === "number" && context?.source !== undefined && !isExact(context.source)) {
      throw new InexactNumber(name)
    }
    return value
  })
}
