/** A part of a body: from the first byte to the last one, both inclusive and counted from 0. */
export interface ByteRange {
  readonly first: number
  readonly last: number
}

/**
 * The part that a `Range` header requests (RFC 9110, 14.1.2). Undefined requests the whole, as do several ranges and
 * headers of another form; "unsatisfiable" lies beyond the body.
 */
export const byteRangeOf = (
  header: string | undefined,
  length: number,
): ByteRange | "unsatisfiable" | undefined => {
  const [, from = "", to = ""] = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? "") ?? []
  if (from === "") {
    if (to === "") return undefined
    const count = Math.min(Number(to), length)
    return count === 0 ? "unsatisfiable" : { first: length - count, last: length - 1 }
  }
  const [first, last] = [Number(from), to === "" ? Infinity : Number(to)]
  if (first > last) return undefined
  return first >= length ? "unsatisfiable" : { first, last: Math.min(last, length - 1) }
}
