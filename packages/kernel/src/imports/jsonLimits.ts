/** The bounds of an unpacked JSON text. */
export interface JsonBounds {
  /** The deepest nesting of objects and lists. */
  readonly maxDepth: number
  /** The most objects, lists and members together. Numbers and texts in a list are as small in memory as in JSON. */
  readonly maxValues: number
}

const quote = 0x22
const colon = 0x3a
const backslash = 0x5c

/**
 * The limit that a JSON text in UTF-8 exceeds; undefined if it exceeds none. Two bytes of `[` take a hundred in
 * memory once parsed, so the text is scanned without building anything. Text that is not JSON passes.
 */
export const exceededJsonLimit = (
  json: Uint8Array,
  { maxDepth, maxValues }: JsonBounds,
): string | undefined => {
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
      if (++depth > maxDepth) return `is nested more than ${maxDepth} levels deep`
      if (++values > maxValues) return `has more than ${maxValues} values`
    } else if (byte === 0x5d || byte === 0x7d) depth--
    else if (byte === colon && ++values > maxValues) return `has more than ${maxValues} values`
  }
  return undefined
}
