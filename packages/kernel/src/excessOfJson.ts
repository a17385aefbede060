/** How much a JSON text may unfold into. */
export interface JsonBounds {
  /** How many objects and lists may stand within each other. */
  readonly deepest: number
  /** Of objects, lists and members together. Numbers and texts in a list are as small in memory as they are in JSON. */
  readonly mostValues: number
}

const quote = 0x22
const colon = 0x3a
const backslash = 0x5c

/**
 * How a JSON text in UTF-8 unfolds into more than it may; undefined where it does not. Two bytes of `[` become a hundred
 * in memory once they are parsed: the text is looked through without building anything. Text that is no JSON passes.
 */
export const excessOfJson = (json: Uint8Array, { deepest, mostValues }: JsonBounds): string | undefined => {
  let depth = 0
  let values = 0
  let inText = false
  for (let at = 0; at < json.length; at++) {
    const byte = json[at]
    if (inText) {
      if (byte === backslash) at++
      else if (byte === quote) inText = false
    } else if (byte === quote) inText = true
    else if (byte === 0x5b || byte === 0x7b) {
      if (++depth > deepest) return `is nested more than ${deepest} levels deep`
      if (++values > mostValues) return `has more than ${mostValues} values`
    } else if (byte === 0x5d || byte === 0x7d) depth--
    else if (byte === colon && ++values > mostValues) return `has more than ${mostValues} values`
  }
  return undefined
}
