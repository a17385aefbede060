/** The same text always returns the same numbers: each call returns the next one, from 0 to below 1. */
export type Draw = () => number

// FNV-1a over UTF-16 units: the offset and the prime of its 32 bits.
const hashOf = (text: string): number => {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash
}

/** A stream of numbers from a text, by mulberry32. */
export const drawFrom = (text: string): Draw => {
  let state = hashOf(text)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
}

/** A number between two others. */
export const between = (draw: Draw, low: number, high: number): number => low + draw() * (high - low)

/** One of several. */
export const oneOf = <A>(draw: Draw, [first, ...rest]: readonly [A, ...ReadonlyArray<A>]): A =>
  rest[Math.floor(draw() * (rest.length + 1)) - 1] ?? first
